import { BASE_PATH } from '@kidlab/contract';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestMiddleware,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session from 'express-session';

import { sessionExpired } from '../common/failures.js';
import { renewKeptSession, sessionStep } from '../common/session-steps.js';
import { rowOf, type SessionRow, SessionStore } from '../common/session-store.js';
import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';

/** Not the staff's cookie: the two never meet. */
const COOKIE_NAME = 'kidlab.registration';
const HOUR = 3_600_000;

declare module 'express-session' {
  interface SessionData {
    /** Set at step 1: this browser is registering a family. */
    isRegistrant?: true;
    /** The family for which this browser has accepted the agreement: whatever becomes of it, the browser may be told. */
    acceptedGuid?: string;
  }
}

/**
 * The registrant's browser session, kept in PostgreSQL. What belongs to it, and for how long, stands in the family's
 * row; the session itself only says which browser this is. A row is made at step 1, not for every visitor.
 */
@Injectable()
export class RegistrationSession implements NestMiddleware, OnModuleDestroy {
  private readonly store: SessionStore;
  private readonly handler: RequestHandler;

  constructor(statements: Statements, environment: Environment, secrets: Secrets) {
    this.store = new SessionStore(statements);
    this.handler = session({
      // Browsers take a name that begins so from an HTTPS answer alone: no page of a sibling host in plain HTTP plants one.
      name: environment.publicBaseUrl.startsWith('https:')
        ? `__Secure-${COOKIE_NAME}`
        : COOKIE_NAME,
      secret: [...secrets.sessionSecrets],
      store: this.store,
      resave: false,
      saveUninitialized: false,
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

  use(request: Request, response: Response, next: NextFunction): void {
    this.handler(request, response, next);
  }

  onModuleDestroy(): void {
    this.store.close();
  }
}

/**
 * Begins a registrant's session under an id that nobody knew before: neither the family that sat at this browser an
 * hour ago nor whoever planted a cookie has a part in it.
 * @returns what the caller has to write before it answers; `null` when it is written.
 */
export async function renewSession(request: Request): Promise<NewSession | null> {
  if (request.session.isRegistrant === true) {
    await renewKeptSession(request, { isRegistrant: true });
    return null;
  }
  // Every kept session has that mark, so this one was made for this call, with an id that nobody knows.
  request.session.isRegistrant = true;
  const row = await rowOf(request);
  return { row, keep: () => sessionStep((callback) => request.session.save(callback)) };
}

/** A session that is not in the table yet. */
export interface NewSession {
  /** To be written along with its draft. */
  readonly row: SessionRow;
  /** Writes it alone. */
  readonly keep: () => Promise<void>;
}

/** For calls that look at nothing without a session. */
@Injectable()
export class RegistrantGuard implements CanActivate {
  /** @throws 401 */
  canActivate(context: ExecutionContext): boolean {
    const { session } = context.switchToHttp().getRequest<Request>();
    if (session.isRegistrant !== true) throw sessionExpired();
    return true;
  }
}

/** The id of the live session behind a call; `null` when there is none. */
export const RegistrantSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => {
    const request = context.switchToHttp().getRequest<Request>();
    return request.session.isRegistrant === true ? request.sessionID : null;
  },
);
