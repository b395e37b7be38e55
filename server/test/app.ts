import type { AddressInfo } from 'node:net';

import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test, type TestingModule } from '@nestjs/testing';
import { hash } from '@node-rs/argon2';
import passport from 'passport';
import { type Logger, pino } from 'pino';
import { agent } from 'supertest';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll } from 'vitest';

import { configureApp, type CONNECTION_LIMITS } from '../src/app.js';
import { AppModule } from '../src/app.module.js';
import { LocalStrategy } from '../src/auth/local.strategy.js';
import { Clock, DatabaseClock } from '../src/common/clock.js';
import { NestLog } from '../src/common/logging.js';
import { Environment } from '../src/config/environment.js';
import type { Variables } from '../src/config/readers.js';
import { Secrets } from '../src/config/secrets.js';
import { OutboxWorker } from '../src/email/outbox.worker.js';
import { PasswordHasher } from '../src/users/password-hasher.service.js';
import { ResponseValidator } from './response-validator.js';
import { createTestDatabase } from './database.js';
import { drain } from './drain.js';
import { FakeClock, FakeDatabaseClock } from './fake-clock.js';
import { startMailServer, type TestMailServer } from './mail-server.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** The whole product with its own database, a clock that tests set and a real mail server. */
export interface TestApp {
  readonly app: NestExpressApplication;
  readonly clock: FakeClock;
  readonly dataSource: DataSource;
  readonly mailServer: TestMailServer;
  /** A browser: keeps its cookies. Paths begin with `/kidlab-reg`. */
  browser: () => ReturnType<typeof agent>;
  /** Sends all mail that is due now. */
  deliver: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Options that only a few tests change. */
export interface TestAppOptions {
  limits?: typeof CONNECTION_LIMITS;
  /** A migrated database of the test's own. */
  databaseUrl?: string;
  /** Parameters of the connections to the database. */
  database?: Readonly<Record<string, string>>;
  /** Where the product logs to; nowhere by default. */
  log?: Logger;
}

/** Tests sign in thousands of times. password-hasher.service.test.ts checks the real cost. */
class CheapHasher extends PasswordHasher {
  override hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), { memoryCost: 8, timeCost: 1, parallelism: 1 });
  }
}

/** The product's modules, with a clock that tests set and cheap password hashes. */
export function compileProduct(
  options: Parameters<typeof AppModule.for>[0],
  clock: Clock,
): Promise<TestingModule> {
  return Test.createTestingModule({ imports: [AppModule.for(options)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(DatabaseClock)
    .useValue(new FakeDatabaseClock(clock))
    .overrideProvider(PasswordHasher)
    .useClass(CheapHasher)
    .compile();
}

/** @param variables environment variables in addition to the tests' own (bot check and rate limit off). */
export async function startTestApp(
  variables: Variables = {},
  {
    limits,
    databaseUrl: given,
    database: parameters = {},
    log = pino({ level: 'silent' }),
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database =
    given === undefined
      ? await createTestDatabase()
      : { url: given, drop: () => Promise.resolve() };
  const mailServer = await startMailServer();
  const databaseUrl = new URL(database.url);
  for (const [name, value] of Object.entries(parameters)) databaseUrl.searchParams.set(name, value);
  const environment = new Environment({
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_BASE_URL: 'http://localhost:3000',
    SMTP_URL: mailServer.url,
    BOT_CHECK: 'off',
    RATE_LIMIT: 'off',
    ...variables,
  });
  const clock = new FakeClock();
  const module = await compileProduct(
    {
      environment,
      secrets: new Secrets(['a secret of the tests that is long enough']),
      databaseUrl: databaseUrl.href,
      schedules: false,
    },
    clock,
  );
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    forceCloseConnections: true,
    logger: log.level === 'silent' ? false : new NestLog(log),
  });
  configureApp(app, environment, log, limits);
  useOwnPassport(app);
  app.use(new ResponseValidator(app, variables).middleware);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    clock,
    dataSource: app.get(DataSource),
    mailServer,
    browser: () => agent(`http://127.0.0.1:${String(port)}`),
    deliver: async () => {
      await drain(app.get(OutboxWorker));
    },
    stop: async () => {
      await app.close();
      await mailServer.close();
      await database.drop();
    },
  };
}

/** Starts a product whose connection to the database a test can cut. */
export async function startWiredTestApp(
  variables: Variables = {},
  options: TestAppOptions = {},
): Promise<TestApp & { wire: TcpProxy }> {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(wire.port);
  const product = await startTestApp(variables, { ...options, databaseUrl: url.href });
  return {
    ...product,
    wire,
    stop: async () => {
      await product.stop();
      await wire.close();
      await database.drop();
    },
  };
}

/** The product for the tests of a file or of a `describe`: started before them, stopped after them. */
export const useTestApp = (...how: Parameters<typeof startTestApp>): TestApp =>
  started(() => startTestApp(...how));
export const useWiredTestApp = (
  ...how: Parameters<typeof startWiredTestApp>
): Awaited<ReturnType<typeof startWiredTestApp>> => started(() => startWiredTestApp(...how));

function started<App extends TestApp>(start: () => Promise<App>): App {
  const product = {} as App;
  beforeAll(async () => {
    Object.assign(product, await start());
  });
  afterAll(() => product.stop());
  return product;
}

/** All servers of a process share one passport. Each request must use the strategy of the server that receives it. */
export function useOwnPassport(app: NestExpressApplication): void {
  app.getHttpServer().prependListener('request', () => {
    passport.use(app.get(LocalStrategy, { strict: false }));
  });
}
