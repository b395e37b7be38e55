import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Fault, inRoot, programOf, ROOT, say } from './checkout.mjs';
import { ensureInstalled } from './install.mjs';
import { NOTICES_FILE, writeNotices } from './notices.mjs';
import { run, runNode } from './run.mjs';

/** Folders of build output, packages and tests, which are not inputs. */
const IGNORED = new Set(['dist', 'node_modules', '.cache', 'test-results', 'test']);

/** The parts in build order. */
const PARTS = [
  {
    name: 'server',
    inputs: ['contract', 'server', 'tsconfig.base.json', 'package-lock.json'],
    outputs: [
      'contract/dist/index.js',
      'server/dist/main.js',
      'server/dist/families/zip-codes.tsv',
    ],
    build: async (options, isMissing) => {
      // tsc relies on its .tsbuildinfo and does not notice that dist/ was removed.
      const force = isMissing ? ['--force'] : [];
      const tsc = programOf('typescript-7', 'tsc');
      const compiled = await runNode(tsc, ['-b', 'contract', 'server', ...force], options);
      if (compiled.code !== 0) return compiled;
      return runNode(inRoot('server', 'scripts', 'zip-table.mjs'), [], options);
    },
  },
  browserProgram('public-site'),
  browserProgram('admin'),
];

function browserProgram(name) {
  const hasNotices = name === 'public-site';
  return {
    name,
    inputs: [name, 'contract', 'brand', 'tsconfig.base.json', 'package-lock.json'],
    outputs: [`${name}/dist/index.html`, ...(hasNotices ? [NOTICES_FILE] : [])],
    build: async (options) => {
      // Otherwise an inherited NODE_ENV would make Vite bundle React's development build.
      const env = { NODE_ENV: 'production' };
      const built = await run('npm', ['run', 'build', '--silent', '-w', name], { ...options, env });
      if (built.code === 0) precompress(inRoot(name, 'dist', 'assets'));
      if (built.code === 0 && hasNotices) writeNotices();
      return built;
    },
  };
}

const TEXT = new Set(['.css', '.js', '.json', '.svg', '.txt', '.wasm']);
/** Minimum size of a file to compress, in bytes. */
const MIN_BYTES = 1_024;

/** Writes a Brotli and a gzip version of each text file below `folder`, with the best compression. */
function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!TEXT.has(extname(name))) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < MIN_BYTES) continue;
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: hint }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (IGNORED.has(entry.name) || /\.tsbuildinfo$|\.test\.tsx?$/.test(entry.name)) return [];
    const below = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(below) : [below];
  });
}

/** A hash of the names and contents of all inputs. Not of file times, which a clone, copy or branch switch changes. */
function fingerprint(inputs) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const input of inputs) {
    const path = inRoot(input);
    const files = input.includes('.') ? [path] : filesBelow(path).sort();
    for (const file of files) {
      hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

const stampOf = (part) => inRoot('.cache', 'build', part.name);

const isMissing = (part) => part.outputs.some((output) => !existsSync(inRoot(output)));

function isUpToDate(part, now) {
  if (isMissing(part) || !existsSync(stampOf(part))) return false;
  return readFileSync(stampOf(part), 'utf8') === now;
}

/**
 * Installs what is missing and builds what is out of date.
 * @param options `only`: names of parts; `isForced`: also build what is up to date; `quiet`: show the output of a
 * build only when it fails
 */
export async function ensureBuilt({ only, isForced = false, quiet = true } = {}) {
  await ensureInstalled();
  for (const part of PARTS) {
    if (only !== undefined && !only.includes(part.name)) continue;
    const now = fingerprint(part.inputs);
    if (!isForced && isUpToDate(part, now)) continue;
    say(`Building ${part.name} …`);
    const { code, output } = await part.build({ quiet }, isMissing(part));
    if (code !== 0) throw new Fault(`${output.trim()}\n${part.name} could not be built.`.trim());
    mkdirSync(dirname(stampOf(part)), { recursive: true });
    writeFileSync(stampOf(part), now);
  }
}
