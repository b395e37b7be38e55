import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { Fault, inRoot, programOf, readJson } from './checkout.mjs';
import { runNode } from './run.mjs';

/** Folders whose imports are checked. */
const PROGRAMS = ['contract', 'server', 'public-site', 'admin', 'e2e'];

/** What a part came to. */
const result = (passed, failed) => ({ passed, failed });

/** What several runners of one part came to. */
const sum = (results) =>
  results.reduce((all, one) => result(all.passed + one.passed, all.failed + one.failed));

/** A part that is one check: all of its programs must end well, and all of them are heard. */
async function oneCheck(runs) {
  let isFine = true;
  for (const [script, args] of runs) {
    const { code } = await runNode(script, args);
    isFine &&= code === 0;
  }
  return isFine ? result(1, 0) : result(0, 1);
}

/** Where a runner writes its report; one of an earlier run is removed, so that it can't be taken for this one's. */
function freshReport(name) {
  const path = inRoot('.cache', 'reports', `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/** Reads what was counted; a runner that died, or that fails without saying which test, counts as one failure. */
function counted(code, passed, failed) {
  if (passed === undefined || failed === undefined) return result(0, 1);
  return result(passed, failed === 0 && (code !== 0 || passed === 0) ? 1 : failed);
}

async function jest(folder, args, { name = folder, config = [], env = {} } = {}) {
  const path = freshReport(name);
  const { code } = await runNode(
    programOf('jest'),
    [...config, '--maxWorkers=2', '--json', `--outputFile=${path}`, ...args],
    { cwd: inRoot(folder), env },
  );
  const report = readJson(path);
  if (report === null) return result(0, 1);
  // A test that is skipped has not passed, and neither has a file that could not be loaded.
  const failed =
    report.numFailedTests +
    report.numRuntimeErrorTestSuites +
    (args.length === 0 ? report.numPendingTests + report.numTodoTests : 0);
  return counted(code, report.numPassedTests, failed);
}

/** The faults, each a test and a row of the table that it prints; `--long` asks for the long form. */
function reliability(args) {
  const isLong = args.includes('--long');
  return jest(
    'server',
    args.filter((argument) => argument !== '--long'),
    {
      name: 'reliability',
      config: ['--config', 'reliability.config.js'],
      env: { KIDLAB_RELIABILITY: isLong ? 'long' : 'short' },
    },
  );
}

async function playwright(args) {
  const chromium = await ensureChromium();
  const path = freshReport('e2e');
  const { code } = await runNode(
    programOf('@playwright/test', 'playwright'),
    ['test', '--reporter=list,json', ...args],
    {
      cwd: inRoot('e2e'),
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    },
  );
  const stats = readJson(path)?.stats;
  if (stats === undefined) return result(0, 1);
  // A test that passes at the second try is not relied on; one that is skipped has not passed.
  return counted(code, stats.expected, stats.unexpected + stats.flaky + stats.skipped);
}

/** The parts of `npm test` by name, in their order. Each takes arguments for its runner. */
export const PARTS = {
  lint: () =>
    oneCheck([
      [programOf('eslint'), ['.', '--max-warnings', '0']],
      [programOf('prettier'), ['--check', '.']],
      [
        programOf('dependency-cruiser', 'depcruise'),
        ['--config', '.dependency-cruiser.mjs', ...PROGRAMS],
      ],
      [inRoot('scripts', 'lib', 'supply-chain.test.mjs'), []],
      [inRoot('scripts', 'supply-chain.mjs'), []],
    ]),
  types: () => oneCheck([[programOf('typescript', 'tsc'), ['-b']]]),
  unit: async (args) =>
    sum([await jest('contract', args), await jest('public-site', args), await jest('admin', args)]),
  server: (args) => jest('server', args),
  reliability,
  e2e: (args) => playwright(args),
};

/** Runs one part; a fault of ours (no Chromium) is the part's failure. */
export async function runPart(name, args) {
  try {
    return await PARTS[name](args);
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    return result(0, 1);
  }
}
