import { createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { And, DataSource, In, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Statements } from '../common/statements.js';
import { Secrets } from '../config/secrets.js';
import { RateCount } from './rate-count.entity.js';

/** What stands in a window so far. */
export interface Counted {
  readonly count: number;
  readonly expiresAt: Date;
}

const MINUTE = 60_000;
/** Counting further says nothing new. */
const HIGHEST = 1_000_000;
/** By how much the clocks of two servers may differ, in milliseconds. A window that ends later than theirs is of a clock that was set back. */
const CLOCKS_APART = MINUTE;

/**
 * Counts one more by each key, in one statement. A window begins with the first count after the last window's end (`$3` is
 * past it, or it lies behind `$6`); a count that reaches `$4` begins it anew (never, where that is 0).
 */
const COUNT = `
  INSERT INTO rate_counts AS known (key_hash, count, expires_at)
  SELECT key_hash, 1, $2::timestamptz FROM unnest($1::text[]) AS key_hash ORDER BY key_hash
  ON CONFLICT (key_hash) DO UPDATE SET
    count = CASE WHEN known.expires_at <= $3 OR known.expires_at > $6 THEN 1 ELSE least(known.count + 1, $5::integer) END,
    expires_at = CASE
      WHEN known.expires_at <= $3 OR known.expires_at > $6 OR known.count + 1 = $4::integer THEN excluded.expires_at
      ELSE known.expires_at END
  RETURNING key_hash, count, expires_at`;

/** Counts things by keys in windows of time, in the database: all servers count together, by the product's clock. */
@Injectable()
export class RateCounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Counts one more by each key.
   * @param restartAt the count with which the window begins anew; 0: none.
   * @returns what stands there now, in the order of the keys.
   */
  async count(
    keys: readonly string[],
    { windowMinutes, restartAt = 0 }: { windowMinutes: number; restartAt?: number },
  ): Promise<Counted[]> {
    const now = this.clock.now();
    const hashes = this.hashesOf(keys);
    const rows = await this.statements.rows<{ key_hash: string; count: number; expires_at: Date }>({
      text: COUNT,
      values: [
        hashes,
        new Date(now.getTime() + windowMinutes * MINUTE),
        now,
        restartAt,
        HIGHEST,
        latestEnd(now, windowMinutes),
      ],
    });
    return hashes.map((hash) => {
      const row = rows.find(({ key_hash }) => key_hash === hash);
      if (row === undefined) throw new Error('a key was not counted');
      return { count: row.count, expiresAt: row.expires_at };
    });
  }

  /** Takes back one count by each key: what was counted has come to nothing. */
  async giveBack(keys: readonly string[]): Promise<void> {
    const ofKeys = { keyHash: In(this.hashesOf(keys)), count: MoreThan(0) };
    await this.dataSource.manager.decrement(RateCount, ofKeys, 'count', 1);
  }

  /** Whole seconds until no key stands at `limit` or above any more; `null`: none does. */
  async secondsAt(
    limit: number,
    keys: readonly string[],
    windowMinutes: number,
  ): Promise<number | null> {
    const now = this.clock.now();
    const [longest] = await this.dataSource.manager.find(RateCount, {
      where: {
        keyHash: In(this.hashesOf(keys)),
        count: MoreThanOrEqual(limit),
        expiresAt: And(MoreThan(now), LessThanOrEqual(latestEnd(now, windowMinutes))),
      },
      order: { expiresAt: 'DESC' },
      take: 1,
    });
    return longest === undefined ? null : this.secondsUntil(longest.expiresAt);
  }

  /** Whole seconds until then, at least one. */
  secondsUntil(moment: Date): number {
    return Math.max(1, Math.ceil((moment.getTime() - this.clock.now().getTime()) / 1_000));
  }

  async forget(key: string): Promise<void> {
    await this.dataSource.manager.delete(RateCount, { keyHash: In(this.hashesOf([key])) });
  }

  /** Forgets the windows that are over. */
  async forgetOld(): Promise<void> {
    await this.dataSource.manager.delete(RateCount, {
      expiresAt: LessThanOrEqual(this.clock.now()),
    });
  }

  private hashesOf(keys: readonly string[]): string[] {
    const [secret] = this.secrets.keysFor('rate-counts');
    if (secret === undefined) throw new Error('there is no session secret');
    return keys.map((key) => createHmac('sha256', secret).update(key).digest('hex'));
  }
}

/** The latest end that a window can have which began by now on any server. */
function latestEnd(now: Date, windowMinutes: number): Date {
  return new Date(now.getTime() + windowMinutes * MINUTE + CLOCKS_APART);
}
