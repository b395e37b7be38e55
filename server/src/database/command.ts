import { existsSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { Environment } from '../config/environment.js';
import { ConfigurationError } from '../config/readers.js';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './embedded/index.js';

/** An error that the caller of a command can fix. Only its message is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

// The reader of our output may have ended, for example a killed npm. Without a listener, the next line would end this
// process but leave its database running.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The one positional argument of the command line, and its options. @throws CommandError with the usage */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
): { word: string; values: ReturnType<typeof parseArgs<{ options: Options }>>['values'] } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options,
      allowPositionals: true,
    });
    const [word = '', ...more] = positionals;
    // Without `--` before it, npm takes an option for its own.
    const isTaken = (option: string): boolean =>
      `npm_config_${option.replaceAll('-', '_')}` in process.env;
    const isWhole = !Object.keys(options).some(isTaken);
    if (word !== '' && more.length === 0 && isWhole) return { word, values };
  } catch {
    // An unknown option: show the usage.
  }
  throw new CommandError(usage);
}

export interface CommandDatabase {
  readonly url: string;
  /** `null` when `DATABASE_URL` names a PostgreSQL. */
  readonly embedded: EmbeddedPostgres | null;
}

/** The configuration, from the environment and `.env`. @throws ConfigurationError */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return new Environment(process.env);
}

/** Runs a command with the configuration. After an error the process ends with code 1. */
export async function runWithEnvironment(
  work: (environment: Environment) => Promise<void>,
): Promise<void> {
  try {
    await work(readEnvironment());
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`);
    // Not `exitCode`: a connection without a password keeps the process alive for a minute, until PostgreSQL closes it.
    process.exit(1);
  }
}

/**
 * Runs a command on the configured database. The command first reads its arguments and then opens the database:
 * mistyped ones must not create or start an embedded one.
 */
export function runCommand(
  work: (openDatabase: () => Promise<CommandDatabase>, environment: Environment) => Promise<void>,
): Promise<void> {
  return runWithEnvironment(async (environment) => {
    const { databaseUrl, dataDir } = environment;
    let embedded = null as EmbeddedPostgres | null;
    const openDatabase = async (): Promise<CommandDatabase> => {
      if (databaseUrl !== null) return { url: databaseUrl, embedded };
      embedded = await startEmbeddedPostgres({ dataDir, log: say });
      return { url: embedded.url, embedded };
    };
    try {
      await work(openDatabase, environment);
    } finally {
      await embedded?.stop();
    }
  });
}

/** One line for errors that the operator can fix, otherwise the stack. */
export function textOf(error: unknown): string {
  const expected = [CommandError, ConfigurationError, EmbeddedPostgresError];
  // Code and message only: PostgreSQL's detail may quote values of rows.
  const { code, message, stack } = error as { code?: unknown; message?: unknown; stack?: string };
  const text = String(message);
  if (expected.some((kind) => error instanceof kind)) return text;
  if (typeof code !== 'string') return stack ?? text;
  // The system's errors begin with their code.
  return text.startsWith(code) ? text : `${code}: ${text}`;
}
