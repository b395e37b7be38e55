import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { BackupFault } from './fault.js';

/** What a backup's file is. A name changes when an older program could no longer read what is written. */
export const FORMATS = {
  /** An archive of pg_dump, custom format. */
  dump: 'kidlab-backup-pg_dump-1',
  /** Gzipped text, a row a line: where there is no pg_dump for the server. */
  rows: 'kidlab-backup-1',
} as const;
export type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** What a table held: how many rows, and SHA-256 over all of them in the order of the primary key. */
export interface TableSum {
  readonly rows: number;
  readonly sha256: string;
}

/** What stands beside a backup. */
export interface Manifest {
  readonly format: Format;
  readonly takenAt: string;
  /** The server's version. */
  readonly postgres: string;
  /** pg_dump's version; `null`: it had no part in it. */
  readonly dumpedBy?: string | null;
  /** The migrations that its tables had, in their order. */
  readonly migrations: readonly string[];
  readonly tables: Readonly<Record<string, TableSum>>;
  /** The next values of what counts up: sequence to value. */
  readonly sequences: Readonly<Record<string, string>>;
  /** Of the file itself. */
  readonly sha256: string;
}

export const manifestPath = (file: string): string => `${file}.manifest.json`;

/** SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * The manifest of a backup whose file is whole.
 * @throws BackupFault when one of the two is missing, damaged or not of our kind.
 */
export async function checkedManifest(file: string): Promise<Manifest> {
  const manifest = parse(await textOf(manifestPath(file)));
  if (manifest === null || !Object.values(FORMATS).includes(manifest.format)) {
    throw new BackupFault(`${manifestPath(file)} is no manifest of a backup that is known here.`);
  }
  let found: string;
  try {
    found = await sha256Of(file);
  } catch (error) {
    throw notReadable(file, error);
  }
  if (found !== manifest.sha256) {
    throw new BackupFault(
      `${file} is damaged: its SHA-256 is not the one of its manifest. Nothing was changed; take another backup.`,
    );
  }
  return manifest;
}

/** @throws BackupFault when a table that was restored is not what was backed up; its transaction is to be undone. */
export function compare(manifest: Manifest, table: string, found: TableSum): void {
  const expected = manifest.tables[table] ?? { rows: 0, sha256: '' };
  if (found.rows === expected.rows && (found.rows === 0 || found.sha256 === expected.sha256))
    return;
  throw new BackupFault(
    `Table ${table} is not what was backed up (${String(found.rows)} of ${String(expected.rows)} rows, or other content). Nothing was changed.`,
  );
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw notReadable(path, error);
  }
}

function notReadable(path: string, error: unknown): BackupFault {
  const { code } = error as NodeJS.ErrnoException;
  return new BackupFault(`${path} cannot be read (${code ?? 'unknown fault'}).`);
}

function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}
