// node dist/database/demo-data.js FAMILIES [--seed N]: fills the configured database with made-up families.
import { parseArgs } from 'node:util';

import { cityOf } from '../common/cities.js';
import { CommandFault, runCommand, say } from './command.js';
import { migrate } from './migrate.js';

const MOST_FAMILIES = 1_000_000;
const USAGE = `npm run demo-data -- FAMILIES [--seed N]: FAMILIES is a number from 1 to ${String(MOST_FAMILIES)}, N a number from 0 (default: 1).`;

function readArguments(): { count: number; seed: number } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: { seed: { type: 'string', default: '1' } },
      allowPositionals: true,
    });
    const [count = '', ...more] = positionals;
    const isFine = /^[1-9]\d{0,6}$/.test(count) && /^\d{1,9}$/.test(values.seed);
    if (isFine && more.length === 0 && Number(count) <= MOST_FAMILIES) {
      return { count: Number(count), seed: Number(values.seed) };
    }
  } catch {
    // An option that does not exist: the usage says what does.
  }
  throw new CommandFault(USAGE);
}

await runCommand(async ({ url }, environment) => {
  const { count, seed } = readArguments();
  if (environment.isProduction) {
    throw new CommandFault('Demo data is refused when NODE_ENV=production.');
  }
  await migrate(url);
  const { writeDemoData } = await import('./demo/write-demo-data.js').catch((cause: unknown) => {
    throw new CommandFault('Demo data needs a checkout: an image has no faker.', { cause });
  });
  const now = new Date();
  // The beginning of the day, so that runs on one day make the same families.
  now.setUTCHours(0, 0, 0, 0);
  const started = performance.now();
  const { made, skipped } = await writeDemoData(url, count, {
    seed,
    now,
    confirmationWindowHours: environment.confirmationWindowHours,
    followUpAfterHours: environment.followUpAfterHours,
    unconfirmedRetentionDays: environment.unconfirmedRetentionDays,
    cityOf,
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const kinds = [...made].map(([kind, number]) => `${String(number)} ${kind}`).join(', ');
  say(`Made ${kinds === '' ? 'nothing' : kinds} in ${seconds} s (seed ${String(seed)}).`);
  if (skipped > 0) {
    say(`${String(skipped)} were there already; another --seed makes other families.`);
  }
});
