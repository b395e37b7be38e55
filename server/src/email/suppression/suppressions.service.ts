import { createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';

import { Secrets } from '../../config/secrets.js';
import { SuppressedAddress } from './suppressed-address.entity.js';

/** Length of the prefix that names the key of a hash. */
const KEY_NAME_LENGTH = 6;

/** Erased addresses, stored as keyed hashes. Hashes of a former SESSION_SECRET work while it is configured. */
@Injectable()
export class Suppressions {
  constructor(private readonly secrets: Secrets) {}

  /** When the address was erased; `null` when it is not blocked. */
  async since(manager: EntityManager, email: string): Promise<Date | null> {
    const where = { addressHash: In(this.hashesOf(email)) };
    return (await manager.findOneBy(SuppressedAddress, where))?.suppressedAt ?? null;
  }

  /** The erased ones among these addresses. */
  async among(manager: EntityManager, emails: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await manager.findBy(SuppressedAddress, {
      addressHash: In(emails.flatMap((email) => this.hashesOf(email))),
    });
    const hashes = new Set(found.map(({ addressHash }) => addressHash));
    return new Set(emails.filter((email) => this.hashesOf(email).some((one) => hashes.has(one))));
  }

  /** Blocks mail to the address. @param addressHash see `hashOf`. */
  async add(manager: EntityManager, addressHash: string, suppressedAt: Date): Promise<void> {
    await manager.upsert(SuppressedAddress, { addressHash, suppressedAt }, ['addressHash']);
  }

  /**
   * Lifts the block.
   * @returns the hash that was stored; `null` when there was none. Of two concurrent calls, only one gets it.
   */
  async lift(manager: EntityManager, email: string): Promise<string | null> {
    const deleted = await manager
      .createQueryBuilder()
      .delete()
      .from(SuppressedAddress)
      .where({ addressHash: In(this.hashesOf(email)) })
      .returning('addressHash')
      .execute();
    const [lifted] = deleted.raw as { address_hash: string }[];
    return lifted?.address_hash ?? null;
  }

  /** As `lift`, by hash. */
  async liftHash(manager: EntityManager, addressHash: string): Promise<void> {
    await manager.delete(SuppressedAddress, { addressHash });
  }

  /** Stands for an address where it must not appear, such as in the audit trail. */
  hashOf(email: string): string {
    return hash(this.keys()[0], email);
  }

  /** The hashes of an address for each configured secret, newest first. */
  hashesOf(email: string): string[] {
    return this.keys().map((key) => hash(key, email));
  }

  /** Whether a configured secret made this hash. Otherwise no address can be matched to it. */
  knows(addressHash: string): boolean {
    return this.keys().some((key) => addressHash.startsWith(nameOf(key)));
  }

  private keys(): [Buffer, ...Buffer[]] {
    return this.secrets.keysFor('suppressed-address');
  }
}

/** The mailbox of an address: `maya+1@` and `maya+2@` share one. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, '$1@');
}

function hash(key: Buffer, email: string): string {
  return nameOf(key) + digest(key, mailboxOf(email)).slice(KEY_NAME_LENGTH);
}

const nameOf = (key: Buffer): string => digest(key, 'name').slice(0, KEY_NAME_LENGTH);

function digest(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
