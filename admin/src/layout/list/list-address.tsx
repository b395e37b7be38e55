import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext, useStore, useStoreContext } from 'react-admin';
import { Link, useLocation, useSearchParams } from 'react-router';

import { filterText } from '../links.js';
import { countOf } from '../../texts/dates.js';
import { LIST_TEXTS, totalText } from '../../texts/portal.js';

/**
 * A list keeps its filter in the address, as react-admin's `List` does: `?filter={…}`. The page of an opened row links
 * back to that address.
 */

const FILTER = 'filter';
/** Parameters that a new search removes. */
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

export function isFilterUnreadable(params: URLSearchParams): boolean {
  const text = params.get(FILTER);
  return text !== null && parsedFilter(text) === null;
}

export type ListSearch = ReturnType<typeof useListSearch>;

/** The search of a list that stays empty until the user searches. @param resource of the list. */
export function useListSearch(resource: string) {
  const [params, setParams] = useSearchParams();
  const queryClient = useQueryClient();
  const filter = parsedFilter(params.get(FILTER));
  const key = filter === null ? '' : filterText(filter);
  const field = params.get('sort');
  const order: 'ASC' | 'DESC' = params.get('order') === 'DESC' ? 'DESC' : 'ASC';
  return {
    /** `null` when the address has no filter, or an unreadable one. */
    filter,
    /** The filter as `filterText` writes it; empty without a filter. */
    key,
    /** `undefined` when the address has no sort. */
    sort: field === null ? undefined : { field, order },
    /** Searches and keeps the sort. The same filter is fetched again. */
    search: (newFilter: object): void => {
      const text = filterText(newFilter);
      const next = new URLSearchParams(params);
      for (const name of OF_ONE_SEARCH) next.delete(name);
      next.set(FILTER, text);
      setParams(next, { replace: text === key });
      if (text === key) void queryClient.invalidateQueries({ queryKey: [resource] });
    },
    reset: (): void => setParams({}),
  };
}

/**
 * `placeholderData` of a list: the rows stay while another page or sort loads, but not while another filter does.
 * @param filter of the current search.
 */
export function keepRowsOf(filter: object) {
  return <Data,>(
    rows: Data | undefined,
    query: { readonly queryKey: QueryKey } | undefined,
  ): Data | undefined => {
    const [, , request] = query?.queryKey ?? [];
    const shown = (request as { filter?: object } | undefined)?.filter ?? {};
    return filterText(shown) === filterText(filter) ? rows : undefined;
  };
}

/** The last opened row. Kept in memory until the user signs out or reloads the page. */
interface OpenedRow {
  /** The page that the row opened. */
  readonly path: string;
  /** The address of the list. */
  readonly list: string;
  /** From 1, across all pages of the list. */
  readonly position: number;
  readonly total: number | undefined;
}

const OPENED_ROW = 'openedRow';

export function useRememberRow(): (record: RaRecord, path: string) => void {
  const { data = [], page, perPage, total } = useListContext();
  const { pathname, search } = useLocation();
  const store = useStoreContext();
  return (record, path) => {
    const position = (page - 1) * perPage + data.findIndex(({ id }) => id === record.id) + 1;
    const row: OpenedRow = { path, list: pathname + search, position, total };
    store.setItem(OPENED_ROW, row);
  };
}

interface BackToResultsProps {
  readonly path: string;
  /** Shown if no row has opened the page. */
  readonly children?: ReactNode;
}

/** `Back to results, 3 of 123`, on the page that a row has opened. */
export function BackToResults({ path, children }: BackToResultsProps): ReactNode {
  const [opened] = useStore<OpenedRow | null>(OPENED_ROW, null);
  if (opened?.path !== path) return children;
  const { list, position, total } = opened;
  return (
    <Button component={Link} to={list} startIcon={<ArrowBack />} size="small">
      {`${LIST_TEXTS.backToResults}, ${countOf(position)} of ${totalText(total)}`}
    </Button>
  );
}
