import { createHash } from 'node:crypto';

import type { Client } from 'pg';

import type { TableSum } from './manifest.js';

/** Rows that are fetched and written at once. */
const BATCH = 1_000;

/** A table that is backed up. */
export interface Table {
  readonly name: string;
  /** Those that are stored, not computed. */
  readonly columns: readonly string[];
  /** SQL: what its rows are ordered by. */
  readonly order: string;
}

/** `name` as SQL. Names come from the catalogue, never from a caller. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What the catalogue says of a table. */
export interface TableFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly keys: readonly string[] | null;
  readonly parents: readonly string[];
}

/**
 * SQL: the tables of the product. Left out are the list of migrations, which stands in the manifest, and unlogged tables:
 * they hold what may be lost at any crash.
 */
export const TABLES = `
  SELECT c.relname::text AS name,
    (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary) AS keys,
    ARRAY(SELECT f.confrelid::regclass::text FROM pg_constraint f
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS parents
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    AND c.relpersistence = 'p' AND c.relname <> 'migrations'
  ORDER BY c.relname`;

/** The tables of the product, those that others refer to first. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<TableFacts>(TABLES);
  const sorted: TableFacts[] = [];
  let rest = rows;
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const ready = rest.filter(({ parents }) => !parents.some((parent) => waiting.has(parent)));
    // Tables that refer to each other in a circle come in any order: then the restore fails by their constraints.
    const next = ready.length > 0 ? ready : rest;
    sorted.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return sorted.map(tableOf);
}

/** How the rows of a table are read. */
export function tableOf({ name, columns, keys }: TableFacts): Table {
  return {
    name,
    columns,
    // By bytes: the same order on every server, whatever its collation.
    order: (keys ?? columns).map((key) => `${quoted(key)}::text COLLATE "C"`).join(', '),
  };
}

/** SQL: all rows of a table, each as one line of JSON. */
export const rowsOf = ({ name, order }: Table): string =>
  // A column of type json keeps the line ends that somebody wrote between its tokens.
  `SELECT replace(row_to_json(t)::text, E'\\n', ' ') AS line FROM ${quoted(name)} t ORDER BY ${order}`;

/**
 * Reads all rows of a table, each as one line of JSON, a batch at a time. Needs a transaction.
 * @returns how many there were, and a checksum over them.
 */
export async function readRows(
  client: Client,
  table: Table,
  take: (lines: string[]) => Promise<void> = () => Promise.resolve(),
): Promise<TableSum> {
  const hash = createHash('sha256');
  let rows = 0;
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR ${rowsOf(table)}`);
  for (;;) {
    const batch = await client.query<{ line: string }>(`FETCH ${String(BATCH)} FROM backup_rows`);
    if (batch.rows.length === 0) break;
    const lines = batch.rows.map(({ line }) => line);
    for (const line of lines) hash.update(line).update('\n');
    rows += lines.length;
    await take(lines);
  }
  await client.query('CLOSE backup_rows');
  return { rows, sha256: hash.digest('hex') };
}

/** Writes rows that `readRows` has read. */
export async function writeRows(
  client: Client,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const list = columns.map(quoted).join(', ');
  for (let start = 0; start < lines.length; start += BATCH) {
    // The text of the rows as it is: numbers and times lose nothing on the way through JavaScript.
    await client.query(
      `INSERT INTO ${quoted(name)} (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM json_populate_recordset(NULL::${quoted(name)}, $1::json)`,
      [`[${lines.slice(start, start + BATCH).join(',')}]`],
    );
  }
}

/** Where each sequence of the product's tables stands: the value that it gives next. */
export async function sequencesOf(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT sequencename::text AS name FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  );
  const next: Record<string, string> = {};
  for (const { name } of rows) {
    if (name.startsWith('migrations_')) continue;
    const found = await client.query<{ next: string }>(
      `SELECT (last_value + CASE WHEN is_called THEN 1 ELSE 0 END)::text AS next FROM ${quoted(name)}`,
    );
    next[name] = found.rows[0]?.next ?? '1';
  }
  return next;
}

/** The migrations that the database has, in their order; `null`: it has no schema of ours. */
export async function migrationsOf(client: Client): Promise<string[] | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there`,
  );
  if (rows[0]?.there !== true) return null;
  const found = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return found.rows.map(({ name }) => name);
}
