// npm run user:add -- EMAIL [--reset-second-factor]: makes a staff user, or takes the one that is there, and prints a link to
// set the password. For somebody who has lost phone and recovery codes it takes the second factor away.
import 'reflect-metadata';

import { existsSync } from 'node:fs';

import { faultOf, loginForm, PASSWORD } from '@kidlab/contract';
import { NestFactory } from '@nestjs/core';

import { AppModule } from './app.module.js';
import { Environment } from './config/environment.js';
import { ConfigurationError } from './config/readers.js';
import { loadSecrets } from './config/secrets.js';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './database/embedded/index.js';
import { migrate } from './database/migrate.js';
import { OperatorUsers } from './users/operator-users.js';

/** A fault of the person who called: shown as its message alone. */
class UsageError extends Error {}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const RESET = '--reset-second-factor';

interface Wish {
  readonly email: string;
  readonly resets: boolean;
}

function readArguments(environment: Environment): Wish {
  const words = process.argv.slice(2);
  const resets = words.includes(RESET);
  const [email = '', ...more] = words.filter((word) => word !== RESET);
  const rule = loginForm(environment).username;
  if (email === '' || more.length > 0 || faultOf(rule, email) !== null) {
    throw new UsageError(`npm run user:add -- EMAIL [${RESET}], for example somebody@example.org`);
  }
  return { email: email.trim().normalize('NFC').toLowerCase(), resets };
}

async function add(environment: Environment, { email, resets }: Wish): Promise<void> {
  const secrets = loadSecrets(environment);
  const embedded =
    environment.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: environment.dataDir, log: say })
      : null;
  try {
    const databaseUrl = environment.databaseUrl ?? embedded?.url ?? '';
    await migrate(databaseUrl);
    const app = await NestFactory.createApplicationContext(
      AppModule.for({ environment, secrets, databaseUrl, schedules: false }),
      { logger: false, abortOnError: false },
    );
    try {
      const users = app.get(OperatorUsers, { strict: false });
      if (resets) {
        const had = await users.resetSecondFactor(email);
        say(had ? `The second factor of ${email} was reset.` : `${email} has no second factor.`);
      }
      const { link } = await users.invite(email);
      if (link === null) throw new UsageError(`${email} is disabled: a colleague can enable it.`);
      say(`${email} sets a password here, within ${String(PASSWORD.linkHours)} hours, once:`);
      say(link.href);
    } finally {
      await app.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = new Environment(process.env);
  await add(environment, readArguments(environment));
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
