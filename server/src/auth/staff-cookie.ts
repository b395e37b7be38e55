import { ADMIN_BASE_PATH } from '@kidlab/contract';
import type { CookieOptions, RequestHandler } from 'express';
import type { DataSource } from 'typeorm';

import { browserSession } from '../common/browser-session.js';
import { HOUR } from '../common/durations.js';
import { SIGN_IN } from '../common/staff.js';
import type { Environment } from '../config/environment.js';
import type { Secrets } from '../config/secrets.js';

const COOKIE_NAME = 'kidlab.staff';

declare module 'express-session' {
  interface SessionData {
    /** Set at login. Columns of the session's row tell which user it is. */
    isStaff?: true;
  }
}

/** Name and attributes of the staff cookie. It lasts until the browser closes; the server ends the session earlier. */
export function staffCookie({ publicBaseUrl }: Environment): {
  name: string;
  options: CookieOptions;
} {
  const isHttps = publicBaseUrl.startsWith('https:');
  return {
    // Browsers accept the prefix only with `Secure`, without a domain, and for the path `/`.
    name: isHttps ? `__Host-${COOKIE_NAME}` : COOKIE_NAME,
    options: {
      path: isHttps ? '/' : ADMIN_BASE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps,
    },
  };
}

/** The staff session. It has its own signing key, so a registrant's cookie is never accepted as a staff cookie. */
export function staffSession(
  dataSource: DataSource,
  environment: Environment,
  secrets: Secrets,
): RequestHandler {
  const { name, options } = staffCookie(environment);
  return browserSession(
    dataSource,
    {
      name,
      secret: secrets.keysFor('staff-session').map((key) => key.toString('base64url')),
      cookie: options,
    },
    // In seconds. The end of a session is fixed at login.
    { ttl: (SIGN_IN.sessionHours * HOUR) / 1_000, disableTouch: true },
  );
}
