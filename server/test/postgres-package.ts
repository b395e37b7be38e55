import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Cluster, makeCluster } from '../src/database/embedded/cluster.js';
import { ensureDatabase, urlOf } from '../src/database/embedded/connection.js';
import { chownTo, ensurePostgresUser } from '../src/database/embedded/place.js';
import { joinOrStart, stopServer } from '../src/database/embedded/server.js';
import { findOrInstall } from './system-package.js';

const PARENT = '/usr/lib/postgresql';
/** The programs that a server and its backup need. */
const NEEDED = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'psql'];

/** A PostgreSQL installed by the system's package manager, including pg_dump. */
export interface PostgresPackage {
  readonly folder: string;
  readonly major: string;
}

function find(): PostgresPackage | null {
  const majors = existsSync(PARENT) ? readdirSync(PARENT).filter((name) => Number(name) >= 15) : [];
  const found = majors
    .map((major) => ({ major, folder: join(PARENT, major, 'bin') }))
    .find(({ folder }) => NEEDED.every((name) => existsSync(join(folder, name))));
  return found ?? null;
}

/** The system's PostgreSQL; root on Debian installs it. `null`: it is neither installed nor installable. */
export function postgresPackage(): PostgresPackage | null {
  return findOrInstall('postgresql', find);
}

export interface PackagedServer {
  /** As the product's role. */
  readonly url: string;
  /** As a superuser, who may create roles. */
  readonly superuserUrl: string;
  stop: () => Promise<void>;
}

/** Starts a server of that package, set up like the embedded one, in the temp folder; `stop` removes it. */
export async function startPackaged({ folder, major }: PostgresPackage): Promise<PackagedServer> {
  const home = await mkdtemp(join(tmpdir(), 'kidlab-packaged-'));
  const user = process.getuid?.() === 0 ? await ensurePostgresUser(() => undefined) : null;
  await chmod(home, 0o755);
  await chownTo(user, home);
  const password = 'packaged';
  const cluster: Cluster = {
    place: { dataDir: home, home, cluster: join(home, 'cluster'), user },
    binaries: {
      initdb: join(folder, 'initdb'),
      pgCtl: join(folder, 'pg_ctl'),
      version: major,
    },
    password,
  };
  await makeCluster(cluster);
  const { port, presence } = await joinOrStart(cluster);
  await ensureDatabase(presence, password);
  return {
    url: urlOf('kidlab', password, port, 'kidlab'),
    superuserUrl: urlOf('postgres', password, port, 'kidlab'),
    async stop() {
      await stopServer(cluster);
      await presence.end();
      await rm(home, { recursive: true, force: true });
    },
  };
}
