import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { keepCompiled } from '../src/bundle-loader.js';
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

describe('what was kept is of no use', () => {
  let bundle: string;
  beforeEach(() => {
    bundle = join(folder, 'server.cjs');
    writeFileSync(bundle, "exports.start = () => 'one';");
    keepCompiled(bundle);
  });

  const loadHere = (): string => load(bundle, process.execArgv);

  test('and is taken otherwise', () => {
    expect(loadHere()).toBe('false start');
  });

  test('when there is none', () => {
    rmSync(`${bundle}.compiled`);
    expect(loadHere()).toBe('undefined start');
  });

  test('for other code, also of the same length', () => {
    writeFileSync(bundle, "exports.other = () => 'o';");
    expect(loadHere()).toBe('undefined other');
  });

  test.each([
    ['cut short', (made: Buffer) => made.subarray(0, made.length / 2)],
    ['next to nothing', (made: Buffer) => made.subarray(0, 3)],
    ['damaged in the middle', (made: Buffer) => made.fill(0, made.length / 2, made.length / 2 + 9)],
  ])('when it is %s', (_, spoilt) => {
    const file = `${bundle}.compiled`;
    writeFileSync(file, spoilt(readFileSync(file)));
    expect(loadHere()).toBe('undefined start');
  });
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
