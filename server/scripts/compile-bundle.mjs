// Writes what V8 makes of the bundle beside it, `server.cjs.compiled`. V8 takes it only with the options that it was made with, so
// this runs with those of the server.
import { fileURLToPath } from 'node:url';
import { keepCompiled } from '../dist/bundle-loader.js';

keepCompiled(fileURLToPath(new URL('../dist/bundle/server.cjs', import.meta.url)));
