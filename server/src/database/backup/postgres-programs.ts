import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import type { Environment } from '../../config/environment.js';
import { CommandError } from '../command.js';
import { MIGRATION_LOCK } from '../migrate.js';

/** For its owner alone: it holds what families have told. */
export const BACKUP_MODE = 0o600;

/** Where PostgreSQL's programs are: in the folder that `PG_BIN` names, otherwise on PATH. */
export type ProgramPlaces = Pick<Environment, 'pgBin' | 'path'>;

/**
 * What makes PostgreSQL's programs connect to `url`. The password goes by the environment: everybody on the machine may
 * read the arguments of a program.
 */
function connectionOf(
  url: string,
  path: readonly string[],
): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  // What only node-postgres knows, and its word for what libpq calls otherwise.
  address.searchParams.delete('uselibpqcompat');
  if (address.searchParams.get('sslmode') === 'no-verify') {
    address.searchParams.set('sslmode', 'require');
  }
  const env = {
    PATH: path.join(delimiter),
    LC_ALL: 'C',
    PGAPPNAME: 'kidlab-backup',
    PGCONNECT_TIMEOUT: '10',
    PGPASSWORD: password,
  };
  return { address: address.href, env };
}

/**
 * Starts one of PostgreSQL's programs on `url`.
 * @returns the program, and what rejects with a CommandError in its words, unless it ends well
 */
function start(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  { pgBin, path }: ProgramPlaces,
  args: readonly string[],
  url: string,
): { child: ChildProcessWithoutNullStreams; done: Promise<void> } {
  const { address, env } = connectionOf(url, path);
  const all = name === 'pg_restore' ? args : ['--no-password', ...args, address];
  const child = spawn(pgBin === null ? name : join(pgBin, name), all, { env, windowsHide: true });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  // Writing to a program that has ended: why it ended is told by what it said.
  child.stdin.on('error', () => undefined);
  const end = async (): Promise<void> => {
    try {
      await once(child, 'close');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new CommandError(
        `${name} was not found. Install PostgreSQL's client programs, of the database's version or newer, or name their folder by PG_BIN.`,
        { cause: error },
      );
    }
    if (child.exitCode === 0) return;
    const told = complaints.split('\n').find((line) => /(?:error|ERROR|FATAL):/.test(line));
    const words = told?.replace(/^.*?(?:error|ERROR|FATAL):\s+/, '') ?? 'it was killed';
    throw new CommandError(`${name} gave up: ${words}`);
  };
  const done = end();
  done.catch(() => undefined);
  return { child, done };
}

/**
 * Writes an archive of pg_dump, custom format. Rights that were granted are in it; owners and unlogged tables are
 * not.
 */
export async function dumpDatabase(
  url: string,
  file: string,
  places: ProgramPlaces,
): Promise<void> {
  // Made before, because pg_dump would make it for everybody to read.
  await writeFile(file, '', { mode: BACKUP_MODE });
  const args = ['--format=custom', '--no-owner', '--no-unlogged-table-data', `--file=${file}`];
  await start('pg_dump', places, args, url).done;
}

/** SQL: takes all of the schema away, because the archive brings tables and rules of its own. */
const CLEAR = `
SET LOCAL client_min_messages = warning;
SELECT pg_advisory_xact_lock(${String(MIGRATION_LOCK)});
DROP SCHEMA public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
`;

/**
 * Puts an archive of pg_dump in place of what the database holds, in one transaction of psql. pg_restore's own
 * --single-transaction can't empty the schema first: a table that is newer than the archive would stay.
 * @param check SQL that fails when what was restored won't do
 * @throws CommandError when a program gives up; the database is then as it was.
 */
export async function restoreDump(
  url: string,
  file: string,
  places: ProgramPlaces,
  check: string,
): Promise<void> {
  const psqlArgs = ['--no-psqlrc', '--quiet', '--single-transaction', '--file=-'];
  const settings = ['ON_ERROR_STOP=1', 'VERBOSITY=terse', 'SHOW_CONTEXT=never'];
  const terse = [...settings.map((setting) => `--set=${setting}`), '--output=/dev/null'];
  const psql = start('psql', places, [...psqlArgs, ...terse], url);
  const script = ['--no-owner', '--no-comments', '--exit-on-error', '--file=-', file];
  const restore = start('pg_restore', places, script, url);
  psql.child.stdin.write(CLEAR);
  restore.child.stdout.pipe(psql.child.stdin, { end: false });
  // psql ends at the first error, and nobody reads what pg_restore says then.
  psql.child.once('close', () => restore.child.stdout.resume());
  try {
    await restore.done;
  } catch (error) {
    // Not the end of its input: at that it would commit what it has.
    psql.child.kill('SIGKILL');
    throw error;
  }
  psql.child.stdin.end(`\n${check}\n`);
  await psql.done;
}
