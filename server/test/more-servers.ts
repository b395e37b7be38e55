import type { AddressInfo } from 'node:net';

import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { agent } from 'supertest';
import { DataSource } from 'typeorm';

import { configureApp } from '../src/app.js';
import { Environment } from '../src/config/environment.js';
import { Secrets } from '../src/config/secrets.js';
import { OutboxWorker } from '../src/email/outbox.worker.js';
import { compileProduct, type TestApp, useOwnPassport } from './app.js';
import { drain } from './drain.js';

/** Another server that shares the database, clock and mail server of the first. Stop it before the first. */
export async function startAnotherServer(first: TestApp, schedules = false): Promise<TestApp> {
  const { options } = first.dataSource;
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('no PostgreSQL');
  const environment = first.app.get(Environment);
  const secrets = first.app.get(Secrets);
  const databaseUrl = options.url;
  const module = await compileProduct(
    { environment, secrets, databaseUrl, schedules },
    first.clock,
  );
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    forceCloseConnections: true,
    logger: false,
  });
  configureApp(app, environment, pino({ level: 'silent' }));
  useOwnPassport(app);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    ...first,
    app,
    dataSource: app.get(DataSource),
    browser: () => agent(`http://127.0.0.1:${String(port)}`),
    deliver: async () => {
      await drain(app.get(OutboxWorker));
    },
    stop: () => app.close(),
  };
}
