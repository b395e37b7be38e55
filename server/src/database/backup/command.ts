import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { Environment } from '../../config/environment.js';
import { ConfigurationError } from '../../config/readers.js';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../embedded/index.js';
import { BackupFault } from './fault.js';
import type { Manifest } from './manifest.js';
import type { ProgramPlaces } from './programs.js';

/** A line for the person who called. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What a command was asked for. */
export interface Wish {
  readonly file: string;
  readonly replace: boolean;
}

/** @throws BackupFault with `usage`, when the words do not follow it. */
export function readArguments(words: string[], usage: string, mayReplace: boolean): Wish {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: mayReplace ? { replace: { type: 'boolean' } } : {},
      allowPositionals: true,
    });
    const [file = '', ...more] = positionals;
    if (file !== '' && more.length === 0) return { file, replace: values.replace === true };
  } catch {
    // An option that does not exist: the usage says what does.
  }
  throw new BackupFault(usage);
}

/**
 * Runs a backup or a restore on the configured database, and tells what it held. A fault that a person can mend is one
 * line; the process ends with 1.
 */
export async function runCommand(
  done: (manifest: Manifest) => string,
  work: (databaseUrl: string, places: ProgramPlaces) => Promise<Manifest>,
): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const environment = new Environment(process.env);
    const embedded =
      environment.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: environment.dataDir, log: say })
        : null;
    try {
      const url = environment.databaseUrl ?? embedded?.url ?? '';
      const manifest = await work(url, { named: environment.pgBin, path: environment.path });
      for (const [name, { rows }] of Object.entries(manifest.tables)) {
        say(`${String(rows).padStart(10)}  ${name}`);
      }
      say(`${done(manifest)} SHA-256 ${manifest.sha256}`);
    } finally {
      await embedded?.stop();
    }
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const isTold =
    error instanceof BackupFault ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError;
  // PostgreSQL's own detail may quote values of rows: its message and code tell enough.
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = isTold
    ? error.message
    : `${typeof code === 'string' ? code : 'fault'}: ${String(message)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
