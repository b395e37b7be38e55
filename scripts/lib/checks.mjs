import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { inRoot, programOf, readJson } from './checkout.mjs';
import { run, runNode } from './run.mjs';

const PROGRAMS = ['contract', 'server', 'public-site', 'admin', 'e2e'];

/** Smoke tests of `--quick`: a registration, a mail, a search, a login. */
const SMOKE = {
  server: ['test/agreement.test.ts', 'test/search.test.ts', 'test/auth.test.ts'],
  e2e: ['specs/journey.spec.ts', 'specs/portal-family-keyboard.spec.ts'],
};

const result = (passed, failed) => ({ passed, failed });

const sum = (results) =>
  results.reduce((all, one) => result(all.passed + one.passed, all.failed + one.failed));

/**
 * Runs programs that count as one check: it passes if all of them succeed. Each prints its output when it is done. The
 * first one takes longest; the others run beside it, one after the other.
 */
async function oneCheck([first, ...others]) {
  const isFine = async ([script, args]) => {
    const { code, output } = await runNode(script, args, {
      quiet: true,
      priority: LOWEST_PRIORITY,
    });
    process.stdout.write(output);
    return code === 0;
  };
  const inTurn = async () => {
    let areFine = true;
    for (const program of others) areFine = (await isFine(program)) && areFine;
    return areFine;
  };
  const [one, rest] = await Promise.all([isFine(first), inTurn()]);
  return one && rest ? result(1, 0) : result(0, 1);
}

/** The path for a runner's report. Removes the report of an earlier run, so that it is not read by mistake. */
function freshReport(name) {
  const path = inRoot('.cache', 'reports', `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

/** A runner that fails without a failed test, or that ran no test, counts as one failure. */
function counted(code, passed, failed, { mayBeEmpty = false } = {}) {
  const isFine = code === 0 && (passed > 0 || mayBeEmpty);
  return result(passed, failed === 0 && !isFine ? 1 : failed);
}

/**
 * Counts the results in Vitest's report. No report, a skipped test, and a file that could not be loaded or set up
 * count as failures. With arguments, a package need not have a test that matches.
 */
function countedIn(path, code, args) {
  const report = readJson(path);
  if (report === null) return result(0, 1);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const isChosen = args.length > 0;
  const unrun = isChosen ? 0 : report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + broken.length + unrun;
  return counted(code, report.numPassedTests, failed, { mayBeEmpty: isChosen });
}

/** Two even on one core: tests mostly wait for databases and time-outs. */
const WORKERS = Math.max(2, availableParallelism());

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * A folder in memory, if there is enough. The server's tests make hundreds of databases, each of hundreds of files:
 * in memory that takes a tenth of the processor time. Containers may have little memory there, or mount it with
 * `noexec`.
 */
function temporaryFolder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const room = Math.min(bavail * bsize, process.availableMemory());
  const runsPrograms = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
  return room >= ENOUGH_BYTES && runsPrograms ? MEMORY : tmpdir();
}

async function vitest(
  folder,
  args,
  { name = folder, config = [], workers = WORKERS, env, node = [process.execPath] } = {},
) {
  const path = freshReport(name);
  const [program, ...options] = [
    ...node,
    programOf('vitest'),
    'run',
    ...config,
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...args,
  ];
  const { code } = await run(program, options, { cwd: inRoot(folder), env });
  return countedIn(path, code, args);
}

/** One more worker than cores: the tests wait a fifth of their time for databases and other programs. */
const server = (args, options) =>
  vitest('server', args, { workers: WORKERS + 1, env: { TMPDIR: temporaryFolder() }, ...options });

/** Reliability tests, which mostly wait for time-outs. Prints a table with one row for each. */
const reliability = (args) =>
  server(args, {
    name: 'reliability',
    workers: 2 * WORKERS + 1,
    config: [
      '--config',
      'reliability.config.ts',
      '--reporter=./test/reliability/table-reporter.mjs',
    ],
  });

async function playwright(args) {
  const chromium = await ensureChromium();
  const path = freshReport('e2e');
  const { code } = await runNode(
    programOf('@playwright/test', 'playwright'),
    ['test', '--reporter=list,json', ...args],
    {
      cwd: inRoot('e2e'),
      env: {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: path,
        TMPDIR: temporaryFolder(),
      },
    },
  );
  const stats = readJson(path)?.stats;
  if (stats === undefined) return result(0, 1);
  // A test that passed only on a retry, or was skipped, counts as failed.
  return counted(code, stats.expected, stats.unexpected + stats.flaky + stats.skipped);
}

const oxlint = (...args) => [programOf('oxlint'), args];

const oxfmt = () => [programOf('oxfmt'), ['--check', '.']];

const imports = () => [
  programOf('dependency-cruiser', 'depcruise'),
  ['--config', '.dependency-cruiser.mjs', ...PROGRAMS],
];

/** Finds or installs Chromium if one of the parts needs it. */
export async function prepare(parts) {
  // If that fails, the part reports the error.
  if (parts.includes('e2e')) await ensureChromium().catch(() => undefined);
}

/** Whether the part's tests run apt-get: only one process may do so at a time. */
export const installsPackages = (part) => ['server', 'reliability', 'node24'].includes(part);

/** The parts of `npm test` by name, in order. Each takes arguments for its runner. */
export const PARTS = {
  lint: () =>
    oneCheck([
      oxlint(),
      oxfmt(),
      imports(),
      [inRoot('scripts', 'lib', 'links.test.mjs'), []],
      [inRoot('scripts', 'lib', 'supply-chain.test.mjs'), []],
      [inRoot('scripts', 'supply-chain.mjs'), []],
    ]),
  types: () => oneCheck([[programOf('typescript-7', 'tsc'), ['-b']]]),
  unit: async (args) => {
    const options = { config: ['--passWithNoTests'] };
    return sum([
      await vitest('contract', args, options),
      await vitest('public-site', args, options),
      await vitest('admin', args, options),
    ]);
  },
  reliability,
  server,
  e2e: playwright,
  /** The server's tests on the image's version of Node. */
  node24: (args) => server(args, { name: 'node24', node: ['npx', '-y', '-p', 'node@24', 'node'] }),
};

/** The process priority of checks that only read files. */
const LOWEST_PRIORITY = 19;

/** What `npm test` runs when no part is named. */
export const SIZES = {
  short: Object.keys(PARTS).filter((part) => part !== 'node24'),
  long: Object.keys(PARTS),
};

/** Parts that run together, as `reliability` mostly waits for time-outs. More of them at once would take longer. */
const TOGETHER = ['lint', 'types', 'unit', 'reliability'];

/** The parts in steps: the parts of a step run together, the steps one after the other. */
export function toSteps(parts) {
  const isTogether = (part) => TOGETHER.includes(part);
  return [
    parts.filter(isTogether),
    ...parts.filter((part) => !isTogether(part)).map((part) => [part]),
  ];
}

/** The parts of `npm test -- --quick`: tests of what was changed, and smoke tests of the rest. */
export const QUICK = {
  lint: () => oneCheck([oxlint(), oxfmt(), imports()]),
  types: () => PARTS.types(),
  unit: ({ base }) => PARTS.unit(['--changed', base]),
  server: ({ tests }) => server([...tests('server'), ...SMOKE.server]),
  e2e: ({ tests }) => playwright([...tests('e2e'), ...SMOKE.e2e]),
};
