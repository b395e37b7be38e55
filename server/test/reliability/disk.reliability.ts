import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';
import { Client } from 'pg';

import { freePort, SERVER } from '../server-process.js';
import { examine } from './examination.js';
import { call } from './http-call.js';
import { type OwnDisk, ownDisk, type Room } from './own-disk.js';
import { SimulatedFamily, UNAVAILABLE } from './simulated-family.js';
import { fault } from './trial.js';
import { scaled } from '../size.js';
import { inCrowd, until } from './waiting.js';

const FAMILIES = scaled(20, 100);
const CROWD = 6;
/** Calls that fail before the disk has free space again. */
const CALLS_IN_VAIN = 40;

let folder: string;
let disk: OwnDisk;
let port: number;
let child: ChildProcess;
let output = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kidlab-disk-'));
  await chmod(folder, 0o755);
  disk = ownDisk(folder);
  port = await freePort();
  output = '';
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts the product with its embedded database on that disk. */
function run(room: Room): void {
  const [program, args] = disk.wrap([process.execPath, ...SERVER], room);
  child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      BOT_CHECK: 'off',
      RATE_LIMIT: 'off',
    },
    stdio: 'pipe',
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
}

/** Connects to the embedded database as the product's role or as superuser. */
async function inDatabase<Result>(
  user: 'kidlab' | 'postgres',
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const read = async (path: string): Promise<string> =>
    readFile(disk.seen(child.pid ?? 0, join(folder, 'data', path)), 'utf8');
  const client = new Client({
    host: '127.0.0.1',
    port: Number((await read('postgres/cluster/postmaster.pid')).split('\n')[3]),
    user,
    password: (await read('postgres-password')).trim(),
    database: 'kidlab',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

fault('the disk is full at the first start', async (trial) => {
  trial.load = `the embedded database on ${disk.name}`;
  trial.requests += 1;
  run('too little');
  const [code] = (await once(child, 'exit')) as [number | null];
  trial.check(code === 1, `it ends with ${String(code)}`);
  const told = output.split('\n').filter((line) => line.startsWith('kidlab: '));
  trial.check(told.length === 1, `it tells ${String(told.length)} faults`);
  trial.check(
    /the disk is full|no file may grow that large/.test(told[0] ?? ''),
    `it tells: ${told[0] ?? 'nothing'}`,
  );
  trial.check(!/^\s+at /m.test(output), 'it shows a stack');
});

fault('the disk fills up under load', async (trial) => {
  trial.load = `${String(FAMILIES)} families, the embedded database on ${disk.name}`;
  const origin = `http://127.0.0.1:${String(port)}`;
  run('enough');
  await until('the start', async () => (await call(`${origin}/health/ready`)).status === 200);
  const families = Array.from(
    { length: FAMILIES },
    () => new SimulatedFamily({ trial, origin, excuse: UNAVAILABLE }),
  );
  const half = Math.ceil(FAMILIES / 2);
  await inCrowd(CROWD, families.slice(0, half), (family) => family.register());

  const pid = child.pid ?? 0;
  await disk.fill(pid);
  // The WAL needs a new file immediately, and PostgreSQL stops if it cannot create one.
  await inDatabase('postgres', async (client) => {
    await client.query('SELECT pg_switch_wal()');
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'kidlab'`,
    );
  }).catch(() => undefined);
  const failures = trial.requests + CALLS_IN_VAIN;
  const registered = inCrowd(CROWD, families.slice(half), (family) => family.register());
  registered.catch(() => undefined);
  await until('failed calls', () => trial.requests >= failures);
  await until('a word on the disk', () => /the disk is full|no file may grow/.test(output));
  const live = await call(`${origin}/health/live`);
  trial.check(live.status === 200, `live answers ${String(live.status)}`);

  await disk.empty(pid);
  await registered;
  trial.check(child.exitCode === null && child.signalCode === null, 'the server has ended');
  await inDatabase('kidlab', (database) =>
    examine(trial, families, { database, state: 'awaiting' }),
  );
});

/** A process that has ended stays in `/proc` as a zombie until its parent reads the exit status. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) [ZX] /.test(status);
}

fault('the product is stopped while the disk is full', async (trial) => {
  trial.load = `the embedded database on ${disk.name}`;
  const origin = `http://127.0.0.1:${String(port)}`;
  run('enough');
  await until('the start', async () => (await call(`${origin}/health/ready`)).status === 200);
  trial.requests += 1;
  const pid = child.pid ?? 0;
  const file = disk.seen(pid, join(folder, 'data', 'postgres', 'cluster', 'postmaster.pid'));
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0]);
  await disk.fill(pid);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  trial.check(code === 0, `it ends with ${String(code)}`);
  trial.check(output.includes('The embedded PostgreSQL is stopped.'), 'it says nothing of that');
  trial.check(!(await isRunning(postmaster)), 'PostgreSQL runs on');
});
