import 'reflect-metadata';

import { ADMIN_BASE_PATH, BASE_PATH } from '@kidlab/contract';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { configureApp } from './app.js';
import { AppModule } from './app.module.js';
import { makeLog, NestLog } from './common/logging.js';
import type { Environment } from './config/environment.js';
import { ConfigurationError } from './config/readers.js';
import { loadSecrets } from './config/secrets.js';
import { readEnvironment, say, textOf } from './database/command.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/index.js';
import { migrate } from './database/migrate.js';
import { OutboxWorker } from './email/outbox.worker.js';
import { InFlightRequests, STOP, stopGracefully } from './graceful-stop.js';
import { MetricsServer } from './metrics/metrics-server.service.js';
import { type PasswordInvitation, OperatorUsers } from './users/operator-users.service.js';

const log = makeLog();

/** The server process: starts its parts in order and stops those that were started. */
class Server {
  private database: EmbeddedPostgres | null = null;
  private app: NestExpressApplication | null = null;
  private requests: InFlightRequests | null = null;
  private starting: Promise<void> = Promise.resolve();
  private stopping: Promise<void> | null = null;

  constructor(private readonly environment: Environment) {}

  /** @throws the error of the part that failed, after stopping the others */
  async start(): Promise<void> {
    this.starting = this.startParts();
    await this.starting.catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
  }

  /** Finishes requests and mails, then stops the database. Waits for a running start. */
  stop(): Promise<void> {
    return (this.stopping ??= this.stopParts());
  }

  private async startParts(): Promise<void> {
    const { environment } = this;
    const secrets = loadSecrets(environment);
    if (environment.databaseUrl === null) {
      this.database = await startEmbeddedPostgres({ dataDir: environment.dataDir, log: say });
    }
    const databaseUrl = environment.databaseUrl ?? this.database?.url ?? '';
    await migrate(databaseUrl);
    this.app = await NestFactory.create<NestExpressApplication>(
      AppModule.for({ environment, secrets, databaseUrl, schedules: true }),
      { bodyParser: false, logger: new NestLog(log), abortOnError: false },
    );
    configureApp(this.app, environment, log);
    const users = this.app.get(OperatorUsers, { strict: false });
    const firstUser = await users.ensureFirst();
    const { port, host, metricsPort } = environment;
    if (metricsPort !== null) {
      await this.app
        .get(MetricsServer, { strict: false })
        .listen(metricsPort, host)
        .catch((error: unknown) => explainListenError(error, 'METRICS_PORT'));
    }
    await this.app.listen(port, host).catch((error: unknown) => explainListenError(error, 'PORT'));
    this.requests = new InFlightRequests(this.app.getHttpServer());
    // Last: a start that fails because its port is taken must not send mail.
    this.app.get(OutboxWorker).start();
    printAddresses(environment);
    await printFirstLogin(users, firstUser);
  }

  private async stopParts(): Promise<void> {
    setTimeout(() => {
      log.error('Stopping: took too long; exiting anyway');
      process.exit(1);
    }, STOP.endAfterMs).unref();
    await this.starting.catch(() => undefined);
    if (this.app !== null) {
      await stopGracefully(this.app, {
        requests: this.requests,
        delayMs: this.environment.stopDelaySeconds * 1_000,
        log,
      });
    }
    await this.database?.stop();
    if (this.requests !== null) log.info('Stopped');
  }
}

/** Problems with `PORT` or `METRICS_PORT`, by Node's code. */
const PORT_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs root (below 1024)',
};

function explainListenError(error: unknown, variable: 'PORT' | 'METRICS_PORT'): never {
  const { code = '' } = error as { code?: string };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    throw new ConfigurationError('HOST', 'is not an address of this machine', '127.0.0.1');
  }
  const fault = PORT_ERRORS[code];
  if (fault === undefined) throw error;
  throw new ConfigurationError(variable, fault, variable === 'PORT' ? '3001' : '9464');
}

function printAddresses(environment: Environment): void {
  const origin = environment.publicBaseUrl;
  say('');
  say(`  Registration   ${origin}${BASE_PATH}/`);
  if (environment.showsCapturedMail) {
    say(`  Captured mail  http://localhost:${String(environment.port)}/captured-mail`);
  }
  say(`  Staff portal   ${origin}${ADMIN_BASE_PATH}/`);
  say('');
  const { isProduction, variablesWithLocalhost } = environment;
  if (isProduction && variablesWithLocalhost.length > 0) {
    say(`  Families will see "localhost" in emails. Set ${variablesWithLocalhost.join(' and ')}.`);
    say('');
  }
}

/** Prints how the first staff user signs in. The link is printed only once, when the user is created. */
async function printFirstLogin(
  users: OperatorUsers,
  made: PasswordInvitation | null,
): Promise<void> {
  if (made !== null) {
    const how = made.link === null ? 'with ADMIN_PASSWORD' : `set a password: ${made.link.href}`;
    say(`  First login    ${made.email}, ${how}`);
    say('');
  } else if (!(await users.hasUserWithPassword())) {
    say(
      '  No staff user has a password yet: "npm run user:add -- EMAIL" prints a link to set one.',
    );
    say('');
  }
}

function fail(error: unknown): void {
  process.stderr.write(`kidlab: ${textOf(error)}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const server = new Server(readEnvironment());
  // Installed before the start: if a signal killed this process, its embedded database would keep running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      server.stop().then(() => process.exit(0), fail);
    });
  }
  await server.start();
}

run().catch(fail);
