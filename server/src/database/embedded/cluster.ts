import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { SUPERUSER, whoAnswers } from './connection.js';
import { codeOf, EmbeddedPostgresError, reasonOf } from './error.js';
import { run, spawnOptions } from './os-user.js';
import { handOver, type Place } from './place.js';
import { pickPort, PORT_TRIES, rememberedPort, rememberPort } from './port.js';

/** Longest start: a database that crashed under load replays its log first. In milliseconds. */
const START_PATIENCE_MS = 300_000;
const LOOK_AGAIN_MS = 25;
const STOP_PATIENCE_SECONDS = 30;
/** The log of an earlier start is put aside when it is larger, in bytes. */
const LARGE_LOG = 5 * 1024 * 1024;

/** A cluster and what is needed to run it. */
export interface Cluster {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly password: string;
  /** Whether its data may be lost with the machine. */
  readonly isVolatile: boolean;
}

/**
 * Settings given at each start. Unix sockets are off (their paths are short of room, and TCP is enough). Statements and
 * details of faults stay out of the log: they carry what people typed.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // A page from anywhere costs hardly more than the next one: solid disks, and mostly memory.
  random_page_cost: '1.1',
  // Compiling a plan takes longer than any statement of ours.
  jit: 'off',
};

/** Added for data that nobody wants to keep: nothing waits for the disk. */
const VOLATILE_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // A worker of it in a database keeps that from being dropped.
  autovacuum: 'off',
};

const logFile = (place: Place): string => join(place.home, 'postgres.log');

/** Whether a cluster was made here. It gets its name only when it is whole (see `makeCluster`). */
export async function hasCluster(place: Place): Promise<boolean> {
  try {
    await stat(join(place.cluster, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Beginnings of names in the place's folder: what is being made, or was when its process was killed. */
const DRAFT = 'cluster.new-';
const PASSWORD_DRAFT = 'password.new-';

/**
 * Makes the cluster by way of another name, so that one that was broken off is never taken for a whole one. Each try has
 * a name of its own: the initdb of a killed process goes on writing for a while.
 */
export async function makeCluster({
  place,
  binaries,
  password,
  isVolatile,
}: Cluster): Promise<void> {
  const id = randomUUID();
  const draft = join(place.home, DRAFT + id);
  const passwordFile = join(place.home, PASSWORD_DRAFT + id);
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await handOver(passwordFile, place.user);
    const made = await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // ICU orders and lower-cases beyond ASCII; the C library's locale is one that every system has.
        '--locale-provider=icu',
        '--icu-locale=en-US',
        '--locale=C',
        ...(isVolatile ? ['--no-sync'] : []),
      ],
      place.user,
    );
    if (!made.ok) {
      await rm(draft, { recursive: true, force: true });
      throw new EmbeddedPostgresError(
        `The embedded database can't be made in ${place.home}: ${reasonOf(made.output)}.`,
      );
    }
    await rename(draft, place.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Removes what tries left that were broken off; what is still written to stays for the next time. */
export async function removeDrafts(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith(DRAFT) && !name.startsWith(PASSWORD_DRAFT)) continue;
    await rm(join(place.home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function openLog(
  place: Place,
): Promise<{ fd: number; size: number; close(): Promise<void> }> {
  const path = logFile(place);
  const earlier = await stat(path).catch(() => null);
  if (earlier !== null && earlier.size > LARGE_LOG) await rename(path, `${path}.1`);
  const handle = await open(path, 'a', 0o600);
  await handOver(path, place.user);
  const { size } = await handle.stat();
  return { fd: handle.fd, size, close: () => handle.close() };
}

/** Starts the server on a port. @returns what it printed when it ended at once; `null` when it runs. */
async function launch(cluster: Cluster, port: number): Promise<string | null> {
  const { place, binaries, isVolatile } = cluster;
  const settings = Object.entries({
    ...SETTINGS,
    ...(isVolatile ? VOLATILE_SETTINGS : {}),
    port: String(port),
  });
  const log = await openLog(place);
  const child = spawn(
    binaries.postgres,
    ['-D', place.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...spawnOptions(place.user),
      // A session of its own: Ctrl-C in our terminal is for us, and we stop it in our time.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
    },
  );
  let fault: string | null = null;
  child.once('error', (error) => {
    fault = error.message;
  });
  child.once('exit', () => {
    fault ??= '';
  });
  // Read through a function: the compiler does not see that listeners change it.
  const ended = (): string | null => fault;
  child.unref();
  try {
    const giveUpAt = Date.now() + START_PATIENCE_MS;
    for (;;) {
      const said = ended();
      if (said !== null)
        return said + (await readFile(logFile(place))).subarray(log.size).toString();
      if ((await whoAnswers(port, cluster.password, place.cluster)) === 'ours') return null;
      if (Date.now() > giveUpAt) {
        child.kill('SIGQUIT');
        throw new EmbeddedPostgresError(
          `The embedded database in ${place.home} did not start in time; its log is ${logFile(place)}.`,
        );
      }
      await pause(LOOK_AGAIN_MS);
    }
  } finally {
    await log.close();
  }
}

/** Starts the server on the remembered port, or on another when that is taken. @returns the port */
export async function startServer(cluster: Cluster): Promise<number> {
  let port = (await rememberedPort(cluster.place)) ?? (await pickPort());
  for (let attempt = 1; ; attempt += 1) {
    const fault = await launch(cluster, port);
    if (fault === null) {
      await rememberPort(cluster.place, port);
      return port;
    }
    const isPortTaken = /address already in use|could not bind|could not create any TCP/i.test(
      fault,
    );
    if (!isPortTaken || attempt === PORT_TRIES) {
      throw new EmbeddedPostgresError(
        `The embedded database in ${cluster.place.home} does not start: ${reasonOf(fault)}. Its log is ${logFile(cluster.place)}.`,
      );
    }
    port = await pickPort();
  }
}

/** Stops the server: open transactions are rolled back, everything else is kept. @returns why it failed, or `null` */
export async function stopServer({ place, binaries }: Cluster): Promise<string | null> {
  const stopped = await run(
    binaries.pgCtl,
    ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', String(STOP_PATIENCE_SECONDS)],
    place.user,
  );
  return stopped.ok ? null : reasonOf(stopped.output);
}
