import { existsSync } from 'node:fs';

import pg from 'pg';

import type { Environment } from '../../config/environment.js';
import { type CommandDatabase, CommandError } from '../command.js';
import { MIGRATIONS } from '../data-source.js';
import { migrate } from '../migrate.js';
import { restoreCluster } from './cluster-copy.js';
import { restoreDump } from './postgres-programs.js';

/** SQL that fails when the database has migrations unknown to this version. */
const NOT_NEWER = `DO $$ BEGIN
  IF EXISTS (SELECT FROM public.migrations WHERE name <> ALL ('{${MIGRATIONS.map(({ name }) => name).join()}}')) THEN
    RAISE EXCEPTION 'the backup has the schema of a newer version of this program: restore it with that one';
  END IF;
END $$;`;

export async function connected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'kidlab-backup' });
  // A broken connection fails the running query. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether there are tables in the schema `public`. */
const HAS_TABLES = `EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public') AS "hasTables"`;

/** A backup of nothing would look like a good one. @throws CommandError when there are no tables */
export async function refuseEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hasTables: boolean }>(`SELECT ${HAS_TABLES}`);
  if (rows[0]?.hasTables === true) return;
  throw new CommandError(
    'The database is empty: set DATABASE_URL (or DATA_DIR) to the one that the server uses.',
  );
}

/** @throws CommandError when a server is connected, or when there are tables and `replace` is false */
async function refuseUnlessFree(client: pg.Client, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean; hasTables: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'kidlab') AS "isUsed",
      ${HAS_TABLES}`,
  );
  if (rows[0]?.isUsed === true) {
    throw new CommandError('A server uses the database: stop all of them first.');
  }
  if (rows[0]?.hasTables === true && !replace) {
    throw new CommandError(
      'The database is not empty. With --replace, what it holds is deleted and the backup takes its place.',
    );
  }
}

/**
 * Restores a backup, then migrates. If the restore fails, the database is unchanged.
 * @param check SQL that fails when the restored database can't be used
 * @returns the restored database
 */
export async function restoreBackup(
  { url, embedded }: CommandDatabase,
  file: string,
  replace: boolean,
  environment: Environment,
  check: string,
): Promise<CommandDatabase> {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`);
  await connected(url, (client) => refuseUnlessFree(client, replace));
  if (embedded === null) {
    await restoreDump(url, file, environment.path, NOT_NEWER + check);
    await migrate(url);
    return { url, embedded };
  }
  const restored = await restoreCluster(embedded, file, async (newUrl) => {
    await connected(newUrl, (client) => client.query(NOT_NEWER + check));
    await migrate(newUrl);
  });
  return { url: restored.url, embedded: restored };
}
