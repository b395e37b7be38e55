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

/** Counts by key and time window, in the table `rate_counts`, which all servers share. */
@Injectable()
export class RateCounts {
  private readonly store: RateLimiterPostgres;

  constructor(
    dataSource: DataSource,
    private readonly secrets: Secrets,
  ) {
    this.store = new RateLimiterPostgres({
      // Drops the names of prepared statements, which some poolers refuse.
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
      // Unused: callers compare the count themselves.
      points: 1,
      // In seconds. Only used by `giveBack` after the window has ended; the other methods pass their own window.
      duration: 1,
    });
  }

  /** Adds one. The first count after the end of a window starts a new one. */
  async count(key: string, windowMinutes: number): Promise<Counted> {
    const options = { customDuration: windowMinutes * 60 };
    return countedOf(await this.store.penalty(this.hashOf(key), 1, options));
  }

  /** Subtracts one. */
  async giveBack(key: string): Promise<void> {
    await this.store.reward(this.hashOf(key), 1);
  }

  async find(key: string): Promise<Counted | null> {
    const found = await this.store.get(this.hashOf(key));
    return found === null ? null : countedOf(found);
  }

  /** Starts a new window with this count. */
  async restart(key: string, count: number, windowMinutes: number): Promise<void> {
    await this.store.set(this.hashOf(key), count, windowMinutes * 60);
  }

  async forget(key: string): Promise<void> {
    await this.store.delete(this.hashOf(key));
  }

  /** Hashes keys, so that no addresses are stored. */
  private hashOf(key: string): string {
    return this.secrets.hashOf('rate-counts', key);
  }
}

function countedOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted {
  return { count: consumedPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}

/** Groups of an IPv6 address that belong to one subscriber, who can use any address below them. */
const NETWORK_GROUPS = 4;

/** The key of a client: its IPv4 address, or the /64 network of its IPv6 address. Other text stays as it is. */
export function clientNetwork(address: string): string {
  const read = readIpAddress(address);
  if (read === null) return address;
  return read instanceof ipaddr.IPv4 ? read.toString() : firstGroups(read, NETWORK_GROUPS);
}
