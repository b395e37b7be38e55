// npm start: installs what is missing, builds what is out of date, and becomes the server.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { inRoot, main, ROOT } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm } from './lib/orphan.mjs';

await main(async () => {
  endWithNpm();
  // Paths in the configuration (DATA_DIR, .env) are meant from here, wherever npm was called.
  process.chdir(ROOT);
  await ensureInstalled();
  await ensureBuilt();
  // In this very process: signals, exit codes and a kill reach the server and not something in front of it.
  await import(pathToFileURL(inRoot('server', 'dist', 'main.js')).href);
});
