import { type ChildProcess, spawn } from 'node:child_process';
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

/** Parameters of a connection string that only node-postgres knows. */
const NOT_OF_LIBPQ = ['uselibpqcompat'];

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
  for (const name of NOT_OF_LIBPQ) address.searchParams.delete(name);
  // node-postgres' word for what libpq calls so.
  if (address.searchParams.get('sslmode') === 'no-verify') {
    address.searchParams.set('sslmode', 'require');
  }
  const env = {
    PATH: path.join(delimiter),
    LC_ALL: 'C',
    PGAPPNAME: 'kidlab-backup',
    PGCONNECT_TIMEOUT: '10',
  };
  return { address: address.href, env: password === '' ? env : { ...env, PGPASSWORD: password } };
}

/** One of PostgreSQL's programs, which works on `url`. */
class Program {
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #complaints = '';

  constructor(
    private readonly name: 'pg_dump' | 'pg_restore' | 'psql',
    { pgBin, path }: ProgramPlaces,
    args: readonly string[],
    url: string,
  ) {
    const { address, env } = connectionOf(url, path);
    const program = pgBin === null ? name : join(pgBin, name);
    const all = name === 'pg_restore' ? args : ['--no-password', ...args, address];
    this.child = spawn(program, all, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text;
    });
    // Writing to a program that has ended: why it ended is told by what it said.
    this.child.stdin?.on('error', () => undefined);
    this.#ended = once(this.child, 'close');
    this.#ended.catch(() => undefined);
  }

  /** @throws CommandError in the program's words, unless it ended well. */
  async done(): Promise<void> {
    try {
      await this.#ended;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new CommandError(
        `${this.name} was not found. Install PostgreSQL's client programs, of the database's version or newer, or name their folder by PG_BIN.`,
        { cause: error },
      );
    }
    if (this.child.exitCode === 0) return;
    const told = this.#complaints.split('\n').find((line) => /(?:error|ERROR|FATAL):/.test(line));
    const words = told?.replace(/^.*?(?:error|ERROR|FATAL):\s+/, '') ?? 'it was killed';
    throw new CommandError(`${this.name} gave up: ${words}`);
  }
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
  await new Program('pg_dump', places, args, url).done();
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
  const terse = [
    '--set=ON_ERROR_STOP=1',
    '--set=VERBOSITY=terse',
    '--set=SHOW_CONTEXT=never',
    '--output=/dev/null',
  ];
  const psql = new Program('psql', places, [...psqlArgs, ...terse], url);
  const script = ['--no-owner', '--no-comments', '--exit-on-error', '--file=-', file];
  const restore = new Program('pg_restore', places, script, url);
  psql.child.stdin?.write(CLEAR);
  if (psql.child.stdin !== null) restore.child.stdout?.pipe(psql.child.stdin, { end: false });
  // psql ends at the first error, and nobody reads what pg_restore says then.
  psql.child.once('close', () => restore.child.stdout?.resume());
  try {
    await restore.done();
  } catch (error) {
    // Not the end of its input: at that it would commit what it has.
    psql.child.kill('SIGKILL');
    throw error;
  }
  psql.child.stdin?.end(`\n${check}\n`);
  await psql.done();
}
