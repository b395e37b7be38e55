import { DataSource } from 'typeorm';

import { dataSourceOptions } from './data-source.js';

/** Any number will do, as long as every server process takes the same. */
const MIGRATION_LOCK = 4_715_120;

/**
 * Brings the schema up to date. Several servers may start at once: an advisory lock lets one of them work while the
 * others wait.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const source = new DataSource(dataSourceOptions(url));
  await source.initialize();
  try {
    const runner = source.createQueryRunner();
    try {
      // A long migration, or a long wait for another server's, is no fault.
      await runner.query('SET statement_timeout = 0');
      await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const applied = await source.runMigrations();
      return applied.map((migration) => migration.name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock_all()');
      await runner.release();
    }
  } finally {
    await source.destroy();
  }
}
