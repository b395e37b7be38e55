import { ADMIN_API_PATH } from '@kidlab/contract';

import { type Answer, call, connectionLost, open, type Query } from './http.js';
import { readText } from './text-stream.js';

/** Lists in the simple REST dialect, for the calls that are no resources of react-admin. */

export interface ListSort<Column extends string = string> {
  readonly field: Column;
  readonly order: 'ASC' | 'DESC';
}

/** A list that streams without `range`, all of it: search, report and the grids' exports. */
export interface StreamedList {
  /** Below the staff path. */
  readonly path: string;
  readonly query: Query;
}

/** Which rows of a list, and in which order. */
export interface ListRequest<Column extends string = string> {
  /** Left out: the server's own order. */
  readonly sort?: ListSort<Column>;
  /** Rows before the first one that is wanted. */
  readonly offset: number;
  /** Rows that are wanted; `SIMPLE_REST.maxRows` at most. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** A page of a list. */
export interface Listed<Row> {
  readonly data: Row[];
  /** Rows on all pages. Above `SEARCH.countedUpTo` it means "more than that". */
  readonly total: number;
}

function totalOf({ headers }: Answer): number {
  return Number(headers.get('Content-Range')?.split('/').pop() ?? NaN);
}

export function sortQuery(sort?: ListSort): Query {
  return sort === undefined ? {} : { sort: JSON.stringify([sort.field, sort.order]) };
}

/** Reads one page of a list below the staff path. @throws CallError */
export async function readList<Row, Column extends string>(
  path: string,
  query: Query,
  { sort, offset, limit, signal }: ListRequest<Column>,
): Promise<Listed<Row>> {
  const answer = await call('GET', ADMIN_API_PATH + path, {
    query: {
      ...query,
      ...sortQuery(sort),
      range: JSON.stringify([offset, offset + limit - 1]),
    },
    signal,
  });
  return { data: answer.json as Row[], total: totalOf(answer) };
}

/** How many rows `openList` would send, exactly. @throws CallError */
export async function countList({ path, query }: StreamedList): Promise<number> {
  return totalOf(await call('HEAD', ADMIN_API_PATH + path, { query }));
}

/**
 * Opens all rows of a list, while they arrive: the state of one moment, recorded in the audit trail.
 * @returns the text of a JSON list, in pieces; see `JsonRows`.
 * @throws CallError, here and while it is read.
 */
export async function openList({
  path,
  query,
}: StreamedList): Promise<AsyncGenerator<string, void>> {
  return readText(await open(ADMIN_API_PATH + path, query), undefined, connectionLost);
}
