import { SIMPLE_REST } from '@kidlab/contract';

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

/** A page of a list, as `readList` of providers/ answers it. */
export interface FetchedPage<Row> {
  readonly data: readonly Row[];
  /** Rows on all pages, or "at least so many". */
  readonly total: number;
}

/** Reads one page. For `pagedRows` it is sorted by id, ascending. */
export type FetchPage<Row> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<FetchedPage<Row>>;

/**
 * A row that no list has. The server counts up to the row that is asked for, so the total of this page is exact, where
 * that of a usual page stops at `SEARCH.countedUpTo`.
 */
const PAST_THE_END = 9_999_999;

async function countRows<Row>(fetchPage: FetchPage<Row>, signal: AbortSignal): Promise<number> {
  const { total } = await fetchPage(PAST_THE_END, 1, signal);
  return total;
}

/** How far to go back when rows have moved up. */
const STEP_BACK = SIMPLE_REST.maxRows / 2;

/**
 * The rows of a list that is read in pages (`range`): each page repeats the last row of the one before. When that row is
 * not where it was, rows have been deleted meanwhile and others have moved up to pages that were read already: it goes
 * back for them. So every row that is there all the time is exported, once.
 */
async function* readPages<Row extends { readonly id: number }>(
  fetchPage: FetchPage<Row>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void> {
  let last: number | null = null;
  let offset = 0;
  for (;;) {
    const { data }: FetchedPage<Row> = await fetchPage(offset, SIMPLE_REST.maxRows, signal);
    const [first] = data;
    const known = last;
    if (known !== null && offset > 0 && (first === undefined || first.id > known)) {
      offset = Math.max(0, offset - STEP_BACK);
      continue;
    }
    const fresh: readonly Row[] = known === null ? data : data.filter(({ id }) => id > known);
    if (fresh.length > 0) yield fresh;
    last = fresh.at(-1)?.id ?? last;
    if (data.length < SIMPLE_REST.maxRows) return;
    offset += data.length - 1;
  }
}

/**
 * Reads a list in pages: for the calls that have no other way to answer more than `SIMPLE_REST.maxRows` rows.
 * @param announce told how many rows there are before the first one is read: pages by themselves are no export to the
 * server. What it throws ends the export.
 */
export function pagedRows<Row extends { readonly id: number }>(
  fetchPage: FetchPage<Row>,
  announce?: (rows: number) => Promise<void>,
): RowSource<Row> {
  let counting: Promise<number> | null = null;
  const count = (signal: AbortSignal): Promise<number> =>
    (counting ??= countRows(fetchPage, signal));
  return {
    count,
    pages: async function* (signal) {
      if (announce !== undefined) await announce(await count(signal));
      yield* readPages(fetchPage, signal);
    },
  };
}

/**
 * Reads the one answer with all rows that search and report give without `range`, while it arrives. Preferred where there
 * is one: it is the state of one moment, the audit trail records it, and it takes a tenth of the time of many pages.
 * @param fetchPage the same list in pages, to count it.
 */
export function streamedRows<Row>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<string>>,
  fetchPage: FetchPage<Row>,
): RowSource<Row> {
  const text = async function* (signal: AbortSignal): AsyncGenerator<string, void> {
    yield* await open(signal);
  };
  return {
    count: (signal) => countRows(fetchPage, signal),
    pages: (signal) => readJsonRows<Row>(text(signal)),
    text,
  };
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
