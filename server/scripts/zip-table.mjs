// Writes server/dist/families/zip-codes.tsv (zip code and city per line) from the package `zipcodes`, whose own module
// is 5 MB because it also has coordinates.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { codes } from 'zipcodes/lib/codes.js';

const target = fileURLToPath(new URL('../dist/families/zip-codes.tsv', import.meta.url));
const lines = Object.values(codes)
  .filter(({ zip, city, country }) => country === 'US' && /^\d{5}$/.test(zip) && city)
  .map(({ zip, city }) => `${zip}\t${city}\n`)
  .sort();
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, lines.join(''));
console.log(`zip codes: ${lines.length}`);
