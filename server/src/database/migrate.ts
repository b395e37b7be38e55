import { DataSource, type DataSourceOptions } from 'typeorm';

import { dataSourceOptions, MIGRATIONS } from './data-source.js';

/** Any number will do, as long as every server process takes the same. */
export const MIGRATION_LOCK = 4_715_120;

const NO_TIME_OUTS = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/** A long migration, or a long wait for another server's, is no fault: no time-out of PostgreSQL's holds here. */
function patientOptions(url: string, names: readonly string[] | null): DataSourceOptions {
  const options = dataSourceOptions(url);
  const extra = options.extra as Record<string, unknown>;
  return {
    ...options,
    migrations: MIGRATIONS.filter(({ name }) => names === null || names.includes(name)),
    extra: { ...extra, ...NO_TIME_OUTS },
  };
}

/**
 * Brings the schema up to date. Several servers may start at once: an advisory lock lets one of them work while the
 * others wait. The lock belongs to a transaction, not to the session, so that it also holds through a pooler that hands
 * out connections by transaction.
 * @param names the migrations to apply; by default all of them.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(
  url: string,
  names: readonly string[] | null = null,
): Promise<string[]> {
  const source = new DataSource(patientOptions(url, names));
  await source.initialize();
  try {
    return await source.transaction(async (holder) => {
      await holder.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      const applied = await source.runMigrations();
      return applied.map((migration) => migration.name);
    });
  } finally {
    await source.destroy();
  }
}
