import type { ErasureRequest } from '@kidlab/contract';
import { HttpException, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Suppressions } from '../email/suppression/suppressions.service.js';
import { FAMILIES_OF_ADDRESS } from './access-reports.service.js';
import { AddressErasure } from './address-erasure.service.js';
import type { HistoryEntry } from './erasure-history.service.js';

type Erased = Extract<HistoryEntry, { kind: 'erased' }>;

export interface Repeated {
  readonly done: string[];
  /** Receipts of what a person has to erase on the page Privacy, with the reason. */
  readonly byHand: { readonly receipt: string; readonly why: string }[];
}

/** Nobody could say whom the entries are about. */
const UNKNOWN_HASHES =
  'the list of erasures was made with another SESSION_SECRET: append that one after a comma';

/** SQL: every address that a column is for. */
const ADDRESSES = `
  SELECT email FROM families WHERE email IS NOT NULL UNION SELECT email FROM guardians WHERE email IS NOT NULL
  UNION SELECT to_address FROM outbox_messages UNION SELECT lower(email) FROM users`;

/**
 * Erases again what was erased after a backup was taken that has been restored. An address is known by its hash
 * alone, so that of each address in the database is compared.
 */
@Injectable()
export class RepeatedErasures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly erasure: AddressErasure,
    private readonly suppressions: Suppressions,
  ) {}

  /**
   * Each in a transaction of its own; one that was repeated is not repeated again.
   * @param since the backup's moment: what was erased long before, it does not hold.
   * @throws Error when no configured secret made them.
   */
  async repeat(history: readonly HistoryEntry[], since: Date): Promise<Repeated> {
    const from = since.getTime() - MARGIN_MS;
    const events = history.filter(({ at }) => Date.parse(at) >= from);
    const result: Repeated = { done: [], byHand: [] };
    if (events.length === 0) return result;
    if (!events.every(({ address }) => this.suppressions.knows(address)))
      throw new Error(UNKNOWN_HASHES);
    const addresses = await this.addressesByHash();
    const { manager } = this.dataSource;
    for (const entry of events) {
      const { kind, address, at } = entry;
      if (kind === 'lifted') await this.suppressions.liftHash(manager, address);
      // The list may begin before the backup, and an older entry of it have lifted this one's.
      else if (await this.isDone(entry))
        await this.suppressions.add(manager, address, new Date(at));
      else {
        const { receipt } = entry;
        const why = await this.repeatOne(entry, addresses.get(address) ?? []);
        if (why === null) result.done.push(receipt);
        else result.byHand.push({ receipt, why });
      }
    }
    return result;
  }

  private async isDone({ receipt }: Erased): Promise<boolean> {
    const found: unknown[] = await this.dataSource.query(
      `SELECT FROM audit_events WHERE action = 'privacy.erased' AND after->>'receipt' = $1`,
      [receipt],
    );
    return found.length > 0;
  }

  private async addressesByHash(): Promise<Map<string, string[]>> {
    const rows: { email: string }[] = await this.dataSource.query(ADDRESSES);
    const found = new Map<string, string[]>();
    for (const { email } of rows) {
      for (const hash of this.suppressions.hashesOf(email)) {
        found.set(hash, [...(found.get(hash) ?? []), email]);
      }
    }
    return found;
  }

  /** @returns why it could not be done. */
  private async repeatOne(
    { address, receipt, at, by, records }: Erased,
    emails: readonly string[],
  ): Promise<string | null> {
    const requests: ErasureRequest[] = [];
    for (const email of emails) {
      const found: { guid: string; state: string }[] = await this.dataSource.query(
        FAMILIES_OF_ADDRESS,
        [email],
      );
      const guids = found.filter(({ state }) => state !== 'draft').map(({ guid }) => guid);
      const families = (records ?? []).filter(({ guid }) => guids.includes(guid));
      if (families.length === guids.length) {
        requests.push({ email, confirmation: email, families: [...families] });
      } else if (emails.length === 1) {
        const others = guids.filter((guid) => !families.some((family) => family.guid === guid));
        return `it is not known what was erased of ${others.map((guid) => `family ${guid}`).join(', ')}`;
      }
      // Else another address of that mailbox (with a +tag), with a family that nobody asked to erase.
    }
    const past = { addressHash: address, number: receipt, erasedAt: new Date(at), erasedBy: by };
    try {
      await this.erasure.repeat(past, requests);
      return null;
    } catch (error) {
      // A rule of erasing forbids it, as things stand in the backup.
      if (error instanceof HttpException) return error.message;
      throw error;
    }
  }
}

/**
 * Clocks of several servers differ, and a transaction takes its time: what was repeated is told by its receipt
 * anyway.
 */
const MARGIN_MS = 24 * 60 * 60 * 1_000;
