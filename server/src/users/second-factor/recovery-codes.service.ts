import { createHash } from 'node:crypto';

import { RECOVERY_ALPHABET, SECOND_FACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { Randomness } from '../../common/randomness.js';
import { RecoveryCode } from './second-factor.entity.js';

/**
 * Codes on paper. They hold 120 bits of chance, so that a plain hash tells nothing; and no server secret is part of it:
 * they still open when a secret is lost that sealed the app's key.
 */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /** New codes; the older ones are gone. The caller holds the user's lock. @returns them, for the one time they are shown. */
  async replace(manager: EntityManager, userId: number): Promise<string[]> {
    await manager.delete(RecoveryCode, { userId });
    const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () => this.make());
    await manager.insert(
      RecoveryCode,
      codes.map((code) => ({ codeHash: hashOf(userId, code), userId, usedAt: null })),
    );
    return codes;
  }

  /** Uses a code up. @returns false when it is none of the user's, or was used. */
  async use(manager: EntityManager, userId: number, code: string): Promise<boolean> {
    const { affected } = await manager.update(
      RecoveryCode,
      { codeHash: hashOf(userId, code), userId, usedAt: IsNull() },
      { usedAt: this.clock.now() },
    );
    return affected === 1;
  }

  /** How many the user has left. */
  async left(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(RecoveryCode, { userId, usedAt: IsNull() });
  }

  private make(): string {
    const bytes = this.randomness.bytes(SECOND_FACTOR.recoveryCodeLength);
    // 256 is a multiple of the 32 characters: each is as likely as any other.
    return Array.from(bytes, (byte) =>
      RECOVERY_ALPHABET.charAt(byte % RECOVERY_ALPHABET.length),
    ).join('');
  }
}

function hashOf(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${String(userId)}:${code}`)
    .digest('hex');
}
