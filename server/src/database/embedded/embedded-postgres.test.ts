import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import pg from 'pg';
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from './index.js';

const IS_ROOT = process.getuid?.() === 0;
/** A separate process that a test can kill; it runs the built server. */
const CHILD = `
  import { startEmbeddedPostgres } from '${new URL('../../../dist/database/embedded/index.js', import.meta.url).href}';
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} });
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  setInterval(() => {}, 60_000);
  console.log(postgres.url);`;

let base = '';
let lines: string[] = [];
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (line) => {
      lines.push(line);
    },
  });
  running.push(postgres);
  return postgres;
}

/** Starts the database in another process, which prints its address and keeps running. */
async function startInChild(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('postgresql://')) return { url: line, child };
  }
  throw new Error('the child process ended without a database');
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}

/** The start time of the PostgreSQL process, which identifies it. */
async function startTime(url: string): Promise<string> {
  return String((await query(url, 'SELECT pg_postmaster_start_time()::text AS at'))['at']);
}

async function homeOf(dataDir: string): Promise<string> {
  try {
    const note = await readFile(join(dataDir, 'postgres-is-elsewhere.json'), 'utf8');
    return (JSON.parse(note) as { home: string }).home;
  } catch {
    return join(dataDir, 'postgres');
  }
}

async function pidFileOf(dataDir: string): Promise<{ path: string; pid: number }> {
  const path = join(await homeOf(dataDir), 'cluster', 'postmaster.pid');
  return { path, pid: Number((await readFile(path, 'utf8')).split('\n')[0]) };
}

