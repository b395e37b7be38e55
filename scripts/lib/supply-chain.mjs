import { inRoot, readJson } from './checkout.mjs';

/** Licences that anything may have. An expression (AND, OR) stands here once a person has read it. */
const PERMISSIVE = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR EUPL-1.1+)',
  '(MPL-2.0 OR Apache-2.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Zlib',
]);
/** Licences of tools that are used to build and test, and of which nothing reaches a visitor. */
const TOOLS_ONLY = new Set(['CC-BY-4.0', 'MPL-2.0']);

/**
 * Packages that name their licence in an old way, or in none: what stands in their LICENSE or README, read by a
 * person.
 */
const READ_BY_HAND = {
  'busboy@1.6.0': 'MIT',
  'css-mediaquery@0.1.2': 'BSD-3-Clause',
  'passport-local@1.0.0': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'streamsearch@1.1.0': 'MIT',
  'zipcodes@8.0.0': 'BSD-3-Clause',
};

/** What the lock says of each package that is installed from a registry. */
export function lockedPackages(lock = readJson(inRoot('package-lock.json'))) {
  return Object.entries(lock?.packages ?? {})
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .map(([path, entry]) => {
      const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
      const id = `${name}@${entry.version ?? ''}`;
      return { ...entry, path, name, id, licence: READ_BY_HAND[id] ?? entry.license ?? 'none' };
    });
}

/** What reaches visitors or the machine of a lab: all but the tools. */
export function shippedPackages() {
  return lockedPackages().filter(({ dev }) => dev !== true);
}

function faultsOf(entry) {
  const faults = [];
  const fault = (text) => faults.push(`${entry.id}: ${text}`);
  // The lock names no addresses (.npmrc): one that stands there is no registry's, but a repository's or a file's.
  if (entry.resolved !== undefined) fault('comes from elsewhere than a registry');
  if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) fault('has no version');
  const isTool = entry.dev === true;
  if (entry.integrity === undefined) fault('has no checksum');
  else if (!entry.integrity.startsWith('sha512-')) fault('has a weak checksum');
  const isAllowed = PERMISSIVE.has(entry.licence) || (isTool && TOOLS_ONLY.has(entry.licence));
  if (!isAllowed) fault(`has a licence that is not allowed: ${entry.licence}`);
  return faults;
}

/** Install scripts run with the rights of the user: package.json names each package that has one, and decides. */
function scriptFaults(packages, allowScripts) {
  const having = new Set(
    packages.filter((entry) => entry.hasInstallScript).map(({ name }) => name),
  );
  const named = new Set(Object.keys(allowScripts));
  return [
    ...[...having]
      .filter((name) => !named.has(name))
      .map(
        (name) => `${name}: has an install script that package.json (allowScripts) does not name`,
      ),
    ...[...named]
      .filter((name) => !having.has(name))
      .map((name) => `${name}: is named in package.json (allowScripts) and has no install script`),
  ];
}

/** Everything that is wrong with what would be installed: none, when all is well. */
export function supplyChainFaults(
  lock = readJson(inRoot('package-lock.json')),
  manifest = readJson(inRoot('package.json')),
) {
  if (lock?.lockfileVersion !== 3) return ['package-lock.json: is missing or of another version'];
  const packages = lockedPackages(lock);
  return [
    ...packages.flatMap(faultsOf),
    ...scriptFaults(packages, manifest?.allowScripts ?? {}),
  ].sort();
}
