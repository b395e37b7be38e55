import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import type { Pool } from 'pg';

import type { Statements } from './statements.js';

const Store = connectPgSimple(session);

/** The store of the browser sessions, on TypeORM's own pool: one limit for all connections of this process. Its statements are prepared. */
export function sessionStore(
  statements: Statements,
  options: Omit<connectPgSimple.PGStoreOptions, 'pool' | 'tableName'> = {},
): connectPgSimple.PGStore {
  // All that the store asks of a pool.
  const pool = {
    query: async (text: string, values: unknown[]) => ({
      rows: await statements.rows({ text, values }),
    }),
  };
  return new Store({ ...options, pool: pool as unknown as Pool, tableName: 'sessions' });
}
