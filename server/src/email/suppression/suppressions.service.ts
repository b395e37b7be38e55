import { createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { Secrets } from '../../config/secrets.js';
import { SuppressedAddress } from './suppressed-address.entity.js';

/** Characters at the beginning of a hash that tell which key made it. */
const KEY_NAME_LENGTH = 6;

/** Erased addresses, by a keyed hash alone. Hashes of a former SESSION_SECRET are known while it is configured. */
@Injectable()
export class Suppressions {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** When the address was erased; `null`: it was not, or that was lifted. */
  async since(manager: EntityManager, email: string): Promise<Date | null> {
    const known = { addressHash: In(this.hashesOf(email)) };
    return (await manager.findOneBy(SuppressedAddress, known))?.suppressedAt ?? null;
  }

  /** Those of the addresses that were erased. */
  async among(manager: EntityManager, emails: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await manager.findBy(SuppressedAddress, {
      addressHash: In(emails.flatMap((email) => this.hashesOf(email))),
    });
    const hashes = new Set(found.map(({ addressHash }) => addressHash));
    return new Set(emails.filter((email) => this.hashesOf(email).some((one) => hashes.has(one))));
  }

  /** From then on the address is not mailed. @param addressHash see `hashOf`. */
  async add(
    manager: EntityManager,
    addressHash: string,
    suppressedAt = this.clock.now(),
  ): Promise<void> {
    await manager.upsert(SuppressedAddress, { addressHash, suppressedAt }, ['addressHash']);
  }

  /** The address may be mailed again. @returns the hash it was suppressed by; `null`: it was not. */
  async lift(manager: EntityManager, email: string): Promise<string | null> {
    const known = { addressHash: In(this.hashesOf(email)) };
    const lifted = await manager.findOneBy(SuppressedAddress, known);
    await manager.delete(SuppressedAddress, known);
    return lifted?.addressHash ?? null;
  }

  /** As `lift`, of an address that is known by its hash alone. */
  async liftHash(manager: EntityManager, addressHash: string): Promise<void> {
    await manager.delete(SuppressedAddress, { addressHash });
  }

  /** Names an address where it must not stand itself, such as in the audit trail. */
  hashOf(email: string): string {
    return hash(this.keys()[0], email);
  }

  /** The hashes of an address, one for each configured secret, newest first. */
  hashesOf(email: string): string[] {
    return this.keys().map((key) => hash(key, email));
  }

  /** Whether a configured secret made this hash: else nobody can say whose it is. */
  knows(addressHash: string): boolean {
    return this.keys().some((key) => addressHash.startsWith(nameOf(key)));
  }

  private keys(): [Buffer, ...Buffer[]] {
    return this.secrets.keysFor('suppressed-address');
  }
}

/** The mailbox of an address: `maya+1@` and `maya+2@` arrive in one. */
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
