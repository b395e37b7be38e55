import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBinaries } from '../../src/database/embedded/binaries.js';
import { type Cluster, makeCluster } from '../../src/database/embedded/cluster.js';
import { APPLICATION, ensureDatabase, urlOf } from '../../src/database/embedded/connection.js';
import { findPlace } from '../../src/database/embedded/place.js';
import { joinOrStart, stopServer } from '../../src/database/embedded/server.js';
import { until } from './waiting.js';

const PASSWORD = 'a password of the tests alone';

/** A separate PostgreSQL that a test can crash and restart. It syncs to disk like a real one. */
export class OwnPostgres {
  private constructor(
    private readonly cluster: Cluster,
    private readonly port: number,
  ) {}

  static async start(): Promise<OwnPostgres> {
    // The name lets the next run clean up after a killed one (see temporary-postgres.mjs).
    const dataDir = await mkdtemp(join(tmpdir(), `kidlab-temporary-${String(process.pid)}-`));
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, 'postgres-password'), PASSWORD, { mode: 0o600 });
    const place = await findPlace(dataDir, () => undefined);
    const binaries = await findBinaries(place.home, place.user);
    const cluster = { place, binaries, password: PASSWORD };
    await makeCluster(cluster);
    const { port, presence } = await joinOrStart(cluster);
    await ensureDatabase(presence, PASSWORD);
    await presence.end();
    return new OwnPostgres(cluster, port);
  }

  get url(): string {
    return urlOf(APPLICATION, PASSWORD, this.port, APPLICATION);
  }

  /** `SIGQUIT`: PostgreSQL's immediate shutdown, like a crash. `SIGKILL`: not even that. */
  async endHard(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const file = await readFile(join(this.cluster.place.cluster, 'postmaster.pid'), 'utf8');
    const pid = Number(file.split('\n')[0]);
    process.kill(pid, signal);
    await until('the end of PostgreSQL', () => !isAlive(pid));
  }

  /** Restarts it on its port; it replays its log first. */
  async restart(): Promise<void> {
    const { presence } = await joinOrStart(this.cluster, this.port);
    await presence.end();
  }

  async stop(): Promise<void> {
    await stopServer(this.cluster);
    await rm(this.cluster.place.home, { recursive: true, force: true });
    await rm(this.cluster.place.dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
