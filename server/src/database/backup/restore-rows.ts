import type { Client } from 'pg';

import { migrate } from '../migrate.js';
import { connected, inTransaction } from './connect.js';
import { BackupFault } from './fault.js';
import { compare, type Manifest } from './manifest.js';
import { refuseRows } from './refusals.js';
import { readRowsFile } from './rows-file.js';
import { migrationsOf, quoted, readRows, tablesOf } from './tables.js';

/** Brings back rows that the product wrote itself. An older backup gets the tables of its own time first. */
export async function restoreRows(
  url: string,
  file: string,
  manifest: Manifest,
  replace: boolean,
): Promise<void> {
  await connected(url, async (client) => {
    if ((await migrationsOf(client)) === null) await migrate(url, manifest.migrations);
    await refuseOtherSchema(client, manifest);
    await inTransaction(client, 'BEGIN', () => fill(client, file, manifest, replace));
  });
}

async function fill(
  client: Client,
  file: string,
  manifest: Manifest,
  replace: boolean,
): Promise<void> {
  const tables = await tablesOf(client);
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  await client.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  if (!replace) await refuseRows(client);
  // Rules that speak of changes: what is brought back has obeyed them once. Foreign keys and checks hold all the time.
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  }
  await client.query(`TRUNCATE ${names}`);
  await readRowsFile(client, file, new Map(tables.map((table) => [table.name, table])));
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  }
  for (const table of tables) compare(manifest, table.name, await readRows(client, table));
  for (const [name, next] of Object.entries(manifest.sequences)) {
    await client.query('SELECT setval($1::regclass, $2, false)', [quoted(name), next]);
  }
}

async function refuseOtherSchema(client: Client, manifest: Manifest): Promise<void> {
  const found = await migrationsOf(client);
  if (found?.join() === manifest.migrations.join()) return;
  throw new BackupFault(
    'The database has tables of another version than the backup: restore into an empty database (CREATE DATABASE), which gets the right ones.',
  );
}
