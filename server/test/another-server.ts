import type { AddressInfo } from 'node:net';

import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { agent } from 'supertest';

import { configureApp } from '../src/app.js';
import { AppModule } from '../src/app.module.js';
import { Clock } from '../src/common/clock.js';
import { Environment } from '../src/config/environment.js';
import { Secrets } from '../src/config/secrets.js';
import type { TestApp } from './app.js';

/** One more server on the database of `product`, with its configuration, secrets and clock. */
export async function startAnotherServer(product: TestApp): Promise<{
  app: NestExpressApplication;
  browser: TestApp['browser'];
  stop: () => Promise<void>;
}> {
  const { url } = product.dataSource.options as { url?: string };
  const environment = product.app.get(Environment, { strict: false });
  const module = await Test.createTestingModule({
    imports: [
      AppModule.for({
        environment,
        secrets: product.app.get(Secrets, { strict: false }),
        databaseUrl: url ?? '',
        schedules: false,
      }),
    ],
  })
    .overrideProvider(Clock)
    .useValue(product.clock)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    forceCloseConnections: true,
    logger: false,
  });
  configureApp(app, environment, pino({ level: 'silent' }));
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    browser: () => agent(`http://127.0.0.1:${String(port)}`),
    stop: () => app.close(),
  };
}
