// npm run bench: measures the speed budgets, see docs/speed.md.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot, main } from './lib/checkout.mjs';
import { ensureChromium } from './lib/chromium.mjs';

await main(async () => {
  await ensureBuilt();
  process.env.CHROMIUM_PATH = await ensureChromium();
  await import(pathToFileURL(inRoot('server', 'bench', 'main.mjs')).href);
});
