// node scripts/server-command.mjs NAME …: one of the server's commands. `npm run user:add`, `backup` and the others
// call it.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { Fault, inRoot, main, ROOT } from './lib/checkout.mjs';

const COMMANDS = {
  'user-add': 'user-add.js',
  migrate: 'migrate.js',
  backup: 'database/backup/backup-main.js',
  restore: 'restore.js',
  erasures: 'erasures.js',
  'demo-data': 'database/demo-data.js',
};

await main(async () => {
  const [name] = process.argv.splice(2, 1);
  if (!Object.hasOwn(COMMANDS, name)) throw new Fault(`One of ${Object.keys(COMMANDS).join(', ')}`);
  process.chdir(ROOT);
  // In production, what is installed and built is used as it is: the image has no compiler.
  if (process.env.NODE_ENV !== 'production') {
    const { ensureInstalled } = await import('./lib/install.mjs');
    const { ensureBuilt } = await import('./lib/build.mjs');
    await ensureInstalled();
    await ensureBuilt({ only: ['server'] });
  }
  await import(pathToFileURL(inRoot('server', 'dist', COMMANDS[name])).href);
});
