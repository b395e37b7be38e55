// Starts the server. The build writes all of it, with the packages it needs, into one file: reading two thousand files one by
// one takes longer than all the rest of a start. Where that file is older than what was compiled, the parts are loaded.
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { compileBundle, runBundle } from './bundle-loader.js';

const BUNDLE = fileURLToPath(new URL('./bundle/server.cjs', import.meta.url));
const PARTS = new URL('./server.js', import.meta.url);
/** The compiler's notes, written whenever it wrote anything. An installation may come without them. */
const COMPILED = ['../tsconfig.tsbuildinfo', '../../contract/tsconfig.tsbuildinfo'];

function writtenAt(file: string | URL): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const isFresh = COMPILED.every(
  (notes) => writtenAt(new URL(notes, import.meta.url)) < writtenAt(BUNDLE),
);
const program = isFresh
  ? runBundle(compileBundle(BUNDLE), BUNDLE)
  : ((await import(PARTS.href)) as unknown);
(program as { start: () => void }).start();
