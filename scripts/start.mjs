// npm start: installs what is missing, builds what is out of date, and runs the server in this process.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { inRoot, main } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { endWithNpm } from './lib/orphan.mjs';

await main(async () => {
  endWithNpm();
  await ensureBuilt();
  // In this process, so that signals and kills reach the server, and its exit code is ours.
  await import(pathToFileURL(inRoot('server', 'dist', 'main.js')).href);
});
