import { DataSource, MigrationExecutor } from 'typeorm';

import { dataSourceOptions } from './data-source.js';

/** Any number will do, as long as every server process takes the same. */
export const MIGRATION_LOCK = 4_715_120;

/** A long migration is no error. SET LOCAL, unlike a connection's options, also works through a pooler. */
const NO_TIME_OUTS = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/**
 * Brings the schema up to date. Several servers may start at once: an advisory lock lets one of them work while the
 * others wait. The lock belongs to a transaction, not to the session, so that it also holds through a pooler that hands
 * out connections by transaction.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const source = new DataSource(dataSourceOptions(url));
  await source.initialize();
  try {
    return await source.transaction(async (holder) => {
      await holder.query(NO_TIME_OUTS);
      await holder.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      // In this transaction too: without its time-outs, and over when the lock is.
      const migrations = new MigrationExecutor(source, holder.queryRunner);
      const applied = await migrations.executePendingMigrations();
      return applied.map((migration) => migration.name);
    });
  } finally {
    await source.destroy();
  }
}
