import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import { MIGRATION_LOCK } from '../migrate.js';
import { BackupFault } from './fault.js';
import { compare, type Manifest } from './manifest.js';
import { connectionOf, programOf, type Programs } from './programs.js';
import { Psql } from './psql.js';
import { quoted, rowsOf, type TableFacts, tableOf, TABLES } from './tables.js';

/** Rows that psql holds at once. */
const BATCH = 1_000;

/** SQL: which tables, views and sequences, or which functions, the schema holds, save what belongs to extensions. */
const OWN = (kind: 'class' | 'proc', column: string): string =>
  `${column} = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
     WHERE d.classid = 'pg_${kind}'::regclass AND d.objid = o.oid AND d.deptype = 'e')`;

/** SQL: takes all of it away, because the archive brings tables and rules of its own. */
const clear = (replace: boolean): string => `
DO $$
DECLARE
  it record;
  is_there boolean;
BEGIN
  FOR it IN SELECT quote_ident(o.relname) AS name, o.relkind IN ('r', 'p') AND o.relpersistence = 'p' AND o.relname <> 'migrations' AS is_table, CASE o.relkind
      WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
    FROM pg_class o WHERE ${OWN('class', 'o.relnamespace')} AND o.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype IN ('a', 'i') AND o.relkind = 'S')
  LOOP
    IF it.is_table AND NOT ${String(replace)} THEN
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', it.name);
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', it.name) INTO is_there;
      IF is_there THEN RAISE EXCEPTION 'table % is not empty', it.name; END IF;
    END IF;
    -- By name: CASCADE may have taken it along already.
    EXECUTE format('DROP %s IF EXISTS %s CASCADE', it.kind, it.name);
  END LOOP;
  FOR it IN SELECT o.oid::regprocedure AS name FROM pg_proc o WHERE ${OWN('proc', 'o.pronamespace')}
  LOOP
    EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', it.name);
  END LOOP;
END $$;
`;

/**
 * Brings back an archive of pg_dump: tables, rows, rules and rights. One transaction empties the schema, fills it, is read
 * again, and is committed only when each table equals its checksum.
 * @throws BackupFault when it does not, or a program gives up; the database is then as it was.
 */
export async function restoreDump(
  url: string,
  file: string,
  manifest: Manifest,
  { programs, replace }: { programs: Programs; replace: boolean },
): Promise<void> {
  const psql = new Psql(programs, url);
  try {
    await psql.say(`BEGIN;\nSET LOCAL statement_timeout = 0;\nSET LOCAL lock_timeout = 0;\n`);
    // A server that is started meanwhile waits with its migrations.
    await psql.say(`SELECT pg_advisory_xact_lock(${String(MIGRATION_LOCK)});\n`);
    // What CASCADE takes along is no news.
    await psql.say('SET LOCAL client_min_messages = warning;\n');
    await psql.say(clear(replace));
    await readArchive(psql, file, programs, url);
    await psql.say(`RESET search_path;\nSET TIME ZONE 'UTC';\nSET CONSTRAINTS ALL IMMEDIATE;\n`);
    await verify(psql, manifest);
    await psql.ask('COMMIT', () => undefined);
  } finally {
    await psql.end();
  }
}

/** Lets pg_restore turn the archive into a script, and hands that to psql. */
async function readArchive(
  psql: Psql,
  file: string,
  programs: Programs,
  url: string,
): Promise<void> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    programOf(programs, 'pg_restore'),
    ['--no-owner', '--no-comments', '--exit-on-error', '--file=-', file],
    { env: connectionOf(url).env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true },
  );
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => {
      resolve(null);
    });
    child.once('close', resolve);
  });
  try {
    await psql.sayAll(child.stdout.setEncoding('utf8'));
  } finally {
    child.kill();
  }
  if ((await ended) === 0) return;
  const [line = ''] = complaints.split('\n', 1);
  throw new BackupFault(
    `pg_restore gave up: ${line.replace(/^\S+: error: /, '')}. Nothing was changed.`,
  );
}

/** Reads what was written, in the transaction that wrote it. */
async function verify(psql: Psql, manifest: Manifest): Promise<void> {
  const migrations: string[] = [];
  // What the archive's own script has answered comes first.
  await psql.ask('SELECT 1', () => undefined);
  await psql.ask('SELECT name FROM migrations ORDER BY id', (line) => migrations.push(line));
  if (migrations.join() !== manifest.migrations.join()) {
    throw new BackupFault(
      'The archive is of another version than its manifest says. Nothing was changed.',
    );
  }
  const found: TableFacts[] = [];
  await psql.ask(`SELECT row_to_json(t) FROM (${TABLES}) t`, (line) => {
    found.push(JSON.parse(line) as TableFacts);
  });
  for (const name of Object.keys(manifest.tables)) {
    if (!found.some((table) => table.name === name))
      compare(manifest, name, { rows: 0, sha256: '' });
  }
  await psql.say(`\\set FETCH_COUNT ${String(BATCH)}\n`);
  for (const facts of found) {
    const hash = createHash('sha256');
    let rows = 0;
    await psql.ask(rowsOf(tableOf(facts)), (line) => {
      hash.update(line).update('\n');
      rows += 1;
    });
    compare(manifest, facts.name, { rows, sha256: hash.digest('hex') });
  }
  for (const [name, next] of Object.entries(manifest.sequences)) {
    // pg_dump has read it at another moment than we: the later one holds.
    await psql.say(
      `SELECT setval('${quoted(name).replaceAll("'", "''")}', greatest(last_value + CASE WHEN is_called THEN 1 ELSE 0 END, ${String(BigInt(next))}), false) FROM ${quoted(name)};\n`,
    );
  }
}
