import type { ReportQuery, SearchQuery } from '@kidlab/contract';
import type { GetListParams, GetListResult, RaRecord } from 'react-admin';

import { type Listed, type ListRequest, portalCalls } from './portal-calls.js';

/**
 * Documented lists that are no resources of the server, readable with react-admin's `List` all the same: filters in the
 * URL, sort and pages come with it.
 *
 * - `family-summaries`: rows of the search; `filter` is a `SearchQuery`.
 * - `registration-report`: rows of the report; `filter` is a `ReportQuery`.
 */
export const FAMILY_SUMMARIES = 'family-summaries';
export const REGISTRATION_REPORT = 'registration-report';

type Reader = (filter: object, request: ListRequest<never>) => Promise<Listed<RaRecord>>;

const READERS: Readonly<Record<string, Reader>> = {
  [FAMILY_SUMMARIES]: (filter: SearchQuery, request) => portalCalls.searchSummary(filter, request),
  [REGISTRATION_REPORT]: (filter: ReportQuery, request) =>
    portalCalls.registrationReport(filter, request),
};

/** Reads such a list; `null` when the resource is one of the server's own. */
export function readVirtualList(
  resource: string,
  { filter, sort, pagination, signal }: GetListParams,
): Promise<GetListResult> | null {
  const reader = Object.hasOwn(READERS, resource) ? READERS[resource] : undefined;
  if (reader === undefined) return null;
  const { page, perPage } = pagination ?? { page: 1, perPage: 25 };
  return reader((filter ?? {}) as object, {
    // The server says which columns it sorts by.
    ...(sort === undefined ? {} : { sort: sort as { field: never; order: 'ASC' | 'DESC' } }),
    offset: (page - 1) * perPage,
    limit: perPage,
    signal,
  });
}
