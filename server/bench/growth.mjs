import { startProgram } from './processes.mjs';

/** Families that are due, however many are stored: a tenth of the smallest data. */
const DUE = 100;
const AT_MOST = 1.5;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
/** What the first, smallest size took, in ms, by name. */
const base = new Map();

/** A line for how a time has grown since the first size; none at the first one. */
export function grown(name, ms) {
  if (!base.has(name)) {
    base.set(name, ms);
    return [];
  }
  const growth = { name: `growth: ${name}`, ratio: ms / base.get(name), unit: ' ×' };
  return [{ ...growth, target: AT_MOST, isAtMost: true, product: { p50: ms } }];
}

/** What the jobs cost with the same number due at each size. */
export async function* measureJobs({ env, postgres }, { rounds }) {
  const own = {
    ...env,
    DATABASE_URL: postgres.url,
    DUE: String(DUE),
    ROUNDS: String(Math.max(rounds, 3)),
  };
  const program = await startProgram('jobs.mjs', { env: own, sign: 'times ' });
  const [, text] = await program.printed(/times (\{.*\})/);
  await program.stop();
  const { followUp, retention } = JSON.parse(text);
  for (const [name, times] of [
    [`follow-up batch, ${DUE} due`, followUp],
    [`retention, ${DUE} due`, retention],
  ]) {
    const ms = median(times);
    yield { name, ratio: ms, unit: ' ms' };
    yield* grown(name, ms);
  }
}
