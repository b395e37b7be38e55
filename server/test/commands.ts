import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from 'pg';

import {
  type EmbeddedPostgres,
  prepareCluster,
  startEmbeddedPostgres,
} from '../src/database/embedded/index.js';

const run = promisify(execFile);
const PROGRAMS = {
  backup: 'database/backup/backup-main.js',
  restore: 'restore.js',
  erasures: 'erasures.js',
} as const;

/** What a command of the built server came to. Its environment holds these variables and nothing else. */
export async function callCommand(
  name: keyof typeof PROGRAMS,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = fileURLToPath(new URL(`../dist/${PROGRAMS[name]}`, import.meta.url));
  const env = { PATH: process.env['PATH'], ...variables };
  try {
    return { code: 0, ...(await run(process.execPath, [main, ...args], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

export async function query(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const silent = (): void => undefined;

function makeFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'kidlab-data-')));
  // Root's PostgreSQL runs as another user, who has to get in.
  chmodSync(path, 0o755);
  return path;
}

/**
 * A folder with an empty cluster, made once a test file and copied: making one takes seconds. Nothing of it, nor of
 * its backups, waits for the disk: no test pulls the plug.
 */
let template: Promise<string> | null = null;

async function makeTemplate(): Promise<string> {
  const dataDir = makeFolder();
  const { place } = await prepareCluster({ dataDir, log: silent });
  appendFileSync(join(place.cluster, 'postgresql.conf'), 'fsync = off\n');
  return dataDir;
}

/** After the tests of a file. */
export async function removeTemplate(): Promise<void> {
  const made = template;
  // First: one that could not be made is tried again by the next file of this worker.
  template = null;
  if (made !== null) rmSync(await made, { recursive: true });
}

/** A `DATA_DIR` with an embedded database, which a test starts and stops like a server does. */
export class DataDir {
  #postgres: EmbeddedPostgres | null = null;

  private constructor(readonly path: string) {}

  /** One in which no database was made yet. */
  static empty(): DataDir {
    return new DataDir(makeFolder());
  }

  /** One whose database is there, and empty. */
  static async ready(): Promise<DataDir> {
    const from = await (template ??= makeTemplate());
    const path = makeFolder();
    // The copy belongs to the same users.
    execFileSync('cp', ['-a', `${from}/.`, path]);
    return new DataDir(path);
  }

  async start(): Promise<string> {
    this.#postgres ??= await startEmbeddedPostgres({ dataDir: this.path, log: silent });
    return this.#postgres.url;
  }

  async stop(): Promise<void> {
    await this.#postgres?.stop();
    this.#postgres = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.path, { recursive: true });
  }
}
