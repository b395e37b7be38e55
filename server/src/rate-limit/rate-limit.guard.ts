import { MESSAGES, RATE_LIMITS, type RateLimit, type RateLimitName } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { tooManyRequests } from '../common/failures.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';
import { clientNetwork } from './client-address.js';
import { limitOf } from './limit-of.js';
import { namedAddress } from './named-address.js';
import { RateCounts } from './rate-counts.js';

/**
 * Before every call: one more is counted for its client and for the e-mail address that it names. While the database is away
 * nothing can be counted, and nothing is let through: those calls need the same database, and answer 503 either way.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly isOn: boolean;

  constructor(
    private readonly counts: RateCounts,
    environment: Environment,
  ) {
    this.isOn = environment.rateLimit;
  }

  /** @throws 429, with the seconds to wait in `Retry-After`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const name = this.isOn ? limitOf(routeOf(request)) : null;
    if (name === null) return true;
    const seconds = await this.secondsToWait(name, request);
    if (seconds === null) return true;
    throw tooManyRequests(MESSAGES.tooManyRequests, seconds);
  }

  private async secondsToWait(name: RateLimitName, request: Request): Promise<number | null> {
    const { windowMinutes, perClient, perEmail }: RateLimit = RATE_LIMITS[name];
    const keys = [{ key: `${name}:client:${clientNetwork(request.ip ?? '')}`, limit: perClient }];
    const email = perEmail === null ? null : namedAddress(request);
    if (perEmail !== null && email !== null) {
      keys.push({ key: `${name}:email:${email}`, limit: perEmail });
    }
    const counted = await this.counts.count(
      keys.map(({ key }) => key),
      { windowMinutes },
    );
    const waits = counted.flatMap(({ count, expiresAt }, index) =>
      count > (keys[index]?.limit ?? 0) ? [this.counts.secondsUntil(expiresAt)] : [],
    );
    return waits.length === 0 ? null : Math.max(...waits);
  }
}
