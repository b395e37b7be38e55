import { once } from 'node:events';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join as pathOf } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import type { Cluster } from './cluster.js';
import { type Answer, join } from './connection.js';
import { EmbeddedPostgresError, reasonOf } from './error.js';
import { type Place, run } from './place.js';

/** Limit for a start. A database that crashed under load replays its log first. */
const START_PATIENCE_SECONDS = 300;
/** How long to wait for a running server to answer, or for one that is shutting down, in milliseconds. */
const PATIENCE_MS = 60_000;
const POLL_MS = 25;
const STOP_PATIENCE_SECONDS = 30;

export interface Joined {
  readonly port: number;
  /** The connection that marks the server as used by this process. */
  readonly presence: pg.Client;
}

/**
 * Settings of each start. Unix sockets are off: a long `DATA_DIR` would exceed their path limit. Statements and error
 * details stay out of the log, because they hold personal data.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // For solid-state disks, and data that is mostly in memory.
  random_page_cost: '1.1',
  // Compiling takes longer than any of our statements.
  jit: 'off',
};

const LOG = 'postgres.log';
const logFile = (place: Place): string => pathOf(place.home, LOG);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the server by pg_ctl, which detaches it from our terminal. @returns the `presence`, or why it failed */
async function launch(cluster: Cluster, port: number): Promise<pg.Client | string> {
  const { place, binaries, password } = cluster;
  const settings = { ...SETTINGS, port: String(port) };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const patience = ['-t', String(START_PATIENCE_SECONDS)];
  // Relative: pg_ctl hands its path arguments to a shell, where a space would break them.
  const paths = ['-D', '.', '-l', `../${LOG}`];
  const args = ['start', '-s', ...patience, ...paths, '-o', options.join(' ')];
  const before = await readLog(place);
  const { ok, output } = await run(binaries.pgCtl, args, place.user, place.cluster);
  if (ok) {
    const presence = await join(port, password, place.cluster);
    if (typeof presence !== 'string') return presence;
  }
  const after = await readLog(place);
  return output + after.slice(before.length);
}

function readLog(place: Place): Promise<string> {
  return readFile(logFile(place), 'utf8').catch(() => '');
}

/** The pid file that a running (or killed) server wrote into its data folder. */
async function readPidFile({ cluster }: Place): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(pathOf(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Compares working directories. If a container hides them (even from root), process name and `answer` decide. */
async function isServerOf(pid: number, { cluster }: Place, answer: Answer): Promise<boolean> {
  const folder = await readlink(`/proc/${String(pid)}/cwd`).catch(() => null);
  if (folder !== null) return folder === (await realpath(cluster));
  const status = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  return answer !== 'another' && /\(postgres\) [^ZX]/.test(status);
}

/**
 * Replaces the pid in a stale pid file with ours. Pids are reused, and PostgreSQL refuses to start while the process
 * with that pid lives, unless that process is the parent of pg_ctl, as we are. Deleting the file would also disable
 * PostgreSQL's second check, that no process is attached to the old shared memory.
 */
async function takeOverPidFile({ cluster }: Place, deadPid: number): Promise<void> {
  const path = pathOf(cluster, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => null);
  const [pid, ...lines] = text?.split('\n') ?? [];
  // A server that has just ended has removed its file; one that has just started has written its own pid.
  if (Number(pid) === deadPid) await writeFile(path, [String(process.pid), ...lines].join('\n'));
}

/** Joins the server that runs on this cluster, or starts it. @param fixedPort the only port to start it on */
export async function joinOrStart(
  cluster: Cluster,
  fixedPort: number | null = null,
): Promise<Joined> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const joined = await tryOnce(cluster, fixedPort, Date.now() > giveUpAt);
    if (joined !== null) return joined;
    await pause(POLL_MS);
  }
}

/** @returns `null` to try again; never when `isLate` */
async function tryOnce(
  cluster: Cluster,
  fixedPort: number | null,
  isLate: boolean,
): Promise<Joined | null> {
  const { place, password } = cluster;
  const file = await readPidFile(place);
  if (file !== null) {
    const found = file.port > 0 ? await join(file.port, password, place.cluster) : 'none';
    if (typeof found !== 'string') return { port: file.port, presence: found };
    // PostgreSQL creates the file before it writes it. A crash in between leaves it empty.
    const isBeingWritten = file.pid === 0 && !isLate;
    if (isBeingWritten || (await isServerOf(file.pid, place, found))) {
      if (found !== 'wrong-password' && !isLate) return null;
      throw new EmbeddedPostgresError(whyUnusable(cluster, file.pid, found));
    }
    await takeOverPidFile(place, file.pid);
  }
  const port = fixedPort ?? (await freePort());
  const started = await launch(cluster, port);
  if (typeof started !== 'string') return { port, presence: started };
  // Another process was faster, or processes of a killed server are still ending.
  const isHeld = /postmaster\.pid" (already exists|is empty)|shared memory block/.test(started);
  const isTaken = /address already in use|could not bind|could not create any TCP/i.test(started);
  if ((isHeld || (isTaken && fixedPort === null)) && !isLate) return null;
  throw new EmbeddedPostgresError(
    `The embedded database in ${place.home} does not start: ${reasonOf(started)}. Its log is ${logFile(place)}.`,
  );
}

/** Why a server that runs on this cluster can't be joined. */
function whyUnusable({ place }: Cluster, pid: number, answer: Answer): string {
  const who = `process ${String(pid)}`;
  return answer === 'wrong-password'
    ? `The embedded database in ${place.home} does not accept the password in ${place.dataDir}. Restore the right password, or end ${who} and empty both folders to start over.`
    : `PostgreSQL (${who}) holds ${place.cluster} but does not answer. End that process and start again.`;
}

/** Stops the server and rolls back open transactions. @returns why it failed, or `null` */
export async function stopServer({ place, binaries }: Cluster): Promise<string | null> {
  const stopped = await run(
    binaries.pgCtl,
    ['stop', '-D', place.cluster, '-t', String(STOP_PATIENCE_SECONDS)],
    place.user,
  );
  return stopped.ok ? null : reasonOf(stopped.output);
}
