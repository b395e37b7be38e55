import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import type { Client } from 'pg';

import { BackupFault } from './fault.js';
import { linesOf } from './lines.js';
import type { TableSum } from './manifest.js';
import { readRows, type Table, tablesOf, writeRows } from './tables.js';

/** Rows that are read from the file before they are written. */
const BATCH = 1_000;
const TABLE_LINE = '# table ';

/** Writes all tables as gzipped text: a line `# table NAME`, then its rows, one JSON object a line. Needs a transaction. */
export async function writeRowsFile(
  client: Client,
  file: string,
  mode: number,
): Promise<Record<string, TableSum>> {
  const gzip = createGzip();
  const target = createWriteStream(file, { mode });
  const written = finished(gzip.pipe(target));
  // Heard where it is awaited; a disk that is full must not end the process before.
  written.catch(() => undefined);
  target.once('error', (error) => gzip.destroy(error));
  const write = async (text: string): Promise<void> => {
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
  };
  const tables: Record<string, TableSum> = {};
  for (const table of await tablesOf(client)) {
    await write(`${TABLE_LINE}${table.name}\n`);
    tables[table.name] = await readRows(client, table, (lines) => write(`${lines.join('\n')}\n`));
  }
  gzip.end();
  await written;
  return tables;
}

/** Reads such a file line by line and writes its rows. */
export async function readRowsFile(
  client: Client,
  file: string,
  tables: ReadonlyMap<string, Table>,
): Promise<void> {
  let table: Table | undefined;
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    if (table !== undefined && waiting.length > 0) await writeRows(client, table, waiting);
    waiting = [];
  };
  const source = createReadStream(file);
  const text = createGunzip();
  source.once('error', (error) => text.destroy(error));
  for await (const line of linesOf(source.pipe(text).setEncoding('utf8'))) {
    if (line.startsWith(TABLE_LINE)) {
      await flush();
      const name = line.slice(TABLE_LINE.length);
      table = tables.get(name);
      if (table === undefined)
        throw new BackupFault(`Table ${name} of the backup is not known here.`);
    } else {
      waiting.push(line);
      if (waiting.length === BATCH) await flush();
    }
  }
  await flush();
}
