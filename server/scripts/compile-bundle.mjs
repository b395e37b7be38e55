// Writes what V8 makes of the bundle beside it, `server.cjs.compiled`: once evaluated, it holds all that a start runs through.
// V8 takes it only with the options that it was made with, so this runs with those of the server.
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileBundle, compiledFile, runBundle } from '../dist/bundle-loader.js';

const BUNDLE = fileURLToPath(new URL('../dist/bundle/server.cjs', import.meta.url));

const script = compileBundle(BUNDLE);
runBundle(script, BUNDLE);
const compiled = compiledFile(BUNDLE);
writeFileSync(`${compiled}.new`, script.createCachedData());
renameSync(`${compiled}.new`, compiled);
