// node dist/database/demo-data.js FAMILIES [--seed N]: fills the configured database with made-up families.
import 'reflect-metadata';

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { Environment } from '../config/environment.js';
import { ConfigurationError } from '../config/readers.js';
import { Cities } from '../families/cities.js';
import { writeDemoData } from './demo/write-demo-data.js';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded/index.js';
import { migrate } from './migrate.js';

const MOST_FAMILIES = 1_000_000;
const USAGE = `npm run demo-data -- FAMILIES [--seed N]: FAMILIES is a number from 1 to ${String(MOST_FAMILIES)}, N a number from 0 (default: 1).`;

/** A fault of the person who called: shown as its message alone. */
class UsageError extends Error {}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function readArguments(): { count: number; seed: number } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: { seed: { type: 'string', default: '1' } },
      allowPositionals: true,
    });
    const [count = '', ...more] = positionals;
    const isFine = /^[1-9]\d{0,6}$/.test(count) && /^\d{1,9}$/.test(values.seed);
    if (isFine && more.length === 0 && Number(count) <= MOST_FAMILIES) {
      return { count: Number(count), seed: Number(values.seed) };
    }
  } catch {
    // An option that does not exist: the usage says what does.
  }
  throw new UsageError(USAGE);
}

async function fill(environment: Environment, count: number, seed: number): Promise<void> {
  const embedded =
    environment.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: environment.dataDir, log: say })
      : null;
  try {
    const url = environment.databaseUrl ?? embedded?.url ?? '';
    await migrate(url);
    const cities = new Cities();
    const now = new Date();
    // The beginning of the day, so that runs on one day make the same families.
    now.setUTCHours(0, 0, 0, 0);
    const started = performance.now();
    const { made, skipped } = await writeDemoData(url, count, {
      seed,
      now,
      confirmationWindowHours: environment.confirmationWindowHours,
      followUpAfterHours: environment.followUpAfterHours,
      unconfirmedRetentionDays: environment.unconfirmedRetentionDays,
      cityOf: (zipCode) => cities.of(zipCode),
    });
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const kinds = [...made].map(([kind, number]) => `${String(number)} ${kind}`).join(', ');
    say(`Made ${kinds === '' ? 'nothing' : kinds} in ${seconds} s (seed ${String(seed)}).`);
    if (skipped > 0) {
      say(`${String(skipped)} were there already; another --seed makes other families.`);
    }
  } finally {
    await embedded?.stop();
  }
}

async function main(): Promise<void> {
  const { count, seed } = readArguments();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = new Environment(process.env);
  if (environment.isProduction) {
    throw new UsageError('Demo data is refused when NODE_ENV=production.');
  }
  await fill(environment, count, seed);
}

main().catch((error: unknown) => {
  const isTold =
    error instanceof UsageError ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError;
  const text = error instanceof Error ? error.message : 'unknown error';
  process.stderr.write(
    `${isTold ? text : error instanceof Error ? (error.stack ?? text) : text}\n`,
  );
  process.exitCode = 1;
});
