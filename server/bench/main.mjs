// node bench/main.mjs [--families 1000,100000] [--only NAME,…] [--rounds N] [--seconds N]: see README, "Speed".
import 'reflect-metadata';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { MEASURES } from './measures.mjs';
import { keep, tableOf } from './results.mjs';
import { startWorld } from './world.mjs';

const { values } = parseArgs({
  options: {
    families: { type: 'string', default: '1000,100000' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    mails: { type: 'string', default: '10000' },
  },
});
const say = (line) => console.error(line);
const pace = {
  rounds: Number(values.rounds),
  ms: Number(values.seconds) * 1_000,
  mails: Number(values.mails),
};
const wanted = values.only === '' ? [] : values.only.split(',');
const results = [];

/** `--only mail,search: rare`: names of measures, or parts of the names of what is read. */
function chosen() {
  if (wanted.length === 0) return Object.keys(MEASURES).map((name) => [name, '']);
  return wanted.map((name) => (name in MEASURES ? [name, ''] : ['read', name]));
}

for (const families of values.families.split(',').map(Number)) {
  const world = await startWorld(families, say);
  try {
    for (const [name, only] of chosen()) {
      const before = loadavg()[0];
      for await (const line of MEASURES[name](world, pace, only)) {
        results.push({ families, ...line, load: before });
        keep(results, { pace });
        say(`${families} ${line.name}: ${line.ratio.toFixed(2)}${line.unit ?? ''}`);
      }
    }
  } finally {
    await world.stop();
  }
}
console.log(tableOf(results));
say(
  `load average ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}; also in .cache/bench/results.json and .md`,
);
