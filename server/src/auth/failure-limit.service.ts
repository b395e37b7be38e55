import { Injectable } from '@nestjs/common';

import { tooManyRequests } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SIGN_IN } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { clientNetwork, RateCounts } from '../rate-limit/rate-counts.service.js';

/** Keys that failures are counted by. */
export const FAILURES = {
  /** @param email lower case. */
  ofAddress: (email: string): string => `sign-in-failure:address:${email}`,
  /** By network, like every limit: one subscriber has a whole range of IPv6 addresses. */
  ofClient: (ip = ''): string => `sign-in-failure:client:${clientNetwork(ip)}`,
} as const;

/** Limits failed sign-ins by address and by client. Counted in the database, for all servers together. */
@Injectable()
export class FailureLimit {
  constructor(
    private readonly counts: RateCounts,
    private readonly environment: Environment,
  ) {}

  /** @throws 429 with `Retry-After` while one of the keys has too many failures. */
  async rejectIfBlocked(keys: readonly string[]): Promise<void> {
    if (!this.environment.rateLimit) return;
    const found = await Promise.all(keys.map((key) => this.counts.find(key)));
    const over = found.filter((each) => each !== null && each.count >= SIGN_IN.maxFailures);
    if (over.length === 0) return;
    const seconds = Math.max(...over.map((each) => each?.seconds ?? 0));
    throw tooManyRequests(STAFF_MESSAGES.tooManyFailures, seconds);
  }

  /**
   * Counts a failure for each key. The last allowed failure starts the block; later ones don't extend it.
   * @returns whether a key is now over the limit, which only happens with concurrent attempts.
   */
  async count(keys: readonly string[]): Promise<boolean> {
    if (!this.environment.rateLimit) return false;
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
    if (this.environment.rateLimit) await this.counts.forget(key);
  }
}
