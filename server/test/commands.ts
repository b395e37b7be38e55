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
  migrate: 'migrate.js',
} as const;

/** Runs a command of the built server. Its environment holds only `PATH` and these variables. */
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
  // When root runs the tests, PostgreSQL runs as another user, who needs access.
  chmodSync(path, 0o755);
  return path;
}

/**
 * A folder with an empty cluster, made once per test file and copied, because making one takes seconds. `fsync` is
 * off, even for its backups, because no test cuts the power.
 */
let template: Promise<string> | null = null;

async function makeTemplate(): Promise<string> {
  const dataDir = makeFolder();
  const { place } = await prepareCluster({ dataDir, log: silent });
  appendFileSync(join(place.cluster, 'postgresql.conf'), 'fsync = off\n');
  return dataDir;
}

/** To be called after the tests of a file. */
export async function removeTemplate(): Promise<void> {
  const made = template;
  // Reset first: after a failure, the next file of this worker tries again.
  template = null;
  if (made !== null) rmSync(await made, { recursive: true });
}

/** A `DATA_DIR` with an embedded database, which a test starts and stops as a server does. */
export class DataDir {
  #postgres: EmbeddedPostgres | null = null;

  private constructor(readonly path: string) {}

  /** A folder without a database. */
  static empty(): DataDir {
    return new DataDir(makeFolder());
  }

  /** A folder with an empty database. */
  static async ready(): Promise<DataDir> {
    const from = await (template ??= makeTemplate());
    const path = makeFolder();
    // `-a` keeps the owners.
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
