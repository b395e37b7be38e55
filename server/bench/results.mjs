import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.cache/bench/', import.meta.url));
const round = (value, digits = 2) =>
  Number.isFinite(value) ? String(Number(value.toFixed(digits))) : '–';

/** `isAtMost`: the target is a ceiling. */
function judged({ ratio, target, isAtMost = false }) {
  if (target === undefined || !Number.isFinite(ratio)) return '';
  const isMet = isAtMost ? ratio <= target : ratio >= target;
  return `${isAtMost ? '≤' : '≥'} ${target}: ${isMet ? 'met' : '**missed**'}`;
}

/** What was measured, as it stands in the README. */
export function tableOf(results) {
  const lines = results.map((each) => {
    const { product = {}, bare = {} } = each;
    const cells = [
      each.families,
      each.name,
      round(product.perSecond, 0),
      round(bare.perSecond, 0),
      round(product.p50),
      round(product.p99),
      round(bare.p50),
      round(bare.p99),
      `${round(each.ratio)}${each.unit ?? ''}`,
      judged(each),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| families | what | requests/s | bare | p50 ms | p99 ms | bare p50 | bare p99 | ratio | target |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Keeps the results as JSON and as a table, after every line: a run that is broken off has measured something. */
export function keep(results, about) {
  mkdirSync(FOLDER, { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const report = { date: new Date().toISOString(), machine, load: loadavg(), ...about, results };
  writeFileSync(`${FOLDER}results.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${FOLDER}results.md`, `${tableOf(results)}\n`);
}
