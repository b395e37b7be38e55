// npm run build: builds everything, up to date or not, shows what the builds say, and writes what is shipped into
// dist/.
import './lib/node-version.mjs';
import { main } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/build.mjs';

await main(async () => {
  await ensureBuilt({ isForced: true, quiet: false });
  await import('./sbom.mjs');
});
