import { STAFF_MESSAGES } from '@kidlab/contract';
import { Alert } from '@mui/material';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { parseQueryFromLocation, useListContext, useRefresh } from 'react-admin';
import { useLocation } from 'react-router';

import { filterText } from '../links.js';
import { focusResults } from '../page.js';
import { CallError } from '../../providers/http.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** The filter in the address of a list; `null` without one, or if it can't be read. */
export function useAddressFilter(): Readonly<Record<string, unknown>> | null {
  const { filter } = parseQueryFromLocation(useLocation()) as { readonly filter?: unknown };
  const isFilter = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return isFilter ? (filter as Record<string, unknown>) : null;
}

/** Whether the address has one of these parameters, even one that can't be read. */
export function useHasParam(...names: readonly string[]): boolean {
  const params = new URLSearchParams(useLocation().search);
  return names.some((name) => params.has(name));
}

/** The server's messages for a rejected list query are meant for developers, except the one about the paging limit. */
export function isUnknownList(error: unknown): boolean {
  return (
    error instanceof CallError &&
    error.status === 400 &&
    error.message !== STAFF_MESSAGES.pagingLimit
  );
}

/** Warns about a filter that can't be read, such as a link that was cut off: react-admin ignores it. */
export function UnreadableAddress(): ReactNode {
  const filter = useAddressFilter();
  const isThere = useHasParam('filter');
  if (!isThere || filter !== null) return null;
  return (
    <Alert severity="warning" sx={{ my: 2 }}>
      {LIST_TEXTS.unreadable}
    </Alert>
  );
}

/**
 * Query options of a search, which sends no request before it has a filter. The rows stay while another page or sort
 * order loads, but not while another search loads.
 */
export function searchOptions(filter: object | null) {
  const search = filter === null ? null : filterText(filter);
  const searchOf = ({ queryKey }: { readonly queryKey: QueryKey }): unknown =>
    (queryKey[2] as { readonly meta?: { readonly search: string | null } }).meta?.search;
  return {
    enabled: filter !== null,
    // Part of the query key: without a search there are no rows, not even those of an empty filter.
    meta: { search },
    placeholderData: <Data,>(
      rows: Data | undefined,
      query: { readonly queryKey: QueryKey } | undefined,
    ): Data | undefined => (query !== undefined && searchOf(query) === search ? rows : undefined),
  };
}

/**
 * Searches a list that keeps its filter in the address. Repeating a search reloads its first page. The results get
 * the focus, which also scrolls them into view: on a phone they begin below the form.
 */
export function useSearch(filter: object | null): (wanted: object) => void {
  const { page, setFilters, setPage } = useListContext();
  const refresh = useRefresh();
  const current = filter === null ? null : filterText(filter);
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (current === null || awaited.current !== current) return;
    awaited.current = null;
    focusResults();
  }, [current]);
  return (wanted) => {
    const next = filterText(wanted);
    if (current === next) {
      if (page > 1) setPage(1);
      refresh();
      focusResults();
    } else {
      awaited.current = next;
      setFilters(wanted);
    }
  };
}
