import { DataSource, MigrationExecutor } from 'typeorm';

import { withoutTimeout } from '../common/steady-client.js';
import { dataSourceOptions } from './data-source.js';

/** An arbitrary number, shared by all server processes. */
export const MIGRATION_LOCK = 4_715_120;

/** A migration may take long. SET LOCAL, unlike options of the connection, also works through a pooler. */
const NO_TIME_OUTS = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/**
 * Brings the schema up to date. When several servers start at once, an advisory lock lets one of them work while the
 * others wait. It is a transaction lock, so it also works through a pooler in transaction mode.
 * @returns the names of the applied migrations
 */
export async function migrate(url: string): Promise<string[]> {
  const source = new DataSource(dataSourceOptions(url));
  await source.initialize();
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
  } finally {
    await source.destroy();
  }
}
