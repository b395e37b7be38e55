import { LENGTH } from '@kidlab/contract';
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';

import { tooManyRequests } from '../common/http-error.js';
import { logErrors } from '../common/jobs.js';
import { SERVER_MESSAGES } from '../common/messages.js';
import { cleanText, queriedAddress } from '../common/field.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';
import {
  limitOf,
  LINK_WINDOW_MINUTES,
  RATE_LIMITS,
  RATE_WINDOW_MINUTES,
  type RateLimit,
  type RateLimitName,
} from './limit-of.js';
import { clientNetwork, type Counted, RateCounts } from './rate-counts.service.js';

/** Statuses of calls that did nothing with their e-mail address. */
const WITHOUT_EFFECT: readonly number[] = [400, 404, 429];

/**
 * Counts each call by client and by mailed link before all other guards, and by e-mail address after them. While the
 * database is unavailable, calls get a 503, as they would later anyway.
 */
@Injectable()
export class RateLimitGuard implements CanActivate, NestInterceptor {
  constructor(
    private readonly counts: RateCounts,
    private readonly environment: Environment,
  ) {}

  /** @throws 429 with `Retry-After` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const limit = this.limitOf(request);
    if (limit === null) return true;
    const key = `${limit.name}:client:${clientNetwork(request.ip ?? '')}`;
    const counted = await this.counts.count(key, RATE_WINDOW_MINUTES);
    if (counted.count > limit.perClient) throw tooMany(counted);
    if (limit.perLink !== undefined) await this.countLink(request, limit.name, limit.perLink);
    return true;
  }

  /** @throws 429 with `Retry-After` */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const limit = this.limitOf(request);
    const most = limit?.perEmail ?? limit?.perEmailOfClient;
    const email = namedAddress(request);
    if (limit === null || most === undefined || email === null) return next.handle();
    const from = limit.perEmail === undefined ? ` of ${clientNetwork(request.ip ?? '')}` : '';
    const key = `${limit.name}:email:${email}${from}`;
    // The count comes before the bot check, so calls without effect are subtracted again.
    const giveBack = async (error: unknown): Promise<never> => {
      const status = error instanceof HttpException ? error.getStatus() : 500;
      if (WITHOUT_EFFECT.includes(status)) {
        await logErrors('give back a count', () => this.counts.giveBack(key));
      }
      throw error;
    };
    const counted = await this.counts.count(key, RATE_WINDOW_MINUTES);
    if (counted.count > most) await giveBack(tooMany(counted));
    return next.handle().pipe(catchError(giveBack));
  }

  /** @throws 429 */
  private async countLink({ query }: Request, name: string, most: number): Promise<void> {
    const { guid } = query;
    if (typeof guid !== 'string') return;
    const key = `${name}:link:${cleanText(guid)}`;
    const counted = await this.counts.count(key, LINK_WINDOW_MINUTES);
    if (counted.count > most) {
      throw tooManyRequests(SERVER_MESSAGES.linkUsedOften, counted.seconds);
    }
  }

  private limitOf(request: Request): (RateLimit & { readonly name: RateLimitName }) | null {
    const name = this.environment.rateLimit ? limitOf(routeOf(request)) : null;
    return name === null ? null : { name, ...RATE_LIMITS[name] };
  }
}

const tooMany = ({ seconds }: Counted): Error =>
  tooManyRequests(SERVER_MESSAGES.tooManyRequests, seconds);

/** The e-mail address in the body or query of a call, or `null`. */
function namedAddress({ body, query }: Request): string | null {
  const named = [body, query].map((sent) => (sent as { email?: unknown } | undefined)?.email);
  const text = named.find((value) => typeof value === 'string');
  if (text === undefined) return null;
  // Normalized as the endpoint does; otherwise each spelling would count separately.
  const address = queriedAddress(cleanText(text));
  return address.includes('@') && address.length <= LENGTH.email ? address : null;
}
