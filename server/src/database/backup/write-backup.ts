import { existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';

import { connected, inTransaction } from './connect.js';
import { writeDump } from './dump.js';
import { BackupFault } from './fault.js';
import { FORMATS, type Manifest, manifestPath, sha256Of } from './manifest.js';
import { type Programs, serverVersion } from './programs.js';
import { writeRowsFile } from './rows-file.js';
import { migrationsOf, sequencesOf } from './tables.js';

/** For its owner alone: it holds what families have told. */
const MODE = 0o600;

/**
 * Writes all tables as they are at one moment into `file`, while the product goes on, and the manifest beside it. The file
 * appears under its name when it is whole.
 * @param programs pg_dump and its friends; `null`: the product writes the rows itself.
 * @throws BackupFault when the file is there already or the database has no schema.
 */
export async function writeBackup(
  url: string,
  file: string,
  now: Date,
  programs: Programs | null = null,
): Promise<Manifest> {
  if (existsSync(file) || existsSync(manifestPath(file))) {
    throw new BackupFault(`${file} is there already: a backup never overwrites another one.`);
  }
  const draft = `${file}.partial`;
  try {
    const read = await connected(url, (client) =>
      inTransaction(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
        const migrations = await migrationsOf(client);
        if (migrations === null) throw new BackupFault('The database has no tables of ours.');
        const tables =
          programs === null
            ? await writeRowsFile(client, draft, MODE)
            : await writeDump(client, url, draft, { mode: MODE, programs });
        const { version } = await serverVersion(client);
        // Last: they count on during the transaction, and must not stand behind any row.
        return { postgres: version, migrations, tables, sequences: await sequencesOf(client) };
      }),
    );
    await syncToDisk(draft);
    const manifest: Manifest = {
      format: programs === null ? FORMATS.rows : FORMATS.dump,
      takenAt: now.toISOString(),
      dumpedBy: programs?.version ?? null,
      ...read,
      sha256: await sha256Of(draft),
    };
    await writeFile(manifestPath(file), `${JSON.stringify(manifest, null, 2)}\n`, { mode: MODE });
    await syncToDisk(manifestPath(file));
    await rename(draft, file);
    return manifest;
  } finally {
    await rm(draft, { force: true });
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
