import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunning } from './adoption.js';
import { checkMajor, findBinaries } from './binaries.js';
import {
  type Cluster,
  hasCluster,
  makeCluster,
  removeDrafts,
  startServer,
  stopServer,
} from './cluster.js';
import {
  APPLICATION_DATABASE,
  APPLICATION_ROLE,
  ensureDatabase,
  holdPresence,
  type Presence,
} from './connection.js';
import { asEmbeddedPostgresError, codeOf, EmbeddedPostgresError } from './error.js';
import { withFileLock } from './file-lock.js';
import { findPlace, type Place } from './place.js';

export { EmbeddedPostgresError };

/** How long a start waits for another process that is starting or stopping the same database, in milliseconds. */
const START_LOCK_PATIENCE_MS = 120_000;
/** The same for a stop, which gives up and leaves the database running, in milliseconds. */
const STOP_LOCK_PATIENCE_MS = 15_000;
/** Pauses before a lost database is looked after, in milliseconds; the last one repeats: a full disk is emptied by somebody. */
const REVIVAL_PAUSES_MS = [500, 1_000, 2_000, 5_000];

export interface EmbeddedPostgresOptions {
  /** `DATA_DIR`; made when it is missing. */
  readonly dataDir: string;
  /** Takes one line at a time, for a person; never a secret. */
  readonly log: (line: string) => void;
  /** Faster, and lost when the machine goes down: for data that nobody wants to keep (tests). */
  readonly isVolatile?: boolean;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Connection string; it holds the password, so it belongs in no log. */
  readonly url: string;
  /** Folder of all its files. */
  readonly home: string;
  /**
   * Stops PostgreSQL, unless another process of ours still uses it. May be called more than once; never rejects
   * (what stays running is adopted by the next start).
   */
  stop(): Promise<void>;
}

