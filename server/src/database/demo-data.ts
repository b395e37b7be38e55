// npm run demo-data -- FAMILIES [--seed N]: fills the configured database with made-up families.
import { CommandError, readArguments, runCommand, say } from './command.js';
import { migrate } from './migrate.js';

const MOST_FAMILIES = 1_000_000;
const USAGE = `npm run demo-data -- FAMILIES [--seed N]: FAMILIES is a number from 1 to ${String(MOST_FAMILIES)}, N a number from 0 (default: 1).`;

await runCommand(async (openDatabase, environment) => {
  const { word, values } = readArguments(USAGE, { seed: { type: 'string', default: '1' } });
  const [count, seed] = [Number(word), Number(values.seed)];
  const isFine = /^[1-9]\d{0,6}$/.test(word) && /^\d{1,9}$/.test(values.seed);
  if (!isFine || count > MOST_FAMILIES) throw new CommandError(USAGE);
  if (environment.isProduction) {
    throw new CommandError('Demo data is refused when NODE_ENV=production.');
  }
  const { url } = await openDatabase();
  await migrate(url);
  const { writeDemoData } = await import('./demo/write-demo-data.js').catch((cause: unknown) => {
    throw new CommandError('Demo data needs a checkout: an image has no faker.', { cause });
  });
  const now = new Date();
  // The start of the day, so that all runs of a day make the same families.
  now.setUTCHours(0, 0, 0, 0);
  const started = performance.now();
  const { made, skipped } = await writeDemoData(url, count, {
    seed,
    now,
    confirmationWindowHours: environment.confirmationWindowHours,
    followUpAfterHours: environment.followUpAfterHours,
    unconfirmedRetentionDays: environment.unconfirmedRetentionDays,
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const kinds = [...made].map(([kind, number]) => `${String(number)} ${kind}`).join(', ');
  say(`Made ${kinds === '' ? 'nothing' : kinds} in ${seconds} s (seed ${String(seed)}).`);
  if (skipped > 0) {
    say(`${String(skipped)} already existed; another --seed makes other families.`);
  }
});
