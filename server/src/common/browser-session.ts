import { promisify } from 'node:util';

import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData, type SessionOptions } from 'express-session';
import type { DataSource } from 'typeorm';

import { poolOf } from './statements.js';

const PostgresStore = connectPgSimple(session);

/** express-session, stored in the table `sessions`. The retention job removes expired rows. */
export function browserSession(
  dataSource: DataSource,
  options: Omit<SessionOptions, 'store' | 'resave' | 'saveUninitialized'>,
  store: { ttl?: number; disableTouch?: boolean } = {},
): RequestHandler {
  return session({
    ...options,
    store: new PostgresStore({
      ...store,
      pool: poolOf(dataSource),
      tableName: 'sessions',
      pruneSessionInterval: false,
    }),
    resave: false,
    saveUninitialized: false,
  });
}

/**
 * Starts a session for a browser that has none. It is saved before the response is sent; otherwise a failed save would
 * go unnoticed, and the browser's next call would have no session.
 */
export async function beginSession(request: Request, content: Partial<SessionData>): Promise<void> {
  Object.assign(request.session, content);
  await promisify(request.session.save.bind(request.session))();
}

/** Replaces the browser's session by a new one with a new id. */
export async function renewSession(request: Request, content: Partial<SessionData>): Promise<void> {
  await promisify(request.session.regenerate.bind(request.session))();
  await beginSession(request, content);
}

export async function destroySession(request: Request): Promise<void> {
  await promisify(request.session.destroy.bind(request.session))();
}
