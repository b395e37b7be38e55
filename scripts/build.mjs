// npm run build: rebuilds everything, shows the output of the builds, and writes the bill of materials into dist/.
import './lib/node-version.mjs';
import { main } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/build.mjs';

await main(async () => {
  await ensureBuilt({ isForced: true, quiet: false });
  await import('./sbom.mjs');
});
