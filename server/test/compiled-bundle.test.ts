import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { compiledFile } from '../src/bundle-loader.js';
import { NODE_ARGS } from '../scripts/node-args.mjs';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const LOADER = root('server/dist/bundle-loader.js');
const BUILT = root('server/dist/bundle/server.cjs');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-bundle-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a process of its own says of a bundle: whether V8 refused what was kept, and what the bundle exports. */
function load(bundle: string, args: readonly string[]): string {
  const program = `import { compileBundle, runBundle } from ${JSON.stringify(LOADER)};
    const script = compileBundle(process.argv[1]);
    console.log(script.cachedDataRejected, Object.keys(runBundle(script, process.argv[1])).join());
    process.exit();`;
  return execFileSync(process.execPath, [...args, '--input-type=module', '-e', program, bundle], {
    encoding: 'utf8',
  }).trim();
}

test('a server takes what V8 made of its bundle at the build', () => {
  expect(load(BUILT, NODE_ARGS)).toBe('false start');
});

test('with other options of V8 it compiles the bundle anew', () => {
  expect(load(BUILT, ['--max-old-space-size=300'])).toBe('true start');
});

test('a bundle without it, or with something else in its place, is compiled', () => {
  const bundle = join(folder, 'server.cjs');
  writeFileSync(bundle, 'exports.start = 1;');
  expect(load(bundle, NODE_ARGS)).toBe('undefined start');
  writeFileSync(compiledFile(bundle), 'something else');
  expect(load(bundle, NODE_ARGS)).toBe('true start');
  copyFileSync(compiledFile(BUILT), compiledFile(bundle));
  expect(load(bundle, NODE_ARGS)).toBe('true start');
});

test('npm start, npm run serve and the image give Node the options that the bundle was made for', () => {
  const { scripts } = JSON.parse(readFileSync(root('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const args = NODE_ARGS.join(' ');
  expect(scripts['start']).toContain(`node ${args} `);
  expect(scripts['serve']).toContain(`node ${args} `);
  const image = readFileSync(root('Dockerfile'), 'utf8');
  expect(image).toContain(`CMD ["node", ${NODE_ARGS.map((arg) => `"${arg}"`).join(', ')}, `);
});
