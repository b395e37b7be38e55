// npm test [part …] [-- arguments for the part's runner]: sets up what the tests need, runs the parts, sums them up.
// The last line is always `N passed, N failed`; the exit code is 0 when none failed and at least one passed.
import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { Fault, ROOT, say } from './lib/checkout.mjs';
import { PARTS, runPart } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm } from './lib/orphan.mjs';

const total = { passed: 0, failed: 0 };

/** Prints the closing line and ends: whatever still runs then has no say any more. */
function close() {
  const isFine = total.failed === 0 && total.passed > 0;
  process.stdout.write(`${String(total.passed)} passed, ${String(total.failed)} failed\n`, () => {
    process.exit(isFine ? 0 : 1);
  });
}

function readArguments() {
  const given = process.argv.slice(2);
  const isPart = (argument) => Object.hasOwn(PARTS, argument);
  const firstOther = given.findIndex((argument) => !isPart(argument));
  const named = firstOther === -1 ? given : given.slice(0, firstOther);
  const args =
    firstOther === -1 ? [] : given.slice(firstOther).filter((argument) => argument !== '--');
  if (args.length > 0 && (named.length !== 1 || !args[0].startsWith('-'))) {
    throw new Fault(
      `npm test [part …], where the parts are ${Object.keys(PARTS).join(', ')}; arguments for a runner go with a single part: npm test server -- -t draft`,
    );
  }
  return { parts: named.length > 0 ? named : Object.keys(PARTS), args };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    total.failed += 1;
    say(`\nInterrupted by ${signal}.`);
    close();
  });
}

try {
  endWithNpm();
  process.chdir(ROOT);
  const { parts, args } = readArguments();
  await ensureInstalled();
  await ensureBuilt();
  for (const part of parts) {
    say(`\n=== ${part} ===`);
    const { passed, failed } = await runPart(part, args);
    say(`=== ${part}: ${String(passed)} passed, ${String(failed)} failed ===`);
    total.passed += passed;
    total.failed += failed;
  }
  say('');
} catch (error) {
  console.error(error instanceof Fault ? error.message : error);
  total.failed += 1;
}
close();
