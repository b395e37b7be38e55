// npm run screenshots: regenerates the pictures in docs/, with made-up families.
import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { Fault, inRoot, main, programOf } from './lib/checkout.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { runNode } from './lib/run.mjs';

await main(async () => {
  await ensureBuilt();
  const { code } = await runNode(
    programOf('@playwright/test', 'playwright'),
    ['test', '--config', 'screenshots.config.ts', ...process.argv.slice(2)],
    { cwd: inRoot('e2e'), env: { CHROMIUM_PATH: await ensureChromium() } },
  );
  if (code !== 0) throw new Fault('The pictures could not be made.');
});
