import type { Client } from 'pg';

import { MIGRATIONS } from '../data-source.js';
import { migrate } from '../migrate.js';
import { connected } from './connect.js';
import { BackupFault } from './fault.js';
import { checkedManifest, FORMATS, type Manifest } from './manifest.js';
import { findPrograms, type ProgramPlaces, type Programs, serverVersion } from './programs.js';
import { refuseRows, refuseWhenInUse } from './refusals.js';
import { restoreDump } from './restore-dump.js';
import { restoreRows } from './restore-rows.js';

/** How a restore may go about it. */
export interface RestoreOptions {
  /** Takes the place of what the database holds. */
  readonly replace: boolean;
  /** Where pg_restore is looked for, which an archive of pg_dump needs. */
  readonly places: ProgramPlaces;
}

/**
 * Brings back what a backup holds, in one transaction: after a fault, or when what was written is not to the letter what was
 * read, the database is as it was. Later migrations follow.
 * @throws BackupFault when the file is damaged, the database is in use or not empty, or there is no pg_restore for it.
 */
export async function restoreBackup(
  url: string,
  file: string,
  { replace, places }: RestoreOptions,
): Promise<Manifest> {
  const manifest = await checkedManifest(file);
  const known = MIGRATIONS.map(({ name }) => name);
  if (manifest.migrations.some((name) => !known.includes(name))) {
    throw new BackupFault('The backup was made by a newer version of this program: use that one.');
  }
  const programs = await connected(url, async (client) => {
    await refuseWhenInUse(client);
    if (!replace) await refuseRows(client);
    return manifest.format === FORMATS.dump ? programsFor(client, manifest, places) : null;
  });
  if (programs === null) await restoreRows(url, file, manifest, replace);
  else await restoreDump(url, file, manifest, { programs, replace });
  await migrate(url);
  return manifest;
}

/** pg_restore reads archives of its own pg_dump and of older ones; what it says suits servers of its version and newer ones. */
async function programsFor(
  client: Client,
  { dumpedBy }: Manifest,
  places: ProgramPlaces,
): Promise<Programs> {
  const server = await serverVersion(client);
  const needed = Math.max(server.major, Number.parseInt(dumpedBy ?? '', 10) || 0);
  const programs = await findPrograms(places, needed);
  if (programs.major > server.major) {
    throw new BackupFault(
      `The backup was taken by pg_dump ${String(dumpedBy)}, and this database is PostgreSQL ${server.version}: restore into PostgreSQL ${String(programs.major)} or newer.`,
    );
  }
  return programs;
}
