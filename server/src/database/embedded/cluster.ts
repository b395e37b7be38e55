import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { keptSecret } from '../../config/secrets.js';
import type { Binaries } from './binaries.js';
import { SUPERUSER } from './connection.js';
import { EmbeddedPostgresError, reasonOf } from './error.js';
import { chownTo, type Place, run } from './place.js';

export interface Cluster {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly password: string;
}

/** Prefixes of unfinished files and folders. A killed process leaves them behind. */
const DRAFT = 'cluster.new-';
const PASSWORD_DRAFT = 'password.new-';

export const newDraft = (place: Place): string => join(place.home, DRAFT + randomUUID());

/** Where a restore keeps the database that it replaces, until the new one is ready. */
export const formerCluster = (place: Place): string => join(place.home, 'cluster.former');

/** Whether a complete cluster exists. An incomplete one still has its temporary name. */
export function hasCluster({ cluster }: Place): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

/** The generated password in `DATA_DIR`. @throws EmbeddedPostgresError when a cluster exists without it */
export function ensurePassword(place: Place): string {
  const path = join(place.dataDir, 'postgres-password');
  if (hasCluster(place) && !existsSync(path)) {
    throw new EmbeddedPostgresError(
      `The embedded database in ${place.home} can't be opened: its password is missing from ${path}. Restore that file, or delete the database's folder to start over.`,
    );
  }
  return keptSecret(path);
}

/** Creates the cluster under a temporary name and renames it when it is complete. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { place, binaries, password } = cluster;
  const draft = newDraft(place);
  const passwordFile = join(place.home, PASSWORD_DRAFT + randomUUID());
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await chownTo(place.user, passwordFile);
    const made = await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // ICU sorts and lower-cases beyond ASCII. The C locale exists on every system.
        '--locale-provider=icu',
        '--icu-locale=en-US',
        '--locale=C',
      ],
      place.user,
    );
    // The rename fails when another process was faster. Its cluster is just as good.
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

/** Removes what killed processes left behind. Call it once a cluster exists. */
export async function removeDrafts(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith(DRAFT) && !name.startsWith(PASSWORD_DRAFT)) continue;
    await rm(join(place.home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
