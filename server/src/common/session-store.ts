import connectPgSimple from 'connect-pg-simple';
import type { Request } from 'express';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';

import { sessionStep } from './session-steps.js';
import type { Statements } from './statements.js';

type Options = Omit<connectPgSimple.PGStoreOptions, 'pool' | 'tableName'>;

/** A row of the table of sessions. */
export interface SessionRow {
  readonly sid: string;
  /** JSON; a registrant's says in `cookie.expires` until when the session lasts, a staff member's cookie has no end. */
  readonly sess: string;
}

/** The store of the browser sessions, on TypeORM's own pool: one limit for all connections of this process. Its statements are prepared. */
export class SessionStore extends connectPgSimple(session) {
  /** By the ids of sessions whose rows somebody else writes. */
  private readonly writers = new Map<string, (session: SessionData) => void>();

  constructor(statements: Statements, options: Options = {}) {
    // All that the store asks of a pool.
    const pool = {
      query: async (text: string, values: unknown[]) => ({
        rows: await statements.rows({ text, values }),
      }),
    };
    super({ ...options, pool: pool as unknown as Pool, tableName: 'sessions' });
  }

  override set(sid: string, content: SessionData, done?: (error?: unknown) => void): void {
    const writer = this.writers.get(sid);
    if (writer === undefined) {
      super.set(sid, content, done);
    } else {
      writer(content);
      done?.();
    }
  }

  /** What is to be done with the next content of a session, instead of saving it. */
  async divert(
    sid: string,
    writer: (content: SessionData) => void,
    save: () => Promise<void>,
  ): Promise<void> {
    this.writers.set(sid, writer);
    try {
      await save();
    } finally {
      this.writers.delete(sid);
    }
  }
}

/**
 * What saving a call's session would write. It counts as saved from then on: the caller writes the row, before the call is
 * answered. Its store is the call's own: a middleware is made anew beside the provider of its class.
 */
export async function rowOf({ session: current, sessionStore }: Request): Promise<SessionRow> {
  const store = sessionStore as unknown as SessionStore;
  let sess = '';
  const note = (content: SessionData): void => {
    sess = JSON.stringify(content);
  };
  await store.divert(current.id, note, () => sessionStep((callback) => current.save(callback)));
  if (sess === '') throw new Error('the session went elsewhere');
  return { sid: current.id, sess };
}
