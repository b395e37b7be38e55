import { BASE_PATH } from '@kidlab/contract';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { DataSource } from 'typeorm';

import { browserSession } from '../common/browser-session.js';
import { HOUR } from '../common/durations.js';
import { sessionExpired } from '../common/http-error.js';
import { firstGroups, readIpAddress } from '../common/ip-address.js';
import type { Environment } from '../config/environment.js';
import type { Secrets } from '../config/secrets.js';

/** Separate from the staff cookie. */
const COOKIE_NAME = 'kidlab.registration';

declare module 'express-session' {
  interface SessionData {
    isRegistrant?: true;
    /** The family for which this browser accepted the agreement. The browser may later learn its status. */
    acceptedGuid?: string;
  }
}

/**
 * The registrant's browser session. It only identifies the browser. The family's row says what belongs to the session
 * and until when. The session's row is created at step 1, not for every visitor.
 */
export function registrationSession(
  dataSource: DataSource,
  environment: Environment,
  secrets: Secrets,
): RequestHandler {
  return browserSession(dataSource, {
    // Browsers accept the prefix only over HTTPS, so a sibling host on plain HTTP can't set such a cookie.
    name: environment.publicBaseUrl.startsWith('https:') ? `__Secure-${COOKIE_NAME}` : COOKIE_NAME,
    secret: [...secrets.sessionSecrets],
    rolling: true,
    cookie: {
      path: BASE_PATH,
      httpOnly: true,
      sameSite: 'lax',
      secure: 'auto',
      maxAge: environment.registrationTokenHours * HOUR,
    },
  });
}

@Injectable()
export class RegistrantGuard implements CanActivate {
  /** @throws 401 */
  canActivate(context: ExecutionContext): boolean {
    const { session } = context.switchToHttp().getRequest<Partial<Request>>();
    if (session?.isRegistrant !== true) throw sessionExpired();
    return true;
  }
}

/** The session id. It may be new or empty (express-session skips paths in capitals); neither owns a draft. */
export const RegistrantSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<Partial<Request>>().sessionID ?? '',
);

/** Where an agreement was accepted: only enough to show that it came from our page. */
export interface ConsentPlace {
  /** The page's origin as the browser sends it; `null` if the client sends none. */
  readonly origin: string | null;
  /** The client's network: the first 24 bits of an IPv4 address, 48 of an IPv6 one. Thousands share it. */
  readonly network: string | null;
}

const MAX_ORIGIN = 200;
const ORIGIN = /^https?:\/\/[^\s/]+$/;
const KEPT_GROUPS = 3;

/** The network of an address, in CIDR notation; `null` if it is not an address. */
export function truncatedNetwork(address: string): string | null {
  const read = readIpAddress(address);
  if (read === null) return null;
  if (read instanceof ipaddr.IPv4) return `${read.octets.slice(0, 3).join('.')}.0/24`;
  return `${firstGroups(read, KEPT_GROUPS)}::/48`;
}

export function placeOf(origin: string | undefined, address: string | undefined): ConsentPlace {
  const isOrigin = origin !== undefined && origin.length <= MAX_ORIGIN && ORIGIN.test(origin);
  return { origin: isOrigin ? origin : null, network: truncatedNetwork(address ?? '') };
}
