// node scripts/server-command.mjs PROGRAM …: one of the server's commands, by its place in server/src. `npm run
// user:add`, `backup` and the others call it.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { inRoot, main } from './lib/checkout.mjs';

await main(async () => {
  const [program] = process.argv.splice(2, 1);
  // In production, what is installed and built is used as it is: the image has no compiler.
  if (process.env.NODE_ENV !== 'production') {
    const { ensureBuilt } = await import('./lib/build.mjs');
    await ensureBuilt({ only: ['server'] });
  }
  await import(pathToFileURL(inRoot('server', 'dist', `${program}.js`)).href);
});
