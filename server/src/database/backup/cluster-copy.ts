import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import pg from 'pg';

import { CommandFault } from '../command.js';
import { newDraft } from '../embedded/cluster.js';
import type { EmbeddedPostgres } from '../embedded/index.js';
import { type Place, run } from '../embedded/place.js';
import { BACKUP_MODE } from './postgres-programs.js';

/** Of the cluster's files, what a copy must not have: the log is added at the end, the rest belongs to a running server. */
const LEFT_OUT = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts', 'pg_replslot/*'];
const PASSWORD = 'postgres-password';

/** tar says 1 when files changed or went while it read them: PostgreSQL's log, replayed at the first start, mends that. */
async function tar(args: readonly string[], mayChange = false): Promise<void> {
  const script = mayChange ? '"$@" || test $? -eq 1' : 'exec "$@"';
  const { ok, output } = await run('sh', ['-c', script, 'sh', 'tar', ...args]);
  if (!ok) throw new CommandFault(`tar gave up: ${output.trim().split('\n').at(-1) ?? ''}`);
}

/**
 * Writes a copy of the embedded database's folder while it is used: gzipped tar of the cluster and its password. PostgreSQL is
 * told before and after (pg_backup_start, pg_backup_stop), and its log of the meantime is added: replayed, it makes the copy
 * one moment's. A slot keeps the log until then.
 */
export async function copyCluster(
  { place, superuserUrl }: EmbeddedPostgres,
  file: string,
): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'kidlab-backup-'));
  const archive = `${file}.tar`;
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on('error', () => undefined);
  try {
    await writeFile(archive, '', { mode: BACKUP_MODE });
    await client.connect();
    await client.query(`SELECT pg_create_physical_replication_slot('kidlab_backup', true, true)`);
    await client.query(`SELECT pg_backup_start('kidlab', fast => true)`);
    const excluded = LEFT_OUT.map((pattern) => `--exclude=cluster/${pattern}`);
    await tar(['-cf', archive, ...excluded, '-C', place.home, 'cluster'], true);
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    await tar(['-rf', archive, '-C', place.home, 'cluster/pg_wal'], true);
    await mkdir(join(staging, 'cluster'));
    await writeFile(join(staging, 'cluster/backup_label'), rows[0]?.label ?? '');
    const label = ['-C', staging, 'cluster/backup_label'];
    await tar(['-rf', archive, ...label, '-C', place.dataDir, PASSWORD]);
    await pipeline(
      createReadStream(archive),
      createGzip({ level: 1 }),
      createWriteStream(file, { mode: BACKUP_MODE }),
    );
  } finally {
    // The slot is a temporary one: it ends with the connection.
    await client.end().catch(() => undefined);
    await rm(archive, { force: true });
    await rm(staging, { recursive: true, force: true });
  }
}

/** What stands in the place of a cluster, until it is known to do. */
export interface Replaced {
  /** Removes what was there before. */
  keep(): Promise<void>;
  /** Brings back what was there before. The server has to be stopped. */
  undo(): Promise<void>;
}

/** Puts a copy in the place of a cluster whose server is stopped. @throws CommandFault, and nothing is changed */
export async function replaceCluster(place: Place, file: string): Promise<Replaced> {
  const staging = newDraft(place);
  const former = join(place.home, 'cluster.former');
  if (existsSync(former)) {
    throw new CommandFault(
      `${former} is left of a restore that was broken off. Move it away first.`,
    );
  }
  const passwordFile = join(place.dataDir, PASSWORD);
  const formerPassword = await readFile(passwordFile);
  try {
    await mkdir(staging, { mode: 0o700 });
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(`${staging}/tar`));
    await tar(['-xf', `${staging}/tar`, '-C', staging]);
    const password = await readFile(join(staging, PASSWORD));
    const { user } = place;
    if (user !== null)
      await run('chown', ['-R', `${String(user.uid)}:${String(user.gid)}`, staging]);
    await chmod(join(staging, 'cluster'), 0o700);
    if ((await readdir(place.cluster)).includes('postmaster.pid')) {
      throw new CommandFault('A server uses the database: stop all of them first.');
    }
    await rename(place.cluster, former);
    await rename(join(staging, 'cluster'), place.cluster);
    await writeFile(passwordFile, password);
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    const { code = 'damaged' } = error as NodeJS.ErrnoException;
    throw new CommandFault(`${file} can't be restored (${code}). Nothing was changed.`, {
      cause: error,
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return {
    keep: () => rm(former, { recursive: true, force: true }),
    async undo() {
      await rm(place.cluster, { recursive: true, force: true });
      await rename(former, place.cluster);
      await writeFile(passwordFile, formerPassword);
    },
  };
}
