// npm test [part …] [-- arguments for the part's runner]: sets up what the tests need, runs the parts, adds up
// results. Three sizes: npm test -- --quick (tests of your changes, and smoke tests), npm test, npm test -- --long.
// The last line is always `N passed, N failed`; the exit code is 0 when none failed and at least one passed.
import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { Fault, ROOT, say, tell } from './lib/checkout.mjs';
import { changed } from './lib/changed.mjs';
import { installsPackages, PARTS, prepare, QUICK, SIZES, toSteps } from './lib/checks.mjs';
import { endWithNpm } from './lib/orphan.mjs';

const total = { passed: 0, failed: 0 };

/** Prints the closing line and exits, even if a part still runs. */
function close() {
  const isFine = total.failed === 0 && total.passed > 0;
  process.stdout.write(`${String(total.passed)} passed, ${String(total.failed)} failed\n`, () => {
    process.exit(isFine ? 0 : 1);
  });
}

function readArguments() {
  const size = ['quick', 'long'].find((each) => process.argv.includes(`--${each}`)) ?? 'short';
  const given = process.argv.slice(2).filter((argument) => argument !== `--${size}`);
  const isPart = (argument) => Object.hasOwn(PARTS, argument);
  const firstOther = given.findIndex((argument) => !isPart(argument));
  const named = firstOther === -1 ? given : given.slice(0, firstOther);
  const args =
    firstOther === -1 ? [] : given.slice(firstOther).filter((argument) => argument !== '--');
  if (args.length > 0 && (named.length !== 1 || size === 'quick')) {
    throw new Fault(
      `npm test [part …] [-- --quick | --long], where the parts are ${Object.keys(PARTS).join(', ')}; arguments for a runner go with a single part: npm test server -- -t draft`,
    );
  }
  return { size, named, args };
}

/** The functions that run each part, by name. */
async function workOf({ size, named, args }) {
  if (size === 'quick') {
    const what = await changed();
    say(`${String(what.files.length)} files were changed.`);
    const quick = Object.entries(QUICK).filter(
      ([part]) => named.length === 0 || named.includes(part),
    );
    return Object.fromEntries(quick.map(([part, work]) => [part, () => work(what)]));
  }
  // Read by tests with a short and a long form.
  if (size === 'long') process.env.KIDLAB_TESTS = 'long';
  const parts = named.length > 0 ? named : SIZES[size];
  return Object.fromEntries(parts.map((part) => [part, () => PARTS[part](args)]));
}

/** Runs a part and adds up its results. */
async function runAndCount(part, work) {
  say(`\n=== ${part} ===`);
  const began = Date.now();
  // An error of our own (no Chromium) counts as one failure.
  let outcome = { passed: 0, failed: 1 };
  try {
    outcome = await work();
  } catch (error) {
    tell(error);
  }
  const { passed, failed } = outcome;
  const seconds = Math.round((Date.now() - began) / 1_000);
  say(`=== ${part}: ${String(passed)} passed, ${String(failed)} failed, ${String(seconds)} s ===`);
  total.passed += passed;
  total.failed += failed;
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    total.failed += 1;
    // The running part gets the signal too and stops its servers.
    say(`\nInterrupted by ${signal}.`);
  });
}

try {
  endWithNpm();
  process.chdir(ROOT);
  const asked = readArguments();
  await ensureBuilt();
  const work = await workOf(asked);
  // Runs beside parts that don't need Chromium.
  const prepared = prepare(Object.keys(work));
  const runPart = async (part) => {
    if (installsPackages(part)) await prepared;
    if (!isInterrupted) await runAndCount(part, work[part]);
  };
  for (const step of toSteps(Object.keys(work))) await Promise.all(step.map(runPart));
  say('');
} catch (error) {
  tell(error);
  total.failed += 1;
}
close();
