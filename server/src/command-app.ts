import 'reflect-metadata';

import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import type { Environment } from './config/environment.js';
import { loadSecrets } from './config/secrets.js';

/** Runs a command with the application's services. */
export async function withApp<Result>(
  environment: Environment,
  databaseUrl: string,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  // Imported late, so that a command that fails early doesn't wait for the whole application to load.
  const { AppModule } = await import('./app.module.js');
  const secrets = loadSecrets(environment);
  const app = await NestFactory.createApplicationContext(
    AppModule.for({ environment, secrets, databaseUrl, schedules: false }),
    { logger: false, abortOnError: false },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
