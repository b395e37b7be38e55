import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = new Set(['.css', '.js', '.json', '.svg', '.txt', '.wasm']);
/** Below this, in bytes, the headers weigh more than what is saved. */
const LEAST = 1_024;

/**
 * Writes each text file below `folder` a second and a third time, as brotli and as gzip: once, and as small as they
 * go.
 */
export function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!TEXT.has(extname(name))) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < LEAST) continue;
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: hint }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
