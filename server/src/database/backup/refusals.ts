import type { Client } from 'pg';

import { BackupFault } from './fault.js';
import { quoted, tablesOf } from './tables.js';

/** @throws BackupFault when a server is connected. */
export async function refuseWhenInUse(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'kidlab'`,
  );
  if (rows[0]?.count !== 0) {
    throw new BackupFault('A server uses the database: stop all of them first.');
  }
}

/** @throws BackupFault when a table has a row. */
export async function refuseRows(client: Client): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new BackupFault(
      `The database is not empty (${name}). With --replace, what it holds is deleted and the backup takes its place.`,
    );
  }
}
