import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import type { Environment } from '../../config/environment.js';
import { CommandFault } from '../command.js';
import { MIGRATION_LOCK } from '../migrate.js';

/** For its owner alone: it holds what families have told. */
export const BACKUP_MODE = 0o600;

export type ProgramPlaces = Pick<Environment, 'pgBin' | 'path'>;

const execute = promisify(execFile);

/** Runs one of PostgreSQL's programs. @throws CommandFault in the program's words, unless it ended well. */
async function run(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  { pgBin, path }: ProgramPlaces,
  password = '',
): Promise<void> {
  const env = {
    PATH: path.join(delimiter),
    LC_ALL: 'C',
    PGAPPNAME: 'kidlab-backup',
    PGCONNECT_TIMEOUT: '10',
    // Not among the arguments: everybody on the machine may read those.
    ...(password === '' ? {} : { PGPASSWORD: password }),
  };
  try {
    await execute(pgBin === null ? name : join(pgBin, name), args, { env, windowsHide: true });
  } catch (cause) {
    const { code, stderr = '' } = cause as ExecFileException;
    if (code === 'ENOENT') {
      throw new CommandFault(
        `${name} was not found. Install PostgreSQL's client programs, of the database's version or newer, or name their folder by PG_BIN.`,
        { cause },
      );
    }
    const [, words = 'it was killed'] = /(?:error|ERROR|FATAL):\s+(.*)/.exec(stderr) ?? [];
    throw new CommandFault(`${name} gave up: ${words}`, { cause });
  }
}

/** A connection string of node-postgres as PostgreSQL's programs take it, and its password apart. */
function connectionOf(url: string): { address: string; password: string } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('uselibpqcompat');
  if (address.searchParams.get('sslmode') === 'no-verify') {
    address.searchParams.set('sslmode', 'require');
  }
  return { address: address.href, password };
}

/** Writes an archive of pg_dump, custom format. Rights that were granted are in it; owners and unlogged tables are not. */
export async function dumpDatabase(
  url: string,
  file: string,
  places: ProgramPlaces,
): Promise<void> {
  const { address, password } = connectionOf(url);
  // Made before, because pg_dump would make it for everybody to read.
  await writeFile(file, '', { mode: BACKUP_MODE });
  const options = ['--format=custom', '--no-owner', '--no-unlogged-table-data', `--file=${file}`];
  await run('pg_dump', ['--no-password', ...options, address], places, password);
}

/** SQL: takes all of the schema away, because the archive brings tables and rules of its own. */
const CLEAR = `
SET LOCAL client_min_messages = warning;
SELECT pg_advisory_xact_lock(${String(MIGRATION_LOCK)});
DROP SCHEMA public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
`;

const ONE_TRANSACTION = ['--single-transaction', '--set=ON_ERROR_STOP=1', '--output=/dev/null'];
const TERSE = ['--quiet', '--set=VERBOSITY=terse', '--set=SHOW_CONTEXT=never'];

/**
 * Puts an archive of pg_dump in place of what the database holds, in one transaction of psql. pg_restore's own
 * --single-transaction can't empty the schema first: a table that is newer than the archive would stay.
 * @param check SQL that fails when what was restored won't do
 * @throws CommandFault when a program gives up; the database is then as it was.
 */
export async function restoreDump(
  url: string,
  file: string,
  places: ProgramPlaces,
  check: string,
): Promise<void> {
  const { address, password } = connectionOf(url);
  const folder = await mkdtemp(join(tmpdir(), 'kidlab-restore-'));
  const script = join(folder, 'script.sql');
  const toScript = ['--no-owner', '--no-comments', '--exit-on-error', `--file=${script}`, file];
  const steps = [`--command=${CLEAR}`, `--file=${script}`, `--command=${check}`];
  const psql = ['--no-psqlrc', '--no-password', ...ONE_TRANSACTION, ...TERSE, ...steps, address];
  try {
    await run('pg_restore', toScript, places);
    await run('psql', psql, places, password);
  } finally {
    await rm(folder, { recursive: true });
  }
}
