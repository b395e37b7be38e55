import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

/** Where the rows of the table gather until the reporter prints them. */
const ROWS = join(__dirname, '../../../.cache/reports/reliability-rows.jsonl');

/** What one fault came to. Each finding is a sentence; the table shows how many there are. */
export class Trial {
  /** In the words of the table: what went on while the fault happened. */
  load = '';
  requests = 0;
  /** What was promised by an answer and is not there. */
  readonly lost: string[] = [];
  /** What is there twice. */
  readonly doubled: string[] = [];
  /** Answers, rows and ends of processes that should not be. */
  readonly wrong: string[] = [];

  /** Notes a finding unless it is as it should be. */
  check(isFine: boolean, finding: string): void {
    if (!isFine) this.wrong.push(finding);
  }
}

/**
 * A test that is a row of the table: nothing may be lost, doubled or wrong.
 * @param trial one that was begun before, where several faults are at work at once.
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
    // A row without requests has tried nothing.
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
