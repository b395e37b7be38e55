// npm run build: builds everything, up to date or not, and shows what the builds say.
import './lib/node-version.mjs';
import { main } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt({ isForced: true, quiet: false });
});
