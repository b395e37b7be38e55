// npm run migrate: brings the schema of DATABASE_URL up to date. Servers also do that at startup; a deployment may run
// it beforehand in a job.
import { ConfigurationError } from './config/readers.js';
import { CommandError, runWithEnvironment, say } from './database/command.js';
import { migrate } from './database/migrate.js';

await runWithEnvironment(async ({ databaseUrl }) => {
  if (process.argv.length > 2) throw new CommandError('npm run migrate');
  if (databaseUrl === null) {
    const example = 'postgres://user:password@host/kidlab';
    throw new ConfigurationError('DATABASE_URL', 'is missing', example);
  }
  const applied = await migrate(databaseUrl);
  say(`${String(applied.length)} migrations applied.`);
});
