import { readJsonRows } from '../providers/json-rows.js';

/** Where the rows of an export come from: all that the filter finds. */
export interface RowSource<Row> {
  /** How many rows there are, for the progress. */
  count(signal: AbortSignal): Promise<number>;
  /** The rows, some at a time, in a stable order. A fault or `signal` ends it with an error, never too early. */
  pages(signal: AbortSignal): AsyncIterable<readonly Row[]>;
  /** The same as the text of one JSON list in pieces, where the server sends it so. */
  text?(signal: AbortSignal): AsyncIterable<string>;
}

/**
 * Reads the one response that holds all rows while it arrives: the state of one moment, recorded in the audit trail.
 * @param count how many rows there are, for the progress.
 */
export function streamedRows<Row>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<string>>,
  count: (signal: AbortSignal) => Promise<number>,
): RowSource<Row> {
  const text = async function* (signal: AbortSignal): AsyncGenerator<string, void> {
    yield* await open(signal);
  };
  return { count, pages: (signal) => readJsonRows<Row>(text(signal)), text };
}

/** Rows of a call that answers all of them at once, as the one for users does. */
export function wholeList<Row>(
  fetchAll: (signal: AbortSignal) => Promise<readonly Row[]>,
): RowSource<Row> {
  let answer: Promise<readonly Row[]> | null = null;
  const fetchOnce = (signal: AbortSignal): Promise<readonly Row[]> => (answer ??= fetchAll(signal));
  return {
    count: async (signal) => (await fetchOnce(signal)).length,
    pages: async function* (signal) {
      yield await fetchOnce(signal);
    },
  };
}
