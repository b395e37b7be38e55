import { createHmac } from 'node:crypto';

import { SIGN_IN } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, In, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { clientNetwork } from './client-address.js';
import { SignInAttempt } from './sign-in-attempt.entity.js';

/** What failures are counted by. */
export interface FailureKey {
  /** `asker`: a client that asks for forgotten passwords. */
  readonly kind: 'address' | 'client' | 'asker';
  /** The e-mail address, or the client's network address. */
  readonly value: string;
}

/**
 * Counts one more failure by each key. The last one that is free begins the pause anew, none after it: so the pause has
 * its full length and no more, however often somebody tries in it.
 */
const COUNT = `
  INSERT INTO sign_in_attempts AS known (key_hash, failures, expires_at)
  SELECT key_hash, 1, $2::timestamptz FROM unnest($1::text[]) AS key_hash ORDER BY key_hash
  ON CONFLICT (key_hash) DO UPDATE SET
    failures = CASE WHEN known.expires_at <= $3 THEN 1 ELSE least(known.failures + 1, 1000) END,
    expires_at = CASE
      WHEN known.expires_at <= $3 OR known.failures + 1 = $4 THEN excluded.expires_at
      ELSE known.expires_at END
  RETURNING failures`;

const MINUTE = 60_000;

/** How often signing in may fail, for an address and from a client; counted in the database, for all servers alike. */
@Injectable()
export class FailureLimit {
  private readonly isOn: boolean;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    environment: Environment,
  ) {
    this.isOn = environment.rateLimit;
  }

  /** Seconds until one may try again; `null`: at once. */
  async pause(keys: readonly FailureKey[]): Promise<number | null> {
    if (!this.isOn) return null;
    const now = this.clock.now();
    const [longest] = await this.dataSource.manager.find(SignInAttempt, {
      where: {
        keyHash: In(this.hashesOf(keys)),
        failures: MoreThanOrEqual(SIGN_IN.maxFailures),
        expiresAt: MoreThan(now),
      },
      order: { expiresAt: 'DESC' },
      take: 1,
    });
    if (longest === undefined) return null;
    return Math.max(1, Math.ceil((longest.expiresAt.getTime() - now.getTime()) / 1_000));
  }

  /**
   * Counts a failure by each key.
   * @returns whether it was one too many: of many tries at once, those that came after the last free one.
   */
  async count(keys: readonly FailureKey[]): Promise<boolean> {
    if (!this.isOn) return false;
    const now = this.clock.now();
    const rows: { failures: number }[] = await this.dataSource.query(COUNT, [
      this.hashesOf(keys),
      new Date(now.getTime() + SIGN_IN.pauseMinutes * MINUTE),
      now,
      SIGN_IN.maxFailures,
    ]);
    return rows.some(({ failures }) => failures > SIGN_IN.maxFailures);
  }

  async forget(key: FailureKey): Promise<void> {
    if (!this.isOn) return;
    await this.dataSource.manager.delete(SignInAttempt, { keyHash: In(this.hashesOf([key])) });
  }

  /** Forgets what counts no more. */
  async forgetOld(): Promise<void> {
    await this.dataSource.manager.delete(SignInAttempt, {
      expiresAt: LessThanOrEqual(this.clock.now()),
    });
  }

  private hashesOf(keys: readonly FailureKey[]): string[] {
    const [secret] = this.secrets.keysFor('sign-in-attempts');
    if (secret === undefined) throw new Error('there is no session secret');
    return keys.map(({ kind, value }) => {
      const counted = kind === 'address' ? value : clientNetwork(value);
      return createHmac('sha256', secret).update(`${kind}:${counted}`).digest('hex');
    });
  }
}
