import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { keptSecret } from '../../config/secrets.js';
import type { Binaries } from './binaries.js';
import { SUPERUSER } from './connection.js';
import { EmbeddedPostgresError, reasonOf } from './error.js';
import { handOver, type Place, run } from './place.js';

export interface Cluster {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly password: string;
}

/** Beginnings of names in the place's folder: what is being made, or was when its process was killed. */
const DRAFT = 'cluster.new-';
const PASSWORD_DRAFT = 'password.new-';

export const newDraft = (place: Place): string => join(place.home, DRAFT + randomUUID());

/** Whether a cluster was made here. It gets its name only when it is whole. */
export function hasCluster({ cluster }: Place): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

/** The generated password, from `DATA_DIR`; as old as the cluster. */
export function ensurePassword(place: Place): string {
  const path = join(place.dataDir, 'postgres-password');
  if (hasCluster(place) && !existsSync(path)) {
    throw new EmbeddedPostgresError(
      `The embedded database in ${place.home} can't be opened: its password is missing from ${path}. Bring that file back, or remove the database's folder to begin anew.`,
    );
  }
  return keptSecret(path);
}

/** Makes the cluster by way of another name, so that one that was broken off is never taken for a whole one. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { place, binaries, password } = cluster;
  const draft = newDraft(place);
  const passwordFile = join(place.home, PASSWORD_DRAFT + randomUUID());
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
      ],
      place.user,
    );
    // Another process may have been faster: its cluster is as good.
    if (made.ok) await rename(draft, place.cluster).catch(() => undefined);
    if (hasCluster(place)) return;
    throw new EmbeddedPostgresError(
      `The embedded database can't be made in ${place.home}: ${reasonOf(made.output)}.`,
    );
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes what processes left that were killed. Nobody needs a draft once there is a cluster. */
export async function removeDrafts(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith(DRAFT) && !name.startsWith(PASSWORD_DRAFT)) continue;
    await rm(join(place.home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
