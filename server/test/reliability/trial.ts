import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

/** Collects the rows of the table until the reporter prints them. */
const ROWS = join(__dirname, '../../../.cache/reports/reliability-rows.jsonl');

/** The result of one fault. Each finding is a sentence; the table shows their number. */
export class Trial {
  /** The load during the fault, as shown in the table. */
  load = '';
  requests = 0;
  /** What a response promised and is missing. */
  readonly lost: string[] = [];
  /** What exists twice. */
  readonly doubled: string[] = [];
  /** Unexpected responses, rows and process exits. */
  readonly wrong: string[] = [];

  /** Records a finding unless `isFine`. */
  check(isFine: boolean, finding: string): void {
    if (!isFine) this.wrong.push(finding);
  }
}

/**
 * A test and its row of the table: nothing may be lost, doubled or wrong.
 * @param trial an existing one, if several faults run at the same time.
 */
export function fault(
  name: string,
  work: (trial: Trial) => Promise<void>,
  trial = new Trial(),
): void {
  test(name, async () => {
    try {
      await work(trial);
    } catch (error) {
      trial.wrong.push(error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      record(name, trial);
    }
    const { lost, doubled, wrong } = trial;
    expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] });
    // A row without requests has tested nothing.
    expect(trial.requests).toBeGreaterThan(0);
  });
}

function record(name: string, { load, requests, lost, doubled, wrong }: Trial): void {
  mkdirSync(dirname(ROWS), { recursive: true });
  const row = {
    fault: name,
    load,
    requests,
    lost: lost.length,
    doubled: doubled.length,
    wrong: wrong.length,
  };
  appendFileSync(ROWS, `${JSON.stringify(row)}\n`);
}
