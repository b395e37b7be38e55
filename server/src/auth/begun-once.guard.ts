import { ADMIN_BASE_PATH, LOGOUT_PATH } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { unknownOutcome } from '../common/failures.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';
import { RateCounts } from '../rate-limit/rate-counts.service.js';
import { isChanging } from './request-origin.guard.js';

/** By this a proxy names a call, the same at each server that it tries. */
const HEADER = 'X-Call-Id';
const WELL_FORMED = /^[A-Za-z0-9-]{16,64}$/;
/** Much longer than a proxy tries. */
const WINDOW_MINUTES = 10;

/**
 * Staff calls that change something begin once, so that a proxy may bring one that a server left unanswered to
 * another: was it lost on the way to a server that stops, the other does it; had it begun, nobody knows how it ended,
 * and it is not done twice. Families' calls need none of this: each of them may be repeated.
 */
@Injectable()
export class BegunOnceGuard implements CanActivate {
  private readonly hasProxy: boolean;

  constructor(
    private readonly counts: RateCounts,
    environment: Environment,
  ) {
    this.hasProxy = environment.trustProxyHops > 0;
  }

  /** @throws 502 when it has begun before. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const id = request.get(HEADER) ?? '';
    if (!this.hasProxy || !WELL_FORMED.test(id)) return true;
    const route = routeOf(request);
    // Who logs out is to be logged out, however often it is asked.
    if (route === LOGOUT_PATH) return true;
    if (!route.startsWith(ADMIN_BASE_PATH) || !isChanging(request)) return true;
    const begun = await this.counts.count(`begun:${id}`, WINDOW_MINUTES);
    if (begun.count > 1) throw unknownOutcome();
    return true;
  }
}
