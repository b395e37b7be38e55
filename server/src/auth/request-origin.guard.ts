import {
  ADMIN_API_PATH,
  ADMIN_BASE_PATH,
  BASE_PATH,
  PUBLIC_CALLS,
  STAFF_CALLS,
} from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { forbidden } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';

/**
 * Rejects state-changing calls from other sites. Browsers set `Sec-Fetch-Site` and `Origin`, and pages can't forge
 * them. A client that sends neither is not a browser, so it carries no victim's cookie.
 */
@Injectable()
export class RequestOriginGuard implements CanActivate {
  constructor(private readonly environment: Environment) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (routeOf(request) === ONE_CLICK) return true;
    if (isChanging(request) && this.isForeign(request)) throw forbidden(STAFF_MESSAGES.otherSite);
    return true;
  }

  /** Public calls are checked too: another site can't send the cookie (`Lax`), but its form could begin a draft. */
  private isForeign(request: Request): boolean {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    const isStaffCall = routeOf(request).startsWith(ADMIN_BASE_PATH);
    if (site === 'cross-site') return isStaffCall || !this.isAllowed(origin);
    if (site === 'same-site' && !this.isAllowed(origin)) return true;
    if (origin === undefined) return false;
    // The page hides its origin, so only `Sec-Fetch-Site` can tell.
    if (origin === 'null') return site !== 'same-origin';
    return !this.isAllowed(origin) && !this.isOurs(origin, request);
  }

  private isAllowed(origin: string | undefined): boolean {
    return origin !== undefined && this.environment.allowedOrigins.includes(origin);
  }

  private isOurs(origin: string, request: Request): boolean {
    const scheme = request.secure ? 'https' : 'http';
    return (
      origin === this.environment.publicBaseUrl ||
      origin === `${scheme}://${request.get('host') ?? ''}`
    );
  }
}

/** Mail programs make this call (RFC 8058). It needs no cookie: the link's token is enough. */
export const ONE_CLICK = BASE_PATH + PUBLIC_CALLS.unsubscribe;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A GET by specification, although it sends mail. */
export const FOLLOW_UP = ADMIN_API_PATH + STAFF_CALLS.followUp;

export function isChanging(request: Request): boolean {
  return !SAFE_METHODS.has(request.method) || routeOf(request) === FOLLOW_UP;
}
