import { createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';

import { firstGroups, readIpAddress } from '../common/ip-address.js';
import { Secrets } from '../config/secrets.js';

export interface Counted {
  readonly count: number;
  /** Whole seconds until the window is over, at least one. */
  readonly seconds: number;
}

/** Counts things by keys in windows of time, in the table `rate_counts`: all servers count together. */
@Injectable()
export class RateCounts {
  private readonly store: RateLimiterPostgres;

  constructor(
    dataSource: DataSource,
    private readonly secrets: Secrets,
  ) {
    this.store = new RateLimiterPostgres({
      // Without the statements' names, which a pooler may refuse.
      storeClient: {
        query: async ({ text, values }: { text: string; values: unknown[] }) => {
          const rows: unknown[] = await dataSource.query(text, values);
          return { rows, rowCount: rows.length };
        },
      },
      storeType: 'client',
      tableName: 'rate_counts',
      tableCreated: true,
      keyPrefix: '',
      // Each call brings its own window and compares the count itself.
      points: 1,
      duration: 0,
    });
  }

  /** Counts one more. A window begins with the first count after the last window's end. */
  async count(key: string, windowMinutes: number): Promise<Counted> {
    const options = { customDuration: windowMinutes * 60 };
    return countedOf(await this.store.penalty(this.hashOf(key), 1, options));
  }

  /** Takes back one count: what was counted has come to nothing. */
  async giveBack(key: string): Promise<void> {
    await this.store.reward(this.hashOf(key), 1);
  }

  async find(key: string): Promise<Counted | null> {
    const found = await this.store.get(this.hashOf(key));
    return found === null ? null : countedOf(found);
  }

  /** Begins the window anew, with so many counted. */
  async restart(key: string, count: number, windowMinutes: number): Promise<void> {
    await this.store.set(this.hashOf(key), count, windowMinutes * 60);
  }

  async forget(key: string): Promise<void> {
    await this.store.delete(this.hashOf(key));
  }

  /** HMAC-SHA256, hexadecimal: neither addresses nor clients are kept. */
  private hashOf(key: string): string {
    const [secret] = this.secrets.keysFor('rate-counts');
    return createHmac('sha256', secret).update(key).digest('hex');
  }
}

function countedOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted {
  return { count: consumedPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}

/** Groups of an IPv6 address that one subscriber has to himself: counting single addresses would count nothing. */
const NETWORK_GROUPS = 4;

/** What a client is counted by: its IPv4 address, or the /64 network of its IPv6 address; what is neither, as it is. */
export function clientNetwork(address: string): string {
  const read = readIpAddress(address);
  if (read === null) return address;
  return read instanceof ipaddr.IPv4 ? read.toString() : firstGroups(read, NETWORK_GROUPS);
}
