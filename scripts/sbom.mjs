// npm run sbom [-- FILE]: what is shipped, as CycloneDX; the build writes it as well.
import { resolve } from 'node:path';
import { main, say } from './lib/checkout.mjs';
import { SBOM_FILE, writeSbom } from './lib/sbom.mjs';

await main(async () => {
  const [name] = process.argv.slice(2);
  const file = name === undefined ? SBOM_FILE : resolve(name);
  say(`${file}: ${writeSbom(file)} components`);
});