beforeAll(async () => {
  base = await mkdtemp(join(await realpath(tmpdir()), 'kidlab "embedded" $HOME '));
  await chmod(base, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  lines = [];
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

describe('a first start', () => {
  test('creates a database with UTF-8, ICU collation and UTC, for a role that is not a superuser', async () => {
    const { url } = await start(join(base, 'first'));
    expect(
      await query(
        url,
        `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
                current_setting('listen_addresses') AS addresses, lower('ÄÉŁ') AS lower,
                (SELECT datlocprovider FROM pg_database WHERE datname = current_database()) AS provider,
                (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
      ),
    ).toEqual({
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '127.0.0.1',
      lower: 'äéł',
      provider: 'i',
      super: false,
    });
  });

  test('generates a password that only its owner can read', async () => {
    const dataDir = join(base, 'password');
    const { url } = await start(dataDir);
    const file = join(dataDir, 'postgres-password');
    const password = (await readFile(file, 'utf8')).trim();
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(lines.join('\n')).not.toContain(password);
    await expect(query(url.replace(password, 'wrong'), 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });

  test('in two processes at the same time creates one cluster, which runs until the last one stops', async () => {
    const dataDir = join(base, 'twice');
    const [mine, other, theirs] = await Promise.all([
      start(dataDir),
      start(dataDir),
      startInChild(dataDir),
    ]);
    expect(other.url).toBe(mine.url);
    expect(theirs.url).toBe(mine.url);
    await mine.stop();
    await other.stop();
    expect(await query(theirs.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    theirs.child.kill('SIGTERM');
    await once(theirs.child, 'exit');
    await expect(query(theirs.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('waits while another server has created but not yet written its lock file', async () => {
    const dataDir = join(base, 'empty-lock');
    const first = await start(dataDir);
    await first.stop();
    const lock = join(dataDir, 'postgres/cluster/postmaster.pid');
    await writeFile(lock, '');
    const looks = vi.spyOn(fs, 'readFile');
    syncBuiltinESMExports();
    const second = start(dataDir);
    const looksAtLock = (): number => looks.mock.calls.filter(([path]) => path === lock).length;
    await vi.waitFor(() => expect(looksAtLock()).toBeGreaterThan(2), { timeout: 60_000 });
    looks.mockRestore();
    syncBuiltinESMExports();
    expect(await readFile(lock, 'utf8')).toBe('');
    await rm(lock);
    expect(await query((await second).url, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  test('works in a folder that only its owner may enter', async () => {
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const { url } = await start(dataDir);
    expect(await query(url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    const home = await homeOf(dataDir);
    expect(home.startsWith(dataDir)).toBe(!IS_ROOT);
    await running.pop()?.stop();
    await rm(home, { recursive: true });
  });
});

describe('a later start', () => {
  test('finds the data of the earlier one', async () => {
    const dataDir = join(base, 'later');
    const first = await start(dataDir);
    await query(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const second = await start(dataDir);
    expect(await query(second.url, 'SELECT text FROM note')).toEqual({ text: 'kept' });
  });

  test('adopts a PostgreSQL that a killed process left running, and stops it at the end', async () => {
    const dataDir = join(base, 'adopted');
    const { url, child } = await startInChild(dataDir);
    const before = await startTime(url);
    await killHard(child);
    const postgres = await start(dataDir);
    expect(postgres.url).toBe(url);
    expect(await startTime(postgres.url)).toBe(before);
    await postgres.stop();
    await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('recovers when both were killed, even if the pid file names another process', async () => {
    const dataDir = join(base, 'stale');
    const { url, child } = await startInChild(dataDir);
    await query(url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    const { path, pid } = await pidFileOf(dataDir);
    await killHard(child);
    process.kill(pid, 'SIGKILL');
    const second = await startInChild(dataDir);
    expect(await query(second.url, 'SELECT text FROM note')).toEqual({ text: 'kept' });

    process.kill((await pidFileOf(dataDir)).pid, 'SIGKILL');
    await killHard(second.child);
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
    children.push(stranger);
    const left = await readFile(path, 'utf8');
    await writeFile(path, left.replace(/^\d+/, String(stranger.pid)));
    const third = await start(dataDir);
    expect(await query(third.url, 'SELECT text FROM note')).toEqual({ text: 'kept' });
  });

  test('restores the database that a killed restore had moved away', async () => {
    const dataDir = join(base, 'restore');
    const first = await start(dataDir);
    await query(first.url, 'CREATE TABLE kept (id int)');
    await first.stop();
    const home = await homeOf(dataDir);
    await rename(join(home, 'cluster'), join(home, 'cluster.former'));

    const { url } = await start(dataDir);

    expect(await query(url, `SELECT to_regclass('kept')::text AS name`)).toEqual({ name: 'kept' });
  });

  test('recreates the cluster when an earlier process was killed while creating it', async () => {
    const dataDir = join(base, 'half');
    const half = join(dataDir, 'postgres', 'cluster.new-half');
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'PG_VERSION'), '18');
    const { url } = await start(dataDir);
    expect(await query(url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    await expect(stat(half)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('a killed PostgreSQL is restarted at the same address', async () => {
  const dataDir = join(base, 'revived');
  const { url } = await start(dataDir);
  const before = await startTime(url);
  process.kill((await pidFileOf(dataDir)).pid, 'SIGKILL');
  let after = before;
  while (after === before) {
    await pause(50);
    after = await startTime(url).catch(() => before);
  }
  expect(lines).toContain('The connection to the embedded PostgreSQL was lost.');
});

test('a PostgreSQL that is being restarted can be stopped', async () => {
  const dataDir = join(base, 'revived in vain');
  const postgres = await start(dataDir);
  const { pid, path } = await pidFileOf(dataDir);
  process.kill(pid, 'SIGKILL');
  let next = pid;
  while (next === pid || next === process.pid || next === 0) {
    await pause(1);
    next = await pidFileOf(dataDir).then(
      (file) => file.pid,
      () => 0,
    );
  }

  await postgres.stop();

  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a PostgreSQL that cannot be restarted at first is restarted later', async () => {
  const dataDir = join(base, 'revived late');
  const { url } = await start(dataDir);
  const log = join(await homeOf(dataDir), 'cluster', 'pg_wal');
  const { pid } = await pidFileOf(dataDir);
  await rename(log, `${log}.away`);
  process.kill(pid, 'SIGKILL');
  while (!lines.some((line) => line.includes('does not start'))) await pause(50);
  await rename(`${log}.away`, log);
  let answer: unknown = null;
  while (answer === null) {
    await pause(50);
    answer = await query(url, 'SELECT 1 AS one').catch(() => null);
  }
  expect(answer).toEqual({ one: 1 });
  // Logged once, however many attempts there were.
  expect(lines.filter((line) => line.includes('does not start'))).toHaveLength(1);
});

describe('a failed start reports its reason in one line', () => {
  async function faultOf(dataDir: string): Promise<string> {
    const fault: unknown = await start(dataDir).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(EmbeddedPostgresError);
    const message = fault instanceof Error ? fault.message : '';
    expect(message).not.toContain('\n');
    return message;
  }

  test('for a file in place of the folder', async () => {
    await writeFile(join(base, 'file'), '');
    expect(await faultOf(join(base, 'file'))).toMatch(/there is a file where a folder is needed/);
  });

  test('for a cluster of another major version, and for a missing password', async () => {
    const dataDir = join(base, 'faulty');
    await (await start(dataDir)).stop();
    const version = join(await homeOf(dataDir), 'cluster', 'PG_VERSION');
    const right = await readFile(version, 'utf8');
    await writeFile(version, '17\n');
    expect(await faultOf(dataDir)).toMatch(
      /does not start: database files are incompatible with server/,
    );
    await writeFile(version, right);
    await rm(join(dataDir, 'postgres-password'));
    expect(await faultOf(dataDir)).toMatch(/its password is missing from/);
  });
});
