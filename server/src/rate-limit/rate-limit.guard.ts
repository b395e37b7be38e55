import { LENGTH } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { tooManyRequests } from '../common/failures.js';
import { withAddress } from '../common/query-address.js';
import { onRefusal } from '../common/error.filter.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';
import { clientNetwork, type Counted, RateCounts } from './rate-counts.service.js';
import { limitOf, RATE_LIMITS, type RateLimit, type RateLimitName } from './limit-of.js';
import { SERVER_MESSAGES } from '../common/messages.js';

/** Answers that say that nothing was done to the address which the call has named. */
const WITHOUT_EFFECT: readonly number[] = [400, 404, 429];

/**
 * Before every call: counts it for its client and for the address that it names. While the database is away, calls
 * are answered 503: they need it themselves.
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
    if (name !== null) await this.count(name, request);
    return true;
  }

  private async count(name: RateLimitName, request: Request): Promise<void> {
    const { windowMinutes, perClient, perEmail, perEmailOf }: RateLimit = RATE_LIMITS[name];
    const client = clientNetwork(request.ip ?? '');
    const email = perEmail === null ? null : addressKey(request, perEmailOf, client);
    refuseOver(await this.counts.count(`${name}:client:${client}`, windowMinutes), perClient);
    if (perEmail === null || email === null) return;
    const key = `${name}:email:${email}`;
    // Counted before the bot check: what came to nothing is given back.
    if (perEmailOf === 'client') {
      onRefusal(request, WITHOUT_EFFECT, () => this.counts.giveBack(key));
    }
    refuseOver(await this.counts.count(key, windowMinutes), perEmail);
  }
}

function refuseOver({ count, seconds }: Counted, limit: number): void {
  if (count > limit) throw tooManyRequests(SERVER_MESSAGES.tooManyRequests, seconds);
}

/** What a call counts by beside its client; `null`: it names no address, or is in no position to. */
function addressKey(
  request: Request,
  countedOf: RateLimit['perEmailOf'],
  client: string,
): string | null {
  const address = namedAddress(request);
  if (address === null || countedOf === 'anybody') return address;
  if (countedOf === 'client') return `${address} of ${client}`;
  const { session, sessionID } = request as Partial<Pick<Request, 'session' | 'sessionID'>>;
  return session?.isRegistrant === true ? `${address} of ${String(sessionID)}` : null;
}

/** The e-mail address that a call names in its body or query, as it is compared everywhere; `null`: none that could be one. */
function namedAddress({ body, query }: Pick<Request, 'body' | 'query'>): string | null {
  const named = [own(body, 'email'), own(withAddress(query, 'email'), 'email')];
  const text = named.find((value) => typeof value === 'string');
  if (typeof text !== 'string' || text.length > LENGTH.email) return null;
  const address = text.normalize('NFC').trim().toLowerCase();
  return address.includes('@') ? address : null;
}

function own(source: unknown, field: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, field)) return null;
  return (source as Record<string, unknown>)[field];
}
