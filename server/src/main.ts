import 'reflect-metadata';

import { existsSync } from 'node:fs';

import { ADMIN_BASE_PATH, BASE_PATH } from '@kidlab/contract';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';

import { configureApp } from './app.js';
import { AppModule } from './app.module.js';
import { isPassingFault } from './common/error.filter.js';
import { NestLog } from './common/logging.js';
import { Environment } from './config/environment.js';
import { ConfigurationError } from './config/readers.js';
import { loadSecrets } from './config/secrets.js';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './database/embedded/index.js';
import { migrate } from './database/migrate.js';

const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Starts everything in order; whatever was started is stopped again when a later part fails. */
async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = new Environment(process.env);
  const secrets = loadSecrets(environment);
  const embedded = await startDatabase(environment);
  try {
    const databaseUrl = environment.databaseUrl ?? embedded?.url ?? '';
    await migrate(databaseUrl).catch(nameTheDatabase);
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.for({ environment, secrets, databaseUrl, schedules: true }),
      {
        bodyParser: false,
        logger: new NestLog(log),
        forceCloseConnections: true,
        abortOnError: false,
      },
    );
    configureApp(app, environment, log);
    await app.init();
    stopOnSignals(app, embedded);
    await app.listen(environment.port, environment.host);
    tellAddresses(environment);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** What an operator can mend in `DATABASE_URL`; PostgreSQL's own words may repeat a user's name. */
function nameTheDatabase(error: unknown): never {
  const { code } = error as { code?: unknown };
  const fault =
    code === '28P01' || code === '28000'
      ? 'is refused: user or password are wrong'
      : code === '3D000'
        ? 'names a database that does not exist'
        : isPassingFault(error)
          ? 'can not be reached'
          : null;
  if (fault === null) throw error;
  throw new ConfigurationError(
    'DATABASE_URL',
    fault,
    'postgres://user:password@localhost:5432/kidlab',
  );
}

async function startDatabase(environment: Environment): Promise<EmbeddedPostgres | null> {
  if (environment.databaseUrl !== null) return null;
  return startEmbeddedPostgres({ dataDir: environment.dataDir, log: say });
}

/** Ctrl-C or a container's stop: requests and mails under way are finished, then the database goes. */
function stopOnSignals(app: NestExpressApplication, embedded: EmbeddedPostgres | null): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await app.close();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        fail(error);
      });
    });
  }
}

function tellAddresses(environment: Environment): void {
  const origin = environment.publicBaseUrl;
  say('');
  say(`  Registration   ${origin}${BASE_PATH}/`);
  if (environment.showsCapturedMail) {
    say(`  Captured mail  http://localhost:${String(environment.port)}/captured-mail`);
  }
  say(`  Staff portal   ${origin}${ADMIN_BASE_PATH}/`);
  say('');
}

/** One line for what the operator can mend; the stack for what they can't. */
function fail(error: unknown): void {
  const { code } = error as { code?: unknown };
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) {
    process.stderr.write(`kidlab: ${error.message}\n`);
  } else if (code === 'EADDRINUSE') {
    process.stderr.write(
      'kidlab: PORT is taken by another program; stop that, or choose another, for example PORT=3001\n',
    );
  } else if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    process.stderr.write(
      'kidlab: HOST and PORT can not be listened on; for example HOST=127.0.0.1 PORT=3000\n',
    );
  } else {
    process.stderr.write(
      `kidlab: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}\n`,
    );
  }
  process.exit(1);
}

start().catch((error: unknown) => {
  fail(error);
});
