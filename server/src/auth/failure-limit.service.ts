import { Injectable } from '@nestjs/common';

import { tooManyRequests } from '../common/failures.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SIGN_IN } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { clientNetwork, RateCounts } from '../rate-limit/rate-counts.service.js';

/** What failures are counted by. */
export const FAILURES = {
  /** @param email lower case. */
  ofAddress: (email: string): string => `sign-in-failure:address:${email}`,
  /** By its network, as for every limit: a single IPv6 address would give each guess a new one. */
  ofClient: (ip = ''): string => `sign-in-failure:client:${clientNetwork(ip)}`,
} as const;

/** How often signing in may fail, for an address and from a client; counted in the database, for all servers alike. */
@Injectable()
export class FailureLimit {
  private readonly isOn: boolean;

  constructor(
    private readonly counts: RateCounts,
    environment: Environment,
  ) {
    this.isOn = environment.rateLimit;
  }

  /** @throws 429, with the seconds to wait, while one of the keys has too many failures. */
  async refuseInPause(keys: readonly string[]): Promise<void> {
    if (!this.isOn) return;
    const found = await Promise.all(keys.map((key) => this.counts.find(key)));
    const over = found.filter((each) => each !== null && each.count >= SIGN_IN.maxFailures);
    if (over.length === 0) return;
    const seconds = Math.max(...over.map((each) => each?.seconds ?? 0));
    throw tooManyRequests(STAFF_MESSAGES.tooManyFailures, seconds);
  }

  /**
   * Counts a failure by each key. The last one that is free begins the pause anew, none after it: so the pause has
   * its full length and no more, however many tries come in it.
   * @returns whether it was one too many: of many tries at once, those that came after the last free one.
   */
  async count(keys: readonly string[]): Promise<boolean> {
    if (!this.isOn) return false;
    let isTooMany = false;
    for (const key of keys) {
      const { count } = await this.counts.count(key, SIGN_IN.pauseMinutes);
      if (count === SIGN_IN.maxFailures) {
        await this.counts.restart(key, count, SIGN_IN.pauseMinutes);
      }
      isTooMany ||= count > SIGN_IN.maxFailures;
    }
    return isTooMany;
  }

  async forget(key: string): Promise<void> {
    if (this.isOn) await this.counts.forget(key);
  }
}
