import { createHash } from 'node:crypto';

import {
  type EnteredCode,
  RECOVERY_ALPHABET,
  SECOND_FACTOR,
  type SecondFactorSetup,
  type SecondFactorSignedIn,
  type StaffMfa,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan, Not } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { MINUTE } from '../../common/durations.js';
import { Randomness } from '../../common/randomness.js';
import { Environment } from '../../config/environment.js';
import { Secrets } from '../../config/secrets.js';
import type { User } from '../user.entity.js';
import { endSessions } from '../users.repository.js';
import { KEY_BYTES, keyText, keyUri, qrPicture, stepOf } from './app-codes.js';
import { NONCE_BYTES, open, seal } from './sealed-key.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';
import { SecondFactorLetters } from './second-factor.letters.js';

/** Time to enter the first code of a new key, in minutes. */
const SETUP_MINUTES = 15;
const RECOVERY_CODES = 10;

/** Second factors of staff: app keys and recovery codes. The caller of a change holds the user's lock. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly secrets: Secrets,
    private readonly environment: Environment,
    private readonly letters: SecondFactorLetters,
  ) {}

  /** The user's second factor; `null` while it is off. */
  find(manager: EntityManager, userId: number): Promise<SecondFactor | null> {
    return manager.findOneBy(SecondFactor, { userId, secret: Not(IsNull()) });
  }

  get policy(): StaffMfa {
    return this.environment.staffMfa;
  }

  recoveryCodesLeft(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(RecoveryCode, { userId, usedAt: IsNull() });
  }

  /** Replaces the recovery codes. @returns the new ones: the database only keeps hashes. */
  async replaceRecoveryCodes(manager: EntityManager, userId: number): Promise<string[]> {
    await manager.delete(RecoveryCode, { userId });
    const codes = Array.from({ length: RECOVERY_CODES }, () => this.recoveryCode());
    const rows = codes.map((code) => ({ codeHash: hashOf(userId, code), userId, usedAt: null }));
    await manager.insert(RecoveryCode, rows);
    return codes;
  }

  isRequired(user: { isUserAdmin: boolean }): boolean {
    return this.environment.staffMfa === 'required' && user.isUserAdmin;
  }

  /** Makes a new key for an app. It replaces the old key when `confirm` gets its first code. */
  async begin(manager: EntityManager, { id, email }: User): Promise<SecondFactorSetup> {
    const key = this.randomness.bytes(KEY_BYTES);
    const pending = {
      pendingSecret: this.seal(key, id),
      pendingUntil: new Date(this.clock.now().getTime() + SETUP_MINUTES * MINUTE),
    };
    await manager.upsert(SecondFactor, { userId: id, ...pending }, ['userId']);
    const uri = keyUri(key, this.environment.productName, email);
    return { key: keyText(key), uri, qrCode: await qrPicture(uri) };
  }

  async isBegun(manager: EntityManager, userId: number): Promise<boolean> {
    return (await this.pendingKey(manager, userId)) !== null;
  }

  /**
   * Switches the second factor on with the first code of the new key, and uses that code up.
   * @returns new recovery codes; `null` for a wrong code.
   */
  async confirm(manager: EntityManager, userId: number, code: string): Promise<string[] | null> {
    const key = await this.pendingKey(manager, userId);
    if (key === null) return null;
    const now = this.clock.now();
    const lastStep = stepOf(key, code, now, null);
    if (lastStep === null) return null;
    await manager.update(
      SecondFactor,
      { userId },
      {
        secret: this.seal(key, userId),
        confirmedAt: now,
        lastStep,
        pendingSecret: null,
        pendingUntil: null,
      },
    );
    return this.replaceRecoveryCodes(manager, userId);
  }

  /**
   * Uses up a code of the app, or a recovery code.
   * @returns how many recovery codes are left if one was used; `null` for a wrong or used code.
   */
  async use(
    manager: EntityManager,
    userId: number,
    { kind, code }: EnteredCode,
  ): Promise<Pick<SecondFactorSignedIn, 'recoveryCodesLeft'> | null> {
    const factor = await this.find(manager, userId);
    if (factor?.secret == null) return null;
    if (kind === 'recovery') {
      const { affected } = await manager.update(
        RecoveryCode,
        { codeHash: hashOf(userId, code), userId, usedAt: IsNull() },
        { usedAt: this.clock.now() },
      );
      if (affected !== 1) return null;
      return { recoveryCodesLeft: await this.recoveryCodesLeft(manager, userId) };
    }
    const opened = open(factor.secret, this.keys(), userId);
    if (opened === null) return null;
    const { key, secretIndex } = opened;
    const lastStep = stepOf(key, code, this.clock.now(), factor.lastStep);
    if (lastStep === null) return null;
    // Re-encrypt a key that uses an older secret, which may soon be removed.
    const resealed = secretIndex === 0 ? {} : { secret: this.seal(key, userId) };
    await manager.update(SecondFactor, { userId }, { lastStep, ...resealed });
    return { recoveryCodesLeft: null };
  }

  /** Removes the second factor and its recovery codes. @returns whether it was on. */
  async remove(manager: EntityManager, userId: number): Promise<boolean> {
    const wasOn = (await this.find(manager, userId)) !== null;
    await manager.delete(SecondFactor, { userId });
    return wasOn;
  }

  /**
   * Removes a user's second factor, signs the user out and mails them.
   * @returns whether it was on. If not, nothing happens.
   */
  async reset(manager: EntityManager, user: User, actor: string): Promise<boolean> {
    if (!(await this.remove(manager, user.id))) return false;
    await endSessions(manager, user.id);
    await this.letters.notify(manager, user, 'second-factor-reset', actor);
    return true;
  }

  private async pendingKey(manager: EntityManager, userId: number): Promise<Buffer | null> {
    const pendingUntil = MoreThan(this.clock.now());
    const factor = await manager.findOneBy(SecondFactor, { userId, pendingUntil });
    if (factor?.pendingSecret == null) return null;
    return open(factor.pendingSecret, this.keys(), userId)?.key ?? null;
  }

  private recoveryCode(): string {
    const bytes = this.randomness.bytes(SECOND_FACTOR.recoveryCodeLength);
    // 256 is a multiple of the 32 characters, so all are equally likely.
    return Array.from(bytes, (byte) =>
      RECOVERY_ALPHABET.charAt(byte % RECOVERY_ALPHABET.length),
    ).join('');
  }

  private seal(key: Buffer, userId: number): Buffer {
    const [newest] = this.keys();
    return seal(key, newest, this.randomness.bytes(NONCE_BYTES), userId);
  }

  private keys(): [Buffer, ...Buffer[]] {
    return this.secrets.keysFor('second-factor');
  }
}

/**
 * A recovery code has 120 random bits, so a plain hash is enough. Without a server secret in it, recovery codes still
 * work after the secret of the app's key is lost.
 */
function hashOf(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${String(userId)}:${code}`)
    .digest('hex');
}
