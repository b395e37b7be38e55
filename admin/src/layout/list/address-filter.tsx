import { Alert } from '@mui/material';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { parseQueryFromLocation } from 'react-admin';
import { useLocation } from 'react-router';

import { filterText } from '../links.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** The filter in the address of a list; `null` without one, or if it can't be read. */
export function useAddressFilter(): Readonly<Record<string, unknown>> | null {
  const { filter } = parseQueryFromLocation(useLocation()) as { readonly filter?: unknown };
  const isFilter = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return isFilter ? (filter as Record<string, unknown>) : null;
}

/** Warns about a filter that can't be read, such as a link that was cut off: react-admin ignores it. */
export function UnreadableAddress(): ReactNode {
  const filter = useAddressFilter();
  const isThere = new URLSearchParams(useLocation().search).has('filter');
  if (!isThere || filter !== null) return null;
  return (
    <Alert severity="warning" sx={{ my: 2 }}>
      {LIST_TEXTS.unreadable}
    </Alert>
  );
}

/**
 * Query options of a search, which asks nothing before it has a filter. The rows stay while another page or sort
 * loads, but not while another search does.
 */
export function searchOptions(filter: object | null) {
  const search = filter === null ? null : filterText(filter);
  const searchOf = ({ queryKey }: { readonly queryKey: QueryKey }): unknown =>
    (queryKey[2] as { readonly meta?: { readonly search: string | null } }).meta?.search;
  return {
    enabled: filter !== null,
    // Part of the query's key: no search has no rows, not those of an empty filter.
    meta: { search },
    placeholderData: <Data,>(
      rows: Data | undefined,
      query: { readonly queryKey: QueryKey } | undefined,
    ): Data | undefined => (query !== undefined && searchOf(query) === search ? rows : undefined),
  };
}