/** The generated password, from `DATA_DIR`; made with the cluster and as old as that. */
async function ensurePassword(place: Place, isNewCluster: boolean): Promise<string> {
  const path = join(place.dataDir, 'postgres-password');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  if (!isNewCluster) {
    throw new EmbeddedPostgresError(
      `The embedded database in ${place.home} can't be opened: its password is missing from ${path}. Bring that file back, or remove the database's folder to begin anew.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  await link(draft, path);
  await rm(draft);
  return password;
}

async function prepare(dataDir: string, options: EmbeddedPostgresOptions): Promise<Cluster> {
  const { log, isVolatile = false } = options;
  const place = await findPlace(dataDir, log);
  const binaries = await findBinaries(place.home, place.user);
  const isNew = !(await hasCluster(place));
  const password = await ensurePassword(place, isNew);
  const cluster = { place, binaries, password, isVolatile };
  if (isNew) {
    log(`Making a PostgreSQL ${binaries.version} database in ${place.home} …`);
    await makeCluster(cluster);
  }
  await removeDrafts(place);
  await checkMajor(place.cluster, binaries);
  return cluster;
}

/** Adopts the server that runs, or starts it. @returns its port */
async function ensureServer(cluster: Cluster, log: (line: string) => void): Promise<number> {
  const running = await findRunning(cluster);
  const port = running ?? (await startServer(cluster));
  const how = running === null ? 'is started' : 'was running and is used further';
  log(`The embedded PostgreSQL ${cluster.binaries.version} ${how} (127.0.0.1:${String(port)}).`);
  await ensureDatabase(port, cluster.password);
  return port;
}

/**
 * Who stops the server: the last one that uses it, whether it started it or adopted it. Had the starter to stop it, a
 * second server process on the same folder would lose its database, and one adopted after a `kill -9` (whose starter
 * is gone) would run for ever.
 */
class RunningPostgres implements EmbeddedPostgres {
  readonly url: string;
  readonly home: string;
  readonly #lock: string;
  readonly #cluster: Cluster;
  readonly #port: number;
  readonly #log: (line: string) => void;
  #presence: Presence | null = null;
  #stopping: Promise<void> | null = null;

  constructor(lock: string, cluster: Cluster, port: number, log: (line: string) => void) {
    this.#lock = lock;
    this.#cluster = cluster;
    this.#port = port;
    this.#log = log;
    this.home = cluster.place.home;
    this.url = `postgresql://${APPLICATION_ROLE}:${encodeURIComponent(cluster.password)}@127.0.0.1:${String(port)}/${APPLICATION_DATABASE}?sslmode=disable`;
  }

  /** To be called under the lock, so that nobody stops the server between finding it and this. */
  async attend(): Promise<void> {
    this.#presence = await holdPresence(
      this.#port,
      this.#cluster.password,
      this.#cluster.place.cluster,
      () => {
        this.#presence = null;
        this.#scheduleRevival();
      },
    );
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const leave = (): Promise<void> => this.#leave();
    try {
      await withFileLock(this.#lock, STOP_LOCK_PATIENCE_MS, leave).catch((error: unknown) => {
        // On a full disk nobody can take the lock, and so nobody starts anything meanwhile.
        if (codeOf(error) !== 'ENOSPC') throw error;
        return leave();
      });
    } catch (error) {
      const { message } = asEmbeddedPostgresError(error, this.#cluster.place.home);
      this.#log(`The embedded PostgreSQL was not stopped. ${message}`);
    }
  }

  /** Stops the server, unless others use it. */
  async #leave(): Promise<void> {
    const presence = this.#presence;
    // Lost, and not found again: whoever else uses it, or nobody, has it now.
    if (presence === null) return;
    const others = await presence.countOthers();
    await presence.leave();
    if (others > 0) {
      this.#log(`The embedded PostgreSQL stays up: ${String(others)} other process(es) use it.`);
      return;
    }
    const fault = await stopServer(this.#cluster);
    this.#log(
      fault === null
        ? 'The embedded PostgreSQL is stopped.'
        : `The embedded PostgreSQL was not stopped: ${fault}. The next start uses it further.`,
    );
  }

  /** The server went away under us (killed, out of memory, disk full): it is started again on its port, or joined when it is back. */
  #scheduleRevival(earlierTries = 0): void {
    if (this.#stopping !== null) return;
    if (earlierTries === 0) this.#log('The connection to the embedded PostgreSQL was lost.');
    const pauses = REVIVAL_PAUSES_MS;
    setTimeout(
      () => {
        void this.#revive(earlierTries);
      },
      pauses[Math.min(earlierTries, pauses.length - 1)],
    ).unref();
  }

  async #revive(earlierTries: number): Promise<void> {
    try {
      await withFileLock(this.#lock, START_LOCK_PATIENCE_MS, async () => {
        if (this.#stopping !== null) return;
        const port = await ensureServer(this.#cluster, this.#log);
        if (port === this.#port) await this.attend();
        else
          this.#log('The embedded PostgreSQL came back on another port: start this server again.');
      });
    } catch (error) {
      // Said when it begins, not at every try: it may last for hours.
      if (earlierTries === 0) {
        this.#log(asEmbeddedPostgresError(error, this.#cluster.place.home).message);
      }
      this.#scheduleRevival(earlierTries + 1);
    }
  }
}

/**
 * Starts the PostgreSQL that npm brought along, with its data in `DATA_DIR`, or joins the one that already runs there.
 * The first start makes the cluster, the product's role and its database (UTF-8, ICU order, UTC).
 * @throws EmbeddedPostgresError with one line for a person, whatever went wrong
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    await mkdir(options.dataDir, { recursive: true });
    const dataDir = await realpath(options.dataDir);
    const lock = join(dataDir, 'postgres.lock');
    return await withFileLock(lock, START_LOCK_PATIENCE_MS, async () => {
      const cluster = await prepare(dataDir, options);
      const port = await ensureServer(cluster, options.log);
      const running = new RunningPostgres(lock, cluster, port, options.log);
      await running.attend();
      return running;
    });
  } catch (error) {
    throw asEmbeddedPostgresError(error, options.dataDir);
  }
}
