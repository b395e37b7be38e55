import { SIGN_IN } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { clientNetwork } from '../rate-limit/client-address.js';
import { RateCounts } from '../rate-limit/rate-counts.js';

/** What failures are counted by. */
export interface FailureKey {
  readonly kind: 'address' | 'client';
  /** The e-mail address, or the client's IP address as it came. */
  readonly value: string;
}

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

  /** Seconds until one may try again; `null`: at once. */
  async pause(keys: readonly FailureKey[]): Promise<number | null> {
    if (!this.isOn) return null;
    return this.counts.secondsAt(SIGN_IN.maxFailures, keys.map(textOf), SIGN_IN.pauseMinutes);
  }

  /**
   * Counts a failure by each key. The last one that is free begins the pause anew, none after it: so the pause has its full
   * length and no more, however often somebody tries in it.
   * @returns whether it was one too many: of many tries at once, those that came after the last free one.
   */
  async count(keys: readonly FailureKey[]): Promise<boolean> {
    if (!this.isOn) return false;
    const counted = await this.counts.count(keys.map(textOf), {
      windowMinutes: SIGN_IN.pauseMinutes,
      restartAt: SIGN_IN.maxFailures,
    });
    return counted.some(({ count }) => count > SIGN_IN.maxFailures);
  }

  async forget(key: FailureKey): Promise<void> {
    if (this.isOn) await this.counts.forget(textOf(key));
  }
}

/** A client counts as it does for every limit, by its network: a single IPv6 address would give each guess a new one. */
function textOf({ kind, value }: FailureKey): string {
  return `sign-in-failure:${kind}:${kind === 'client' ? clientNetwork(value) : value}`;
}
