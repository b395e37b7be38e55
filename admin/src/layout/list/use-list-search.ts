import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

/**
 * A list that is filled when somebody asks for it, not before: what was asked for stands in the address, where
 * react-admin's `List` reads it (`?filter={…}`), so that Back, refresh and a link bring it back.
 */
export interface ListSearch {
  /** What the address asks for; `null`: nothing yet, or nothing that can be understood. */
  readonly filter: Readonly<Record<string, unknown>> | null;
  /** The order of the rows, where the address names one. */
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | undefined;
  /** The filter as `filterText` writes it; empty: none. */
  readonly key: string;
  /** Asks the server, also when the same was asked for before. The order of the rows stays. */
  readonly search: (filter: object) => void;
  /** Back to nothing asked for. */
  readonly reset: () => void;
}

const FILTER = 'filter';
/** What belongs to the rows of one search and not to the next. */
const OF_ONE_SEARCH = ['page', 'displayedFilters'];

function parsedFilter(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const filter = JSON.parse(text ?? '') as unknown;
    const isObject = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
    return isObject ? (filter as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Whether an address asks for something that nobody can understand. */
export function isFilterUnreadable(params: URLSearchParams): boolean {
  const text = params.get(FILTER);
  return text !== null && parsedFilter(text) === null;
}

function sortOf(params: URLSearchParams): ListSearch['sort'] {
  const field = params.get('sort');
  return field === null
    ? undefined
    : { field, order: params.get('order') === 'DESC' ? 'DESC' : 'ASC' };
}

/** A filter as it stands in an address: its fields in one order, however they were entered. */
export function filterText(filter: object): string {
  const fields = Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other));
  return JSON.stringify(Object.fromEntries(fields));
}

/** The part of an address, from `?` on, that asks a list for something. */
export function listQuery(filter: object): string {
  return `?${new URLSearchParams({ [FILTER]: filterText(filter) }).toString()}`;
}

/** @param resource whose list it is. */
export function useListSearch(resource: string): ListSearch {
  const [params, setParams] = useSearchParams();
  const queryClient = useQueryClient();
  const asked = parsedFilter(params.get(FILTER));
  const key = asked === null ? '' : filterText(asked);
  return {
    filter: asked,
    sort: sortOf(params),
    key,
    search: (filter) => {
      const wanted = filterText(filter);
      const next = new URLSearchParams(params);
      for (const name of OF_ONE_SEARCH) next.delete(name);
      next.set(FILTER, wanted);
      setParams(next, { replace: wanted === key });
      if (wanted === key) void queryClient.invalidateQueries({ queryKey: [resource] });
    },
    reset: () => setParams({}),
  };
}

interface AskedQuery {
  readonly queryKey: QueryKey;
}

function filterOf(query: AskedQuery | undefined): string {
  const [, , request] = query?.queryKey ?? [];
  return filterText((request as { filter?: object } | undefined)?.filter ?? {});
}

/**
 * For `queryOptions` of a list: while another page or order is on its way the rows stay; those of another search would
 * only mislead.
 * @param filter that is asked for now.
 */
export function keepRowsOf(filter: object) {
  const wanted = filterText(filter);
  return <Data>(rows: Data | undefined, query: AskedQuery | undefined): Data | undefined =>
    filterOf(query) === wanted ? rows : undefined;
}
