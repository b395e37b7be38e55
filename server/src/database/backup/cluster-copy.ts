import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { CommandError } from '../command.js';
import { formerCluster, newDraft } from '../embedded/cluster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/index.js';
import { type Place, run } from '../embedded/place.js';
import { BACKUP_MODE } from './postgres-programs.js';

/** Files that are not copied: the write-ahead log is added at the end, the rest belongs to the running server. */
const LEFT_OUT = ['pg_wal/*', 'postmaster.pid', 'postmaster.opts', 'pg_replslot/*'];
const PASSWORD = 'postgres-password';

async function call(program: string, ...args: readonly string[]): Promise<void> {
  const { ok, output } = await run(program, args);
  if (!ok) throw new CommandError(`${program} failed: ${output.trim().split('\n').at(-1) ?? ''}`);
}

/** tar exits with 1 when files change while it reads them. Replaying the write-ahead log repairs that. */
const tarOfChanging = (...args: readonly string[]): Promise<void> =>
  call('sh', '-c', 'tar "$@" || test $? -eq 1', 'tar', ...args);

/**
 * Copies the folder of the embedded database while it is in use: a gzipped tar of the cluster and its password. This
 * is PostgreSQL's low-level backup: pg_backup_start, the files, pg_backup_stop, then the write-ahead log, whose replay
 * makes the copy consistent. A replication slot keeps the log until then.
 */
export async function copyCluster(
  { place, superuserUrl }: EmbeddedPostgres,
  file: string,
): Promise<void> {
  const labels = await mkdtemp(join(tmpdir(), 'kidlab-backup-'));
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on('error', () => undefined);
  try {
    await writeFile(file, '', { mode: BACKUP_MODE });
    await client.connect();
    await client.query(`SELECT pg_create_physical_replication_slot('kidlab_backup', true, true)`);
    await client.query(`SELECT pg_backup_start('kidlab', fast => true)`);
    const options = LEFT_OUT.map((pattern) => `--exclude=cluster/${pattern}`);
    await tarOfChanging(...options, '-cf', file, '-C', place.home, 'cluster');
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    await mkdir(join(labels, 'cluster'));
    await writeFile(join(labels, 'cluster/backup_label'), rows[0]?.label ?? '');
    const label = ['-C', labels, 'cluster/backup_label', '-C', place.dataDir, PASSWORD];
    await tarOfChanging('-rf', file, '-C', place.home, 'cluster/pg_wal', ...label);
    await call('gzip', '-1f', file);
    await rename(`${file}.gz`, file);
  } finally {
    // The slot is temporary: it ends with the connection.
    await client.end().catch(() => undefined);
    await rm(`${file}.gz`, { force: true });
    await rm(labels, { recursive: true, force: true });
  }
}

/**
 * Replaces the embedded database with a copy and starts it.
 * @param check throws when the restored database can't be used
 * @throws CommandError; the database is then unchanged
 */
export async function restoreCluster(
  embedded: EmbeddedPostgres,
  file: string,
  check: (url: string) => Promise<unknown>,
): Promise<EmbeddedPostgres> {
  const { place } = embedded;
  const former = formerCluster(place);
  if (existsSync(former)) {
    throw new CommandError(
      `${former} is left over from an interrupted restore. Move it away first.`,
    );
  }
  const passwordFile = join(place.dataDir, PASSWORD);
  const formerPassword = await readFile(passwordFile);
  const staging = newDraft(place);
  let restored: EmbeddedPostgres | null = null;
  await embedded.stop();
  try {
    const password = await unpack(file, staging, place);
    if ((await readdir(place.cluster)).includes('postmaster.pid')) {
      throw new CommandError('A server uses the database: stop all of them first.');
    }
    await rename(place.cluster, former);
    await rename(join(staging, 'cluster'), place.cluster);
    await writeFile(passwordFile, password);
    restored = await startEmbeddedPostgres({ dataDir: place.dataDir, log: () => undefined });
    await check(restored.url);
  } catch (error) {
    await restored?.stop();
    if (existsSync(former)) {
      await rm(place.cluster, { recursive: true, force: true });
      await rename(former, place.cluster);
      await writeFile(passwordFile, formerPassword);
    }
    const { message } = error as Error;
    throw new CommandError(`${file} can't be restored: ${message}`, { cause: error });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  await rm(former, { recursive: true });
  return restored;
}

async function unpack(file: string, staging: string, { user }: Place): Promise<Buffer> {
  await mkdir(staging, { mode: 0o700 });
  await call('tar', '-xzf', file, '-C', staging);
  if (!existsSync(join(staging, 'cluster', 'PG_VERSION'))) {
    throw new CommandError('it holds no database');
  }
  if (user !== null) await call('chown', '-R', `${String(user.uid)}:${String(user.gid)}`, staging);
  return readFile(join(staging, PASSWORD));
}
