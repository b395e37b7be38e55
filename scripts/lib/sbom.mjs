import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, readJson } from './checkout.mjs';
import { lockedPackages } from './supply-chain.mjs';

/** `@scope/name` and version as a package URL. */
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

/**
 * What is shipped (all but the tools), as a CycloneDX document. From the lock itself, and equal for an equal lock:
 * npm's own `npm sbom --omit dev` leaves out what a workspace depends on.
 */
export function sbom() {
  const { name, version } = readJson(inRoot('package.json'));
  const shipped = new Map(
    lockedPackages()
      .filter(({ dev }) => dev !== true)
      .map((entry) => [entry.id, component(entry)]),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...shipped.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}

/** Where the build puts it. */
export const SBOM_FILE = inRoot('dist', 'sbom.cdx.json');

/** @returns how many components it names */
export function writeSbom(file = SBOM_FILE) {
  const document = sbom();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return document.components.length;
}
