import { inRoot, readJson } from './checkout.mjs';

/** Licenses allowed for all packages. An expression (AND, OR) is added only after a person has read it. */
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
/** Licenses allowed for tools that build and test but are not shipped. */
const TOOLS_ONLY = new Set(['CC-BY-4.0', 'MPL-2.0']);

/** Packages without a valid license field: their license according to LICENSE or README, read by a person. */
const READ_BY_HAND = {
  'busboy@1.6.0': 'MIT',
  'css-mediaquery@0.1.2': 'BSD-3-Clause',
  'passport-local@1.0.0': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'streamsearch@1.1.0': 'MIT',
  'zipcodes@8.0.0': 'BSD-3-Clause',
};

/** The packages of the lock file that come from a registry. */
export function lockedPackages(lock = readJson(inRoot('package-lock.json'))) {
  return Object.entries(lock?.packages ?? {})
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .map(([path, entry]) => {
      const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
      const id = `${name}@${entry.version ?? ''}`;
      return { ...entry, path, name, id, licence: READ_BY_HAND[id] ?? entry.license ?? 'none' };
    });
}

/** The packages that are shipped: all except tools. */
export function shippedPackages() {
  return lockedPackages().filter(({ dev }) => dev !== true);
}

function faultsOf(entry) {
  const faults = [];
  const fault = (text) => faults.push(`${entry.id}: ${text}`);
  // The lock file has no registry addresses (.npmrc), so any address is that of a repository or a file.
  if (entry.resolved !== undefined) fault('comes from elsewhere than a registry');
  if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) fault('has no version');
  const isTool = entry.dev === true;
  if (entry.integrity === undefined) fault('has no checksum');
  else if (!entry.integrity.startsWith('sha512-')) fault('has a weak checksum');
  const isAllowed = PERMISSIVE.has(entry.licence) || (isTool && TOOLS_ONLY.has(entry.licence));
  if (!isAllowed) fault(`has a licence that is not allowed: ${entry.licence}`);
  return faults;
}

/** Install scripts run with the user's permissions, so `allowScripts` in package.json must allow or deny each. */
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

/** All violations in the lock file. */
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
