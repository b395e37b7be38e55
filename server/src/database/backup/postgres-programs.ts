import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';

import { CommandError } from '../command.js';
import { MIGRATION_LOCK } from '../migrate.js';

/** Only the owner may read a backup: it holds personal data. */
export const BACKUP_MODE = 0o600;

/**
 * Address and environment with which PostgreSQL's programs connect to `url`. The password is in the environment: all
 * users of the machine can read a program's arguments.
 */
function connectionOf(url: string, path: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  // libpq doesn't know these two node-postgres settings.
  address.searchParams.delete('uselibpqcompat');
  if (address.searchParams.get('sslmode') === 'no-verify') {
    address.searchParams.set('sslmode', 'require');
  }
  const env = {
    PATH: path,
    LC_ALL: 'C',
    PGAPPNAME: 'kidlab-backup',
    PGCONNECT_TIMEOUT: '10',
    PGPASSWORD: password,
  };
  return { address: address.href, env };
}

/**
 * Starts one of PostgreSQL's programs on `url`.
 * @param path the folders to search for it, as in the variable PATH
 * @returns the process, and `done`, which rejects with a CommandError when the program fails
 */
function start(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  path: string,
  args: readonly string[],
  url: string,
): { child: ChildProcessWithoutNullStreams; done: Promise<void> } {
  const { address, env } = connectionOf(url, path);
  const all = name === 'pg_restore' ? args : ['--no-password', ...args, address];
  const child = spawn(name, all, { env, windowsHide: true });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  // Ignored: writing fails once the program has ended. Its output says why it ended.
  child.stdin.on('error', () => undefined);
  const end = async (): Promise<void> => {
    try {
      await once(child, 'close');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new CommandError(
        `${name} was not found. Install PostgreSQL's client programs, of the database's version or newer, and put their folder on PATH.`,
        { cause: error },
      );
    }
    if (child.exitCode === 0) return;
    const line = complaints.split('\n').find((line) => /(?:error|ERROR|FATAL):/.test(line));
    const words = line?.replace(/^.*?(?:error|ERROR|FATAL):\s+/, '') ?? 'it was killed';
    throw new CommandError(`${name} failed: ${words}`);
  };
  const done = end();
  done.catch(() => undefined);
  return { child, done };
}

/**
 * Writes a pg_dump archive in custom format, with privileges, but without owners and the data of unlogged tables.
 */
export async function dumpDatabase(url: string, file: string, path: string): Promise<void> {
  // Created first: pg_dump would make it readable by all users.
  await writeFile(file, '', { mode: BACKUP_MODE });
  const args = ['--format=custom', '--no-owner', '--no-unlogged-table-data', `--file=${file}`];
  await start('pg_dump', path, args, url).done;
}

/** SQL that empties the schema before a restore. */
const CLEAR = `
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT pg_advisory_xact_lock(${String(MIGRATION_LOCK)});
DROP SCHEMA public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
`;

/**
 * Replaces the database with a pg_dump archive, in one psql transaction. pg_restore's own --single-transaction can't
 * empty the schema first, so a table newer than the archive would stay. psql's would commit at the end of its input,
 * also when that ends early because this process was killed.
 * @param check SQL that fails when the restored database can't be used
 * @throws CommandError when a program fails; the database is then unchanged
 */
export async function restoreDump(
  url: string,
  file: string,
  path: string,
  check: string,
): Promise<void> {
  const psqlArgs = ['--no-psqlrc', '--quiet', '--file=-'];
  const settings = ['ON_ERROR_STOP=1', 'VERBOSITY=terse', 'SHOW_CONTEXT=never'];
  const terse = [...settings.map((setting) => `--set=${setting}`), '--output=/dev/null'];
  const psql = start('psql', path, [...psqlArgs, ...terse], url);
  psql.child.stdin.write(CLEAR);
  const script = ['--no-owner', '--no-comments', '--exit-on-error', '--file=-', file];
  const restore = start('pg_restore', path, script, url);
  restore.child.stdout.pipe(psql.child.stdin, { end: false });
  // psql ends at the first error. pg_restore's remaining output must still be read, or it would never end.
  psql.child.once('close', () => restore.child.stdout.resume());
  try {
    await restore.done;
  } catch (error) {
    psql.child.kill('SIGKILL');
    throw error;
  }
  psql.child.stdin.end(`\n${check}\nCOMMIT;\n`);
  await psql.done;
}
