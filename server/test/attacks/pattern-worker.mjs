// Runs patterns against long texts that could make them go back and forth. A thread of its own: a pattern that never
// ends can only be ended with it.
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

/** Lengths; the work of a linear pattern grows fourfold, of a quadratic one sixteenfold. */
const SHORT = workerData.isLong ? 25_000 : 10_000;
const LONG = 4 * SHORT;
/** Below so many milliseconds for the long text nothing is wrong, however the clock jitters. */
const HARMLESS = 250;
const MOST_GROWTH = 9;
const TRIES = 3;
/**
 * What takes the short text less than so many milliseconds is harmless for the long one, even if it grew with the
 * third power.
 */
const WORTH_A_LOOK = 2;

/** Characters that patterns treat apart, and those that this one names. */
function alphabet(source) {
  const common = [
    'a',
    'A',
    '0',
    ' ',
    '\n',
    '\t',
    '.',
    '-',
    '@',
    '"',
    '\\',
    '/',
    '%',
    ':',
    ',',
    '<',
    '(',
    '\u00e9',
    '\u00ad',
  ];
  const own = source.replace(/\\[a-zA-Z]/g, '').split('');
  return [...new Set([...common, ...own])];
}

/** What is repeated: each character, and pairs of those that stand beside each other in the pattern. */
function units(source) {
  const single = alphabet(source);
  const own = [
    ...new Set(source.replace(/\\[a-zA-Z]/g, 'a').replace(/[[\](){}*+?|^$]/g, '')),
  ].slice(0, 5);
  const pairs = own.flatMap((one) => own.map((other) => one + other));
  const words = (source.match(/[\w.@-]{2,12}/g) ?? []).map((word) => word.replaceAll('\\', ''));
  return [...new Set([...single, ...pairs, ...words])].filter((unit) => unit !== '');
}

function timeOf(regex, text) {
  const begin = performance.now();
  regex.lastIndex = 0;
  text.replace(regex, '');
  return performance.now() - begin;
}

function textOf(unit, length, head, tail) {
  return head + unit.repeat(Math.ceil(length / unit.length)) + tail;
}

for (const { place, source, flags } of workerData.patterns) {
  parentPort.postMessage({ begins: place });
  const regex = new RegExp(source, flags);
  tries: for (const unit of units(source)) {
    for (const [head, tail] of [
      ['', '\u0000'],
      ['a@a.', '!'],
      ['"', '\n'],
    ]) {
      const short = textOf(unit, SHORT, head, tail);
      if (timeOf(regex, short) <= WORTH_A_LOOK) continue;
      const long = textOf(unit, LONG, head, tail);
      if (timeOf(regex, long) <= HARMLESS) continue;
      const best = (text) => Math.min(...Array.from({ length: TRIES }, () => timeOf(regex, text)));
      const [atLong, atShort] = [best(long), best(short)];
      if (atLong > HARMLESS && atLong / Math.max(atShort, 1) > MOST_GROWTH) {
        parentPort.postMessage({
          slow: `${place} /${source}/${flags} on ${JSON.stringify(unit)} repeated`,
        });
        break tries;
      }
    }
  }
}
parentPort.postMessage({ done: true });
