import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

import type { Client } from 'pg';

import { MIGRATIONS } from '../data-source.js';
import { migrate } from '../migrate.js';
import { connected, inTransaction } from './connect.js';
import { BackupFault } from './fault.js';
import { checkedManifest, type Manifest } from './manifest.js';
import { migrationsOf, quoted, readRows, type Table, tablesOf, writeRows } from './tables.js';

/** Rows that are read from the file before they are written. */
const BATCH = 1_000;
const TABLE_LINE = '# table ';

/** How a restore may go about it. */
export interface RestoreOptions {
  /** Takes the place of what the database holds. */
  readonly replace: boolean;
}

/**
 * Brings back what a backup holds, in one transaction: after a fault, or when what was written is not to the letter what was
 * read, the database is as it was. An older backup gets the tables of its own time first, and then the later migrations.
 * @throws BackupFault when the file is damaged, the database is in use or not empty.
 */
export async function restoreBackup(
  url: string,
  file: string,
  { replace }: RestoreOptions,
): Promise<Manifest> {
  const manifest = await checkedManifest(file);
  const known = MIGRATIONS.map(({ name }) => name);
  if (manifest.migrations.some((name) => !known.includes(name))) {
    throw new BackupFault('The backup was made by a newer version of this program: use that one.');
  }
  await connected(url, async (client) => {
    await refuseWhenInUse(client);
    if ((await migrationsOf(client)) === null) await migrate(url, manifest.migrations);
    await refuseOtherSchema(client, manifest);
    await inTransaction(client, 'BEGIN', () => fill(client, file, manifest, replace));
  });
  await migrate(url);
  return manifest;
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
  if (!replace) await refuseRows(client, tables);
  // Rules that speak of changes: what is brought back has obeyed them once. Foreign keys and checks hold all the time.
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  }
  await client.query(`TRUNCATE ${names}`);
  await copyRows(client, file, new Map(tables.map((table) => [table.name, table])));
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  }
  for (const table of tables) {
    const found = await readRows(client, table);
    const expected = manifest.tables[table.name] ?? { rows: 0, sha256: '' };
    if (found.rows !== expected.rows || (found.rows > 0 && found.sha256 !== expected.sha256)) {
      throw new BackupFault(
        `Table ${table.name} is not what was backed up (${String(found.rows)} of ${String(expected.rows)} rows, or other content). Nothing was changed.`,
      );
    }
  }
  for (const [name, next] of Object.entries(manifest.sequences)) {
    await client.query('SELECT setval($1::regclass, $2, false)', [quoted(name), next]);
  }
}

/** Reads the file line by line and writes its rows. */
async function copyRows(
  client: Client,
  file: string,
  tables: ReadonlyMap<string, Table>,
): Promise<void> {
  let table: Table | undefined;
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    if (table !== undefined && waiting.length > 0) await writeRows(client, table, waiting);
    waiting = [];
  };
  for await (const line of linesOf(file)) {
    if (line.startsWith(TABLE_LINE)) {
      await flush();
      const name = line.slice(TABLE_LINE.length);
      table = tables.get(name);
      if (table === undefined)
        throw new BackupFault(`Table ${name} of the backup is not known here.`);
    } else {
      waiting.push(line);
      if (waiting.length === BATCH) await flush();
    }
  }
  await flush();
}

/** By line feeds alone: readline would also cut at other characters, which names may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = createGunzip();
  source.once('error', (error) => text.destroy(error));
  let rest = '';
  for await (const part of source.pipe(text).setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function refuseWhenInUse(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'kidlab'`,
  );
  if (rows[0]?.count !== 0) {
    throw new BackupFault('A server uses the database: stop all of them first.');
  }
}

async function refuseOtherSchema(client: Client, manifest: Manifest): Promise<void> {
  const found = await migrationsOf(client);
  if (found?.join() === manifest.migrations.join()) return;
  throw new BackupFault(
    'The database has tables of another version than the backup: restore into an empty database (CREATE DATABASE), which gets the right ones.',
  );
}

async function refuseRows(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new BackupFault(
      `The database is not empty (${name}). With --replace, what it holds is deleted and the backup takes its place.`,
    );
  }
}
