// npm run migrate: brings the schema of DATABASE_URL up to date. Servers do that when they start; a deployment may run
// it in a job before.
import { existsSync } from 'node:fs';

import { Environment } from './config/environment.js';
import { ConfigurationError } from './config/readers.js';
import { migrate } from './database/migrate.js';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { databaseUrl } = new Environment(process.env);
  if (databaseUrl === null) {
    throw new ConfigurationError(
      'DATABASE_URL',
      'is missing',
      'postgres://user:password@host/kidlab',
    );
  }
  const applied = await migrate(databaseUrl);
  process.stdout.write(`${String(applied.length)} migrations applied.\n`);
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
