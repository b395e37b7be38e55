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
  /** Options that were given; those without a value are `true`. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** @throws BackupFault with `usage`, when the words do not follow it. */
export function readArguments(
  usage: string,
  options: Readonly<Record<string, { type: 'boolean' | 'string' }>> = {},
): Wish {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options,
      allowPositionals: true,
    });
    const [file = '', ...more] = positionals;
    if (file !== '' && more.length === 0) return { file, options: values };
  } catch {
    // An option that does not exist: the usage says what does.
  }
  throw new BackupFault(usage);
}

/** Where the environment says that PostgreSQL's programs are. */
export const placesOf = ({ pgBin, path }: Environment): ProgramPlaces => ({ named: pgBin, path });

/** What a backup held, a line a table. */
export function sayTables({ tables }: Manifest): void {
  for (const [name, { rows }] of Object.entries(tables)) {
    say(`${String(rows).padStart(10)}  ${name}`);
  }
}

/** Runs a command on the configured database. A fault that a person can mend is one line; the process ends with 1. */
export async function runCommand(
  work: (databaseUrl: string, environment: Environment) => Promise<void>,
): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const environment = new Environment(process.env);
    const embedded =
      environment.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: environment.dataDir, log: say })
        : null;
    try {
      await work(environment.databaseUrl ?? embedded?.url ?? '', environment);
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
