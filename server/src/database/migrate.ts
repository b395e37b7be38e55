import { DataSource, MigrationExecutor } from 'typeorm';

import { withoutTimeout } from '../common/timed-client.js';
import { ConfigurationError } from '../config/readers.js';
import { dataSourceOptions } from './data-source.js';

/** An arbitrary number, shared by all server processes. */
export const MIGRATION_LOCK = 4_715_120;

/** A migration may take long. SET LOCAL, unlike options of the connection, also works through a pooler. */
const NO_TIME_OUTS = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

const EXAMPLE = 'postgres://user:password@localhost:5432/kidlab';
/** Mistakes in `DATABASE_URL`, by PostgreSQL's code. PostgreSQL's own messages may repeat a user's name. */
const MISTAKES: Readonly<Record<string, string>> = {
  '28P01': 'is refused: wrong user or password',
  '28000': 'is refused: wrong user, or sslmode is missing',
  '3D000': 'names a database that does not exist',
  '42501': 'names a user who may not make tables: let it own the database',
};

function explainMistake(error: unknown): never {
  const { code = '' } = error as { code?: string };
  const fault = MISTAKES[code];
  if (fault === undefined) throw error;
  throw new ConfigurationError('DATABASE_URL', fault, EXAMPLE);
}

/** Also explains what PostgreSQL has no code for, such as an invalid certificate. */
function explainNoConnection(error: unknown): never {
  const { code = '', message } = error as Error & { code?: string };
  const fault = MISTAKES[code] ?? `cannot be reached (${code === '' ? message : code})`;
  throw new ConfigurationError('DATABASE_URL', fault, EXAMPLE);
}

/**
 * Brings the schema up to date. When several servers start at once, an advisory lock lets one of them work while the
 * others wait. It is a transaction lock, so it also works through a pooler in transaction mode.
 * @returns the names of the applied migrations
 * @throws ConfigurationError when the database cannot be reached, or may not be used
 */
export async function migrate(url: string): Promise<string[]> {
  const source = new DataSource(dataSourceOptions(url));
  await source.initialize().catch(explainNoConnection);
  try {
    return await source.transaction(async (holder) => {
      await holder.query(NO_TIME_OUTS);
      return withoutTimeout(holder, async () => {
        await holder.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
        // In the transaction of the lock, without time-outs.
        const migrations = new MigrationExecutor(source, holder.queryRunner);
        const applied = await migrations.executePendingMigrations();
        return applied.map((migration) => migration.name);
      });
    });
  } catch (error) {
    return explainMistake(error);
  } finally {
    await source.destroy();
  }
}
