// Prints the results of the faults as a table, and writes it to .cache/reports/reliability-table.json.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPORTS = new URL('../../../.cache/reports/', import.meta.url);
const ROWS = fileURLToPath(new URL('reliability-rows.jsonl', REPORTS));
const TABLE = fileURLToPath(new URL('reliability-table.json', REPORTS));
const COLUMNS = ['fault', 'load', 'requests', 'lost', 'doubled', 'wrong'];

function readRows() {
  if (!existsSync(ROWS)) return [];
  return readFileSync(ROWS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Pads the columns to equal width, with numbers right-aligned. */
function lines(rows) {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column])))];
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  const padded = cells.map((line) =>
    line.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))),
  );
  padded.splice(
    1,
    0,
    widths.map((width, at) => (at < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  );
  return padded.map((line) => `| ${line.join(' | ')} |`);
}

export default class TableReporter {
  onTestRunStart() {
    rmSync(ROWS, { force: true });
    rmSync(TABLE, { force: true });
  }

  onTestRunEnd(modules) {
    const told = readRows();
    const files = modules.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
    const rows = files
      .flatMap(({ children }) => [...children.allTests()])
      .filter(({ options }) => options.mode === 'run')
      // A test that crashed before it recorded its row is also a failure in the table.
      .map(({ name }) => told.find(({ fault }) => fault === name) ?? untold(name));
    writeFileSync(TABLE, `${JSON.stringify(rows, null, 2)}\n`);
    process.stdout.write(`\n${lines(rows).join('\n')}\n\n`);
  }
}

const untold = (fault) => ({ fault, load: '?', requests: 0, lost: 0, doubled: 0, wrong: 1 });
