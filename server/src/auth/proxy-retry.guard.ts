import { ADMIN_BASE_PATH, LOGOUT_PATH } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { unknownOutcome } from '../common/http-error.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';
import { RateCounts } from '../rate-limit/rate-counts.service.js';
import { isChanging } from './request-origin.guard.js';

/** The proxy's id of a call. A retry at another server carries the same id. */
const HEADER = 'X-Call-Id';
const WELL_FORMED = /^[A-Za-z0-9-]{16,64}$/;
/** Much longer than a proxy retries. */
const WINDOW_MINUTES = 10;

/**
 * Runs each staff call that changes something at most once, so a proxy may retry it at another server. If the first
 * server never received the call, the second one runs it. If the first one had begun, the outcome is unknown and the
 * retry gets 502. Public calls don't need this: each of them can be repeated.
 * Not the `Idempotency-Key` of forms: see `common/saved-form.ts`.
 */
@Injectable()
export class ProxyRetryGuard implements CanActivate {
  constructor(
    private readonly counts: RateCounts,
    private readonly environment: Environment,
  ) {}

  /** @throws 502 when a server has begun this call before. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const id = request.get(HEADER) ?? '';
    if (this.environment.trustProxyHops === 0 || !WELL_FORMED.test(id)) return true;
    const route = routeOf(request);
    // Logging out twice does no harm.
    if (route === LOGOUT_PATH) return true;
    if (!route.startsWith(ADMIN_BASE_PATH) || !isChanging(request)) return true;
    const begun = await this.counts.count(`begun:${id}`, WINDOW_MINUTES);
    if (begun.count > 1) throw unknownOutcome();
    return true;
  }
}
