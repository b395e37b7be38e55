import { ADMIN_BASE_PATH, BASE_PATH, PUBLIC_CALLS } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { forbidden } from '../common/failures.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';

/**
 * Refuses calls that change something when another site's page has sent them: browsers say so in headers that no
 * page can forge. Clients that send neither header are no browsers, and nobody's cookie is with them by accident.
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

  /** Public calls are asked, too: no cookie comes from elsewhere (`Lax`), but a form there could begin a draft here. */
  private isForeign(request: Request): boolean {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    const isStaffCall = routeOf(request).startsWith(ADMIN_BASE_PATH);
    if (site === 'cross-site') return isStaffCall || !this.isAllowed(origin);
    if (site === 'same-site' && !this.isAllowed(origin)) return true;
    if (origin === undefined) return false;
    // A page that hides where it is: the other header alone tells whose it is.
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

/**
 * A mail program makes this call, from any site: the token of the mailed link says enough, and no cookie is asked
 * for.
 */
export const ONE_CLICK = BASE_PATH + PUBLIC_CALLS.unsubscribe;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Documented as a GET, and sends mail. */
const FOLLOW_UP = '/emails/send-follow-up-emails';

export function isChanging(request: Request): boolean {
  return !SAFE_METHODS.has(request.method) || routeOf(request).endsWith(FOLLOW_UP);
}
