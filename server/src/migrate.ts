// npm run migrate: brings the schema of the configured database up to date. A server does the same when it starts; a
// job may do it before.
import { runCommand, say } from './database/command.js';
import { migrate } from './database/migrate.js';

await runCommand(async ({ url }) => {
  const applied = await migrate(url);
  say(`${String(applied.length)} migrations applied.`);
});
