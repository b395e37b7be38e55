import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext, useStore, useStoreContext } from 'react-admin';
import { Link, useLocation, useSearchParams } from 'react-router';

import { filterText } from '../links.js';
import { LIST_TEXTS, totalText } from '../../texts/portal.js';

/**
 * The address of a list: what was asked for stands in it, where react-admin's `List` reads it (`?filter={…}`), so that
 * Back, refresh and a link bring it back.
 */

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

export type ListSearch = ReturnType<typeof useListSearch>;

/** A list that is filled when somebody asks for it, not before. @param resource whose list it is. */
export function useListSearch(resource: string) {
  const [params, setParams] = useSearchParams();
  const queryClient = useQueryClient();
  const filter = parsedFilter(params.get(FILTER));
  const key = filter === null ? '' : filterText(filter);
  const field = params.get('sort');
  const order: 'ASC' | 'DESC' = params.get('order') === 'DESC' ? 'DESC' : 'ASC';
  return {
    /** What the address asks for; `null`: nothing yet, or nothing that can be understood. */
    filter,
    /** The filter as `filterText` writes it; empty: none. */
    key,
    /** The order of the rows, where the address names one. */
    sort: field === null ? undefined : { field, order },
    /** Asks the server, also when the same was asked for before. The order of the rows stays. */
    search: (wantedFilter: object): void => {
      const wanted = filterText(wantedFilter);
      const next = new URLSearchParams(params);
      for (const name of OF_ONE_SEARCH) next.delete(name);
      next.set(FILTER, wanted);
      setParams(next, { replace: wanted === key });
      if (wanted === key) void queryClient.invalidateQueries({ queryKey: [resource] });
    },
    /** Back to nothing asked for. */
    reset: (): void => setParams({}),
  };
}

/**
 * For `queryOptions` of a list: while another page or order is on its way the rows stay; those of another search would
 * only mislead.
 * @param filter that is asked for now.
 */
export function keepRowsOf(filter: object) {
  const wanted = filterText(filter);
  return <Data,>(
    rows: Data | undefined,
    query: { readonly queryKey: QueryKey } | undefined,
  ): Data | undefined => {
    const [, , request] = query?.queryKey ?? [];
    const shown = (request as { filter?: object } | undefined)?.filter ?? {};
    return filterText(shown) === wanted ? rows : undefined;
  };
}

/** The row that was opened last, and where it stands: until the person signs out, or loads the page again. */
interface OpenedRow {
  readonly path: string;
  readonly list: string;
  readonly place: number;
  /** Left out for a list that is not counted to its end. */
  readonly total: number | undefined;
}

const OPENED_ROW = 'openedRow';

export function useRememberRow(): (record: RaRecord, path: string) => void {
  const { data = [], page, perPage, total } = useListContext();
  const { pathname, search } = useLocation();
  const store = useStoreContext();
  return (record, path) => {
    const place = (page - 1) * perPage + data.findIndex(({ id }) => id === record.id) + 1;
    store.setItem(OPENED_ROW, { path, list: pathname + search, place, total } satisfies OpenedRow);
  };
}

/** `Back to results, 3 of 123`, on a page that a row of a list has opened. */
export function BackToResults({ path }: { readonly path: string }): ReactNode {
  const [opened] = useStore<OpenedRow | null>(OPENED_ROW, null);
  if (opened?.path !== path) return null;
  const { list, place, total } = opened;
  return (
    <Button component={Link} to={list} startIcon={<ArrowBack />} size="small">
      {`${LIST_TEXTS.backToResults}, ${place.toLocaleString('en-US')} of ${totalText(total)}`}
    </Button>
  );
}
