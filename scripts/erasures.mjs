// npm run erasures -- FILE: see docs/operation.md.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot, main, ROOT } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/install.mjs';

await main(async () => {
  process.chdir(ROOT);
  await ensureInstalled();
  await ensureBuilt({ only: ['server'] });
  await import(pathToFileURL(inRoot('server', 'dist', 'erasures.js')).href);
});
