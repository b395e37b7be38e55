// npm start: installs what is missing, builds what is out of date, and becomes the server.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { inRoot, main } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { endWithNpm } from './lib/orphan.mjs';

await main(async () => {
  endWithNpm();
  await ensureBuilt();
  // In this very process: signals, exit codes and a kill reach the server and not something in front of it.
  await import(pathToFileURL(inRoot('server', 'dist', 'main.js')).href);
});
