import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import type { Client } from 'pg';

import { BackupFault } from './fault.js';
import type { TableSum } from './manifest.js';
import { connectionOf, programOf, type Programs } from './programs.js';
import { readRows, tablesOf } from './tables.js';

const run = promisify(execFile);

/**
 * Has pg_dump write its custom format, and reads counts and checksums of the same snapshot meanwhile. Rights that were
 * granted are in it, owners are not: whoever restores owns the tables.
 * @param client in a repeatable-read transaction, whose snapshot pg_dump shares.
 * @throws BackupFault in pg_dump's words.
 */
export async function writeDump(
  client: Client,
  url: string,
  file: string,
  { mode, programs }: { mode: number; programs: Programs },
): Promise<Record<string, TableSum>> {
  const { rows } = await client.query<{ snapshot: string }>(
    'SELECT pg_export_snapshot() AS snapshot',
  );
  // Made before, because pg_dump would make it for everybody to read.
  await writeFile(file, '', { mode });
  const { address, env } = connectionOf(url);
  const stop = new AbortController();
  const dump = run(
    programOf(programs, 'pg_dump'),
    [
      '--format=custom',
      `--snapshot=${rows[0]?.snapshot ?? ''}`,
      '--no-owner',
      '--no-unlogged-table-data',
      '--no-password',
      `--file=${file}`,
      address,
    ],
    { env, signal: stop.signal },
  ).catch((error: unknown) => {
    throw new BackupFault(`pg_dump gave up: ${lastWords(error)}`);
  });
  // Heard where it is awaited.
  dump.catch(() => undefined);
  try {
    const tables: Record<string, TableSum> = {};
    for (const table of await tablesOf(client)) {
      tables[table.name] = await readRows(client, table);
    }
    await dump;
    return tables;
  } finally {
    stop.abort();
  }
}

/** The line in which a program of PostgreSQL says what is wrong. */
function lastWords(error: unknown): string {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  const told = stderr.split('\n').find((line) => /error:|ERROR:/.test(line));
  return told?.replace(/^\S+: error: /, '') ?? message.split('\n', 1)[0] ?? '';
}
