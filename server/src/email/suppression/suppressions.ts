import { createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { SuppressedAddress } from './suppressed-address.entity.js';
import { SuppressionKey } from './suppression-key.js';

/** Addresses that were erased at their owners' request, by a keyed hash alone. */
@Injectable()
export class Suppressions {
  constructor(
    private readonly key: SuppressionKey,
    private readonly clock: Clock,
  ) {}

  /** When the address was erased; `null`: it was not, or that was lifted. */
  async since(manager: EntityManager, email: string): Promise<Date | null> {
    const key = await this.key.find(manager);
    if (key === null) return null;
    const found = await manager.findOneBy(SuppressedAddress, { addressHash: hash(email, key) });
    return found?.suppressedAt ?? null;
  }

  /** Those of the addresses that were erased. */
  async among(manager: EntityManager, emails: readonly string[]): Promise<ReadonlySet<string>> {
    const key = await this.key.find(manager);
    if (key === null) return new Set();
    const hashes = new Map(emails.map((email) => [email, hash(email, key)]));
    const found = await manager.findBy(SuppressedAddress, {
      addressHash: In([...hashes.values()]),
    });
    const known = new Set(found.map(({ addressHash }) => addressHash));
    return new Set(emails.filter((email) => known.has(hashes.get(email) ?? '')));
  }

  /** From then on the address is not mailed. @param addressHash what `hashOf` has said before the transaction began. */
  async add(
    manager: EntityManager,
    addressHash: string,
    suppressedAt = this.clock.now(),
  ): Promise<void> {
    await manager.upsert(SuppressedAddress, { addressHash, suppressedAt }, ['addressHash']);
  }

  /** Makes hashes comparable with those of another database. @throws KeyMismatch when they can't be. */
  adoptKey(wrappedKey: string): Promise<void> {
    return this.key.adopt(wrappedKey);
  }

  /** The address may be mailed again. @returns whether it might not before. */
  async lift(manager: EntityManager, email: string): Promise<boolean> {
    const key = await this.key.find(manager);
    if (key === null) return false;
    const result = await manager.delete(SuppressedAddress, { addressHash: hash(email, key) });
    return (result.affected ?? 0) > 0;
  }

  /** As `lift`, of an address that is known by its hash alone. */
  async liftHash(manager: EntityManager, addressHash: string): Promise<void> {
    await manager.delete(SuppressedAddress, { addressHash });
  }

  /** Names an address where it must not stand itself, such as in the audit trail. Outside of any transaction. */
  async hashOf(email: string): Promise<string> {
    return hash(email, await this.key.get());
  }
}

function hash(email: string, key: Buffer): string {
  // `maya+1@` and `maya+2@` arrive in one mailbox.
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const mailbox = `${name.split('+', 1)[0] ?? ''}@${domain}`;
  return createHmac('sha256', key).update(mailbox).digest('base64url');
}
