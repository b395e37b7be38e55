import connectPgSimple from 'connect-pg-simple';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';

import { sessionStep } from './session-steps.js';
import type { Statements } from './statements.js';

type Options = Omit<connectPgSimple.PGStoreOptions, 'pool' | 'tableName'>;

/** A row of the table of sessions. */
export interface SessionRow {
  readonly sid: string;
  /** JSON; it says in `cookie.expires` until when the session lasts. */
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

  /**
   * What saving a session would write. It counts as saved from then on: the caller writes the row, before the call is answered.
   * @param current whose cookie has an end, which is the row's.
   */
  async rowOf(current: session.Session & Partial<SessionData>): Promise<SessionRow> {
    const { id: sid } = current;
    let sess = '';
    this.writers.set(sid, (content) => {
      sess = JSON.stringify(content);
    });
    try {
      await sessionStep((callback) => current.save(callback));
    } finally {
      this.writers.delete(sid);
    }
    return { sid, sess };
  }
}
