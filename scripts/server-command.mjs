// node scripts/server-command.mjs PROGRAM …: runs a command of the server by its path in server/src, for
// `npm run user:add`, `npm run backup` and others.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { inRoot, main } from './lib/checkout.mjs';

await main(async () => {
  const [program] = process.argv.splice(2, 1);
  // The production image is already built and has no compiler.
  if (process.env.NODE_ENV !== 'production') {
    const { ensureBuilt } = await import('./lib/build.mjs');
    await ensureBuilt({ only: ['server'] });
  }
  await import(pathToFileURL(inRoot('server', 'dist', `${program}.js`)).href);
});
