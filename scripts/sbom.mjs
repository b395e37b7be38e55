// npm run sbom: writes the shipped packages into dist/sbom.cdx.json, a CycloneDX document. It depends only on the lock
// file. `npm sbom --omit dev` would leave out the dependencies of the workspaces.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, main, readJson, say } from './lib/checkout.mjs';
import { shippedPackages } from './lib/supply-chain.mjs';

const FILE = inRoot('dist', 'sbom.cdx.json');

const packageUrl = ({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

function component(entry) {
  const [, sum] = (entry.integrity ?? '').split('sha512-');
  return {
    type: 'library',
    'bom-ref': entry.id,
    name: entry.name,
    version: entry.version,
    scope: entry.optional === true ? 'optional' : 'required',
    purl: packageUrl(entry),
    ...(sum && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }],
    }),
    licenses: [{ expression: entry.licence }],
  };
}

await main(async () => {
  const { name, version } = readJson(inRoot('package.json'));
  // One component per package and version, even if several copies are installed.
  const components = new Map(shippedPackages().map((entry) => [entry.id, component(entry)]));
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
  say(`${FILE}: ${components.size} components`);
});
