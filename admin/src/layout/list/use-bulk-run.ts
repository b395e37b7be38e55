import { useRef, useState } from 'react';

/** What became of one row. */
export type RowOutcome<Row> =
  | { readonly kind: 'done' | 'leftOut' | 'untouched'; readonly row: Row }
  | { readonly kind: 'failed'; readonly row: Row; readonly error: unknown };

export interface BulkTask<Row> {
  readonly rows: readonly Row[];
  /** One row; `false`: there was nothing to do. @throws what is told of this row; the others go on. */
  readonly act: (row: Row) => Promise<boolean>;
}

export interface BulkRun<Row> {
  readonly state: 'asking' | 'running' | 'finished';
  readonly outcomes: readonly RowOutcome<Row>[];
  readonly start: () => void;
  /** Lets the rows that were not reached alone. */
  readonly stop: () => void;
}

/** Works through rows, one call each and one after the other: a server that is busy is not asked a hundred things at once. */
export function useBulkRun<Row>({ rows, act }: BulkTask<Row>): BulkRun<Row> {
  const isStopped = useRef(false);
  const [state, setState] = useState<BulkRun<Row>['state']>('asking');
  const [outcomes, setOutcomes] = useState<readonly RowOutcome<Row>[]>([]);

  const run = async (): Promise<void> => {
    setState('running');
    for (const row of rows) {
      const outcome = isStopped.current ? ({ kind: 'untouched', row } as const) : await one(row);
      setOutcomes((before) => [...before, outcome]);
    }
    setState('finished');
  };

  const one = async (row: Row): Promise<RowOutcome<Row>> => {
    try {
      return { kind: (await act(row)) ? 'done' : 'leftOut', row };
    } catch (error) {
      return { kind: 'failed', row, error };
    }
  };

  return {
    state,
    outcomes,
    start: () => {
      if (state === 'asking') void run();
    },
    stop: () => {
      isStopped.current = true;
    },
  };
}
