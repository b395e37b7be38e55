// npm run bench [-- --families 1000,100000 --only search,mail --rounds 5 --seconds 3]: the product against the least that
// Node and PostgreSQL need for the same answers.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { inRoot, main, ROOT } from './lib/checkout.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';

await main(async () => {
  process.chdir(ROOT);
  await ensureInstalled();
  await ensureBuilt();
  const only = process.argv[process.argv.indexOf('--only') + 1];
  const isWithBrowser = !process.argv.includes('--only') || only.split(',').includes('browser');
  if (isWithBrowser) process.env.CHROMIUM_PATH = await ensureChromium();
  await import(pathToFileURL(inRoot('server', 'bench', 'main.mjs')).href);
});
