import type { FamilySummaryRow } from '@kidlab/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { usePortalProvider } from '../../providers/use-portal-provider.js';

/** Shorter words find half of all families. */
const MIN_LENGTH = 2;
const MAX_ROWS = 8;
/** Pause in typing after which is searched, in milliseconds. */
const PAUSE = 250;

export interface FamilySearch {
  /** The text is too short to search for. */
  readonly isShort: boolean;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly families: readonly FamilySummaryRow[];
  /** How many there are; not all of them are shown. */
  readonly total: number;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}

/** Families that `text` may mean: by a name, an address or a telephone number of anybody in them. */
export function useFamilySearch(text: string): FamilySearch {
  const dataProvider = usePortalProvider();
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const isShort = wanted.length < MIN_LENGTH;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find-family', settled],
    enabled: settled.length >= MIN_LENGTH,
    queryFn: ({ signal }) =>
      dataProvider.searchSummary(
        { q: settled },
        { sort: { field: 'familyName', order: 'ASC' }, offset: 0, limit: MAX_ROWS, signal },
      ),
  });
  const isSearching = !isShort && (isFetching || settled !== wanted);
  const isFound = !isSearching && !isShort && !isError;
  return {
    isShort,
    isSearching,
    hasFailed: !isSearching && !isShort && isError,
    families: isFound ? (data?.data ?? []) : [],
    total: isFound ? (data?.total ?? 0) : 0,
  };
}
