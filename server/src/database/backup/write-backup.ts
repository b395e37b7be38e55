import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { connected, inTransaction } from './connect.js';
import { BackupFault } from './fault.js';
import { FORMAT, type Manifest, manifestPath, sha256Of, type TableSum } from './manifest.js';
import { migrationsOf, readRows, sequencesOf, tablesOf } from './tables.js';

/** For its owner alone: it holds what families have told. */
const MODE = 0o600;

/**
 * Writes all tables as they are at one moment into `file`, while the product goes on, and the manifest beside it. The file
 * is gzipped text: a line `# table NAME`, then its rows, one JSON object a line. It appears under its name when it is whole.
 * @throws BackupFault when the file is there already or the database has no schema.
 */
export async function writeBackup(url: string, file: string, now: Date): Promise<Manifest> {
  if (existsSync(file) || existsSync(manifestPath(file))) {
    throw new BackupFault(`${file} is there already: a backup never overwrites another one.`);
  }
  const draft = `${file}.partial`;
  try {
    const read = await connected(url, (client) =>
      inTransaction(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
        const migrations = await migrationsOf(client);
        if (migrations === null) throw new BackupFault('The database has no tables of ours.');
        const gzip = createGzip();
        const target = createWriteStream(draft, { mode: MODE });
        const written = finished(gzip.pipe(target));
        // Heard where it is awaited; a disk that is full must not end the process before.
        written.catch(() => undefined);
        target.once('error', (error) => gzip.destroy(error));
        const write = async (text: string): Promise<void> => {
          if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
        };
        const tables: Record<string, TableSum> = {};
        for (const table of await tablesOf(client)) {
          await write(`# table ${table.name}\n`);
          tables[table.name] = await readRows(client, table, (lines) =>
            write(`${lines.join('\n')}\n`),
          );
        }
        gzip.end();
        await written;
        const version = await client.query<{ version: string }>(
          `SELECT current_setting('server_version') AS version`,
        );
        return {
          migrations,
          tables,
          sequences: await sequencesOf(client),
          postgres: version.rows[0]?.version ?? '',
        };
      }),
    );
    await syncToDisk(draft);
    const manifest = {
      format: FORMAT,
      takenAt: now.toISOString(),
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
