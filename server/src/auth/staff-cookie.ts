import { ADMIN_BASE_PATH, SIGN_IN } from '@kidlab/contract';
import { Injectable, type NestMiddleware, type OnModuleDestroy } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session from 'express-session';

import { sessionStep } from '../common/session-steps.js';
import { rowOf, type SessionRow, SessionStore } from '../common/session-store.js';
import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { signedValue } from './signed-cookie.js';

const COOKIE_NAME = 'kidlab.staff';
const HOUR = 3_600;
/** Calls that begin and end no session: they need to know who calls, and no more. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

declare module 'express-session' {
  interface SessionData {
    /** Makes the session one that is kept; who is signed in stands in columns of its row. */
    isStaff?: true;
  }
}

/**
 * The staff's cookie: signed with a key of its own, so that a registrant's never counts as one, and never written again
 * after the login. It lasts until the browser closes; the server ends the session before.
 */
@Injectable()
export class StaffCookie implements NestMiddleware, OnModuleDestroy {
  private readonly store: SessionStore;
  private readonly handler: RequestHandler;
  private readonly keys: readonly string[];
  private readonly name: string;
  private readonly path: string;
  private readonly isHttps: boolean;

  constructor(statements: Statements, environment: Environment, secrets: Secrets) {
    this.isHttps = environment.publicBaseUrl.startsWith('https:');
    // Browsers take a name that begins so only with `Secure`, without a domain and for the whole host.
    this.name = this.isHttps ? `__Host-${COOKIE_NAME}` : COOKIE_NAME;
    this.path = this.isHttps ? '/' : ADMIN_BASE_PATH;
    this.store = new SessionStore(statements, {
      ttl: SIGN_IN.sessionHours * HOUR,
      disableTouch: true,
      // The registrants' store does that for the table.
      pruneSessionInterval: false,
    });
    this.keys = secrets.keysFor('staff-session').map((key) => key.toString('base64url'));
    this.handler = session({
      name: this.name,
      secret: [...this.keys],
      store: this.store,
      resave: false,
      saveUninitialized: false,
      cookie: { path: this.path, httpOnly: true, sameSite: 'strict', secure: this.isHttps },
    });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    if (READING.has(request.method)) next();
    else this.handler(request, response, next);
  }

  /** The id of the session that the browser says it has, in a cookie of ours; whether it lives is another question. */
  idOf(request: Request): string | null {
    return signedValue(request.headers.cookie, this.name, this.keys);
  }

  /**
   * A session under an id that nobody knew before; the one that the browser had is gone. The caller writes its row, before the call
   * is answered. (Where there was one, express-session writes the new one's content once more at the end of the call.)
   */
  async renew(request: Request): Promise<SessionRow> {
    // Every kept session has that mark: one without it was made for this call, with an id that nobody knows.
    if (request.session.isStaff === true) {
      await sessionStep((callback) => request.session.regenerate(callback));
    }
    request.session.isStaff = true;
    return rowOf(request);
  }

  /** Takes the cookie from the browser and the session from the table. */
  async end(request: Request, response: Response): Promise<void> {
    const current = request.session as Request['session'] | undefined;
    if (current !== undefined) await sessionStep((callback) => current.destroy(callback));
    response.clearCookie(this.name, {
      path: this.path,
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isHttps,
    });
  }

  onModuleDestroy(): void {
    this.store.close();
  }
}
