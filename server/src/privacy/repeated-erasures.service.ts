import type { ErasureRequest } from '@kidlab/contract';
import { HttpException, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { DAY } from '../common/durations.js';
import type { Secrets } from '../config/secrets.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { AddressErasure } from './address-erasure.service.js';
import { FAMILIES_OF_ADDRESS } from './address-traces.js';
import type { HistoryEntry } from './erasure-history.js';

type Erased = Extract<HistoryEntry, { kind: 'erased' }>;

export interface Repeated {
  readonly done: string[];
  /** Receipts of erasures that a person has to repeat on the page Privacy, and why. */
  readonly byHand: { readonly receipt: string; readonly why: string }[];
}

/** Allows for clock skew and long transactions. Erasures already in the backup are recognized by their receipts. */
const MARGIN = DAY;

const UNKNOWN_HASHES =
  'the list of erasures was made with another SESSION_SECRET: append that one after a comma';

/** SQL that fails in a restored database if `repeat` would, so that the restore can be undone. */
export function refuseUnknown(history: readonly HistoryEntry[], secrets: Secrets): string {
  const suppressions = new Suppressions(secrets);
  const unknown = history.filter(({ address }) => !suppressions.knows(address));
  if (unknown.length === 0) return '';
  const newest = new Date(Math.max(...unknown.map(({ at }) => Date.parse(at)))).toISOString();
  return `DO $$ BEGIN
    IF '${newest}' >= (SELECT coalesce(max(occurred_at), 'epoch') FROM public.audit_events) - interval '${String(MARGIN)} milliseconds' THEN
      RAISE EXCEPTION '${UNKNOWN_HASHES}';
    END IF;
  END $$;`;
}

/** SQL: all addresses in address columns. */
const ADDRESSES = `
  SELECT email FROM families UNION SELECT email FROM guardians
  UNION SELECT to_address FROM outbox_messages UNION SELECT email FROM users`;

/**
 * After a restore, repeats the erasures made since the backup. Only hashes of their addresses are known, so they are
 * compared with the hash of every address in the database.
 */
@Injectable()
export class RepeatedErasures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly erasure: AddressErasure,
    private readonly suppressions: Suppressions,
  ) {}

  /**
   * Repeats each erasure in its own transaction, unless the database shows that it was made.
   * @param since the time of the backup. Earlier erasures are already in it.
   * @throws Error when an entry was hashed with a secret that is not configured.
   */
  async repeat(history: readonly HistoryEntry[], since: Date): Promise<Repeated> {
    const from = since.getTime() - MARGIN;
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
      // An older `lifted` entry in the history may have removed this block.
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

  /** @returns why it failed, or failed for some families; `null` if it succeeded. */
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
        return `it is not known what was erased of ${namesOf(others)}`;
      }
      // Otherwise it is another address of the same mailbox (with a +tag), whose family was not erased.
    }
    const past = { addressHash: address, number: receipt, erasedAt: new Date(at), erasedBy: by };
    try {
      await this.erasure.repeat(past, requests);
      const missed = await this.missedOf(records ?? [], requests);
      return missed.length === 0 ? null : `the backup has another address for ${namesOf(missed)}`;
    } catch (error) {
      // With the data of the backup, a rule forbids the erasure.
      if (error instanceof HttpException) return error.message;
      throw error;
    }
  }

  /** Families that had another address at the backup. Only their guids are known: a person has to find them. */
  private async missedOf(
    records: NonNullable<Erased['records']>,
    requests: readonly ErasureRequest[],
  ): Promise<string[]> {
    const found = requests.flatMap(({ families }) => families.map(({ guid }) => guid));
    const missed: { guid: string }[] = await this.dataSource.query(
      `SELECT guid FROM families WHERE guid = ANY ($1) AND guid <> ALL ($2) AND state <> 'draft' ORDER BY id`,
      [records.map(({ guid }) => guid), found],
    );
    return missed.map(({ guid }) => guid);
  }
}

const namesOf = (guids: readonly string[]): string =>
  guids.map((guid) => `family ${guid}`).join(', ');
