import { mkdir, realpath, rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { findBinaries } from './binaries.js';
import {
  type Cluster,
  ensurePassword,
  formerCluster,
  hasCluster,
  makeCluster,
  removeDrafts,
} from './cluster.js';
import { APPLICATION, ensureDatabase, isLast, SUPERUSER, urlOf } from './connection.js';
import { asEmbeddedPostgresError, codeOf, EmbeddedPostgresError } from './error.js';
import { findPlace, type Place } from './place.js';
import { type Joined, joinOrStart, stopServer } from './server.js';

export { EmbeddedPostgresError };

/** Pause before each attempt to restart a lost database, in milliseconds. */
const REVIVAL_PAUSE_MS = 1_000;

export interface EmbeddedPostgresOptions {
  /** `DATA_DIR`; created when missing. */
  readonly dataDir: string;
  /** Prints one line for the operator, without secrets. */
  readonly log: (line: string) => void;
}

/**
 * A running embedded PostgreSQL. The last process that uses it stops it, no matter which one started it. So a command
 * can use the database of a running server, and a server adopts a database whose server process was killed.
 */
export class EmbeddedPostgres {
  /** The URLs hold the password: never log them. */
  readonly url: string;
  readonly superuserUrl: string;
  readonly place: Place;
  readonly #cluster: Cluster;
  readonly #port: number;
  readonly #log: (line: string) => void;
  #presence: Joined['presence'] | null = null;
  #revival: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  constructor(cluster: Cluster, { port, presence }: Joined, log: (line: string) => void) {
    const { password, place } = cluster;
    this.#cluster = cluster;
    this.#port = port;
    this.#log = log;
    this.place = place;
    this.url = urlOf(APPLICATION, password, port, APPLICATION);
    this.superuserUrl = urlOf(SUPERUSER, password, port, APPLICATION);
    this.#watch(presence);
  }

  /** Stops PostgreSQL unless another process still uses it. Can be called more than once; never rejects. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    // Otherwise a PostgreSQL that is being restarted right now would keep running.
    await this.#revival;
    const presence = this.#presence;
    // The connection was lost and not restored: there is nothing to stop.
    if (presence === null) return;
    try {
      if (await isLast(presence)) {
        const fault = await stopServer(this.#cluster);
        this.#log(
          fault === null
            ? 'The embedded PostgreSQL is stopped.'
            : `The embedded PostgreSQL was not stopped: ${fault}. The next start joins it.`,
        );
      } else this.#log('The embedded PostgreSQL keeps running: another process is using it.');
    } catch (error) {
      const { message } = asEmbeddedPostgresError(error, this.place.home);
      this.#log(`The embedded PostgreSQL was not stopped. ${message}`);
    }
    await presence.end().catch(() => undefined);
  }

  #watch(presence: Joined['presence']): void {
    this.#presence = presence;
    presence.once('end', () => {
      this.#presence = null;
      if (this.#stopping !== null) return;
      this.#log('The connection to the embedded PostgreSQL was lost.');
      this.#revival = this.#revive();
    });
  }

  /** Restarts a PostgreSQL that ended (killed, out of memory, disk full) on its port, or joins one that runs again. */
  async #revive(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      await pause(REVIVAL_PAUSE_MS);
      if (this.#stopping !== null) return;
      try {
        const { presence, port } = await joinOrStart(this.#cluster, this.#port);
        this.#watch(presence);
        this.#log(
          port === this.#port
            ? 'The embedded PostgreSQL is back.'
            : 'The embedded PostgreSQL came back on another port: start this server again.',
        );
        return;
      } catch (error) {
        // Only the first failure is printed: a full disk may last for hours.
        if (tries === 0) this.#log(asEmbeddedPostgresError(error, this.place.home).message);
      }
    }
  }
}

async function takeBackFormer(place: Place, log: (line: string) => void): Promise<void> {
  try {
    await rename(formerCluster(place), place.cluster);
    log('Restored the database that an interrupted restore had moved away.');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Finds the cluster in `DATA_DIR`, or creates it. */
export async function prepareCluster(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const { log } = options;
  await mkdir(options.dataDir, { recursive: true });
  const place = await findPlace(await realpath(options.dataDir), log);
  const binaries = await findBinaries(place.home, place.user);
  // A killed restore may have moved the database away without putting another in its place.
  if (!hasCluster(place)) {
    await takeBackFormer(place, log);
  }
  const cluster = { place, binaries, password: ensurePassword(place) };
  if (!hasCluster(place)) {
    log(`Creating a PostgreSQL ${binaries.version} database in ${place.home} …`);
    await makeCluster(cluster);
  }
  await removeDrafts(place);
  return cluster;
}

/**
 * Starts the PostgreSQL from npm with its data in `DATA_DIR`, or joins the one that already runs there. The first
 * start creates the cluster, the application's role and its database (UTF-8, ICU order, UTC).
 * @throws EmbeddedPostgresError for every error
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    const cluster = await prepareCluster(options);
    const joined = await joinOrStart(cluster);
    const { version } = cluster.binaries;
    options.log(
      `The embedded PostgreSQL ${version} is running (127.0.0.1:${String(joined.port)}).`,
    );
    await ensureDatabase(joined.presence, cluster.password);
    return new EmbeddedPostgres(cluster, joined, options.log);
  } catch (error) {
    throw asEmbeddedPostgresError(error, options.dataDir);
  }
}
