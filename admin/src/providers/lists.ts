import {
  ADMIN_API_PATH,
  type ExportedGrid,
  type ReportQuery,
  type SearchCount,
  type SearchQuery,
  STAFF_CALLS,
} from '@kidlab/contract';
import type { GetListParams, GetListResult, SortPayload } from 'react-admin';

import { call, json, jsonOf, type Query, type StreamedList } from './http.js';

/** Lists of the specification that are not REST resources; react-admin's `List` can read them too. */
export const FAMILY_SUMMARIES = 'family-summaries';
export const REGISTRATION_REPORT = 'registration-report';

function sortQuery({ field, order }: SortPayload): Query {
  return { sort: JSON.stringify([field, order]) };
}

/** Counts the families and children of a search. @throws CallError */
export function countSearch(query: SearchQuery, signal: AbortSignal): Promise<SearchCount> {
  return json('GET', STAFF_CALLS.searchCount, { query: { ...query }, signal });
}

/** The result of a search, with a row for each child. */
export function detailList(query: SearchQuery, sort: SortPayload): StreamedList {
  return { path: STAFF_CALLS.searchDetails, query: { ...query, ...sortQuery(sort) } };
}

/** Sends the name trimmed and in lower case, as specified. */
export function reportList(
  { familyName = '', state }: ReportQuery,
  sort?: SortPayload,
): StreamedList {
  const query = { familyName: familyName.trim().toLowerCase(), state };
  return {
    path: STAFF_CALLS.report,
    query: sort === undefined ? query : { ...query, ...sortQuery(sort) },
  };
}

export function gridList(grid: ExportedGrid, filter: object, sort: SortPayload): StreamedList {
  return {
    path: `${STAFF_CALLS.exports}/${grid}`,
    query: { filter: JSON.stringify(filter), ...sortQuery(sort) },
  };
}

export const DOCUMENTED_LISTS = new Map<string, (filter: object) => StreamedList>([
  [FAMILY_SUMMARIES, (filter) => ({ path: STAFF_CALLS.searchSummary, query: { ...filter } })],
  [REGISTRATION_REPORT, reportList],
]);

function totalOf(headers: Headers): number {
  return Number(headers.get('Content-Range')?.split('/').pop() ?? 0);
}

/** One page of a list. @throws CallError */
export async function readPage(
  { path, query }: StreamedList,
  { sort, pagination = { page: 1, perPage: 25 }, signal }: GetListParams,
): Promise<GetListResult> {
  const offset = (pagination.page - 1) * pagination.perPage;
  const range = JSON.stringify([offset, offset + pagination.perPage - 1]);
  const answer = await call('GET', ADMIN_API_PATH + path, {
    query: { ...query, ...(sort === undefined ? {} : sortQuery(sort)), range },
    signal,
  });
  return { data: jsonOf(answer) as GetListResult['data'], total: totalOf(answer.headers) };
}

/** The exact number of rows of an export. @throws CallError */
export async function countRows({ path, query }: StreamedList): Promise<number> {
  return totalOf((await call('HEAD', ADMIN_API_PATH + path, { query })).headers);
}
