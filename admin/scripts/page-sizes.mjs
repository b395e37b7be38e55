// Prints the portal's JavaScript, gzipped, and stops the build when the first load exceeds its limit. The first load
// of the portal is everything up to the largest page behind the sign-in; what a page loads on demand after that is
// printed apart.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOf, SIGN_IN_PAGES, START, THE_REST } from './chunks.mjs';

const LIMITS_KB = { portal: 470, login: 200 };
const dist = join(import.meta.dirname, '../dist');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));

const sizes = new Map();
async function gzipped(file) {
  if (!sizes.has(file)) {
    sizes.set(file, gzipSync(await readFile(join(dist, file)), { level: 9 }).length / 1000);
  }
  return sizes.get(file);
}
async function sum(files) {
  let total = 0;
  for (const file of files) total += await gzipped(file);
  return total;
}
const format = (kilobytes) => `${kilobytes.toFixed(1).padStart(7)} kB`;

console.log('JavaScript of the portal, gzipped:');
const entry = ['index.html', START];
const signIn = [];
for (const [page, chunk] of Object.entries(SIGN_IN_PAGES)) {
  signIn.push([page, await sum(filesOf(manifest, [...entry, chunk]))]);
}
for (const [page, size] of signIn) console.log(`${format(size)}  /${page}`);

const frame = await sum(filesOf(manifest, [...entry, THE_REST]));
console.log(`${format(frame)}  the frame behind the sign-in, and with each page:`);
const pages = [];
for (const name of manifest[THE_REST].dynamicImports ?? []) {
  pages.push([name, await sum(filesOf(manifest, [...entry, THE_REST, name]))]);
}
for (const [name, size] of pages.sort(([, a], [, b]) => b - a)) {
  console.log(`${format(size)}  ${name.replace('src/', '')}`);
}

const faults = [
  ...signIn.filter(([, size]) => size > LIMITS_KB.login).map(([page]) => `/${page}`),
  ...pages.filter(([, size]) => size > LIMITS_KB.portal).map(([name]) => name),
];
if (faults.length > 0) {
  console.error(
    `Over the limit (${LIMITS_KB.login} kB before the sign-in, ${LIMITS_KB.portal} kB behind it): ${faults.join(', ')}`,
  );
  process.exit(1);
}
