// Prints the JavaScript of each page, gzipped, and stops the build when a page exceeds its limit. What a page loads
// later on demand (the bot check) is printed apart.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 90;
const dist = join(import.meta.dirname, '../dist');

async function gzipped(file) {
  return gzipSync(await readFile(join(dist, file)), { level: 9 }).length / 1000;
}

const format = (kilobytes) => `${kilobytes.toFixed(1).padStart(7)} kB`;
const files = await readdir(dist, { recursive: true });

console.log('JavaScript, gzipped:');
let tooLarge = false;
const onPages = new Set();
for (const file of files.filter((name) => name.endsWith('index.html')).sort()) {
  const html = await readFile(join(dist, file), 'utf8');
  const isComplete = html.includes(' data-complete');
  const [program] = html.match(/(?<= data-program=")[^"]+/);
  const [entry] = html.match(/(?<=<script[^>]* src=")[^"]+/);
  const scripts = [entry, ...(isComplete ? [] : program.split(' '))].map((address) =>
    address.replace('/kidlab-reg/', ''),
  );
  let size = 0;
  for (const script of new Set(scripts)) {
    onPages.add(script);
    size += await gzipped(script);
  }
  tooLarge ||= size > LIMIT_KB;
  console.log(`${format(size)}  ${relative(dist, join(dist, file))}`);
}
for (const file of files.filter((name) => name.endsWith('.js') && !onPages.has(name)).sort()) {
  console.log(`${format(await gzipped(file))}  on demand: ${file}`);
}
if (tooLarge) {
  console.error(`A page exceeds ${LIMIT_KB} kB.`);
  process.exit(1);
}
