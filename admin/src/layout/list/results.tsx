import { SEARCH } from '@kidlab/contract';
import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext, useStore, useStoreContext } from 'react-admin';
import { Link, useLocation } from 'react-router';

import { LIST_TEXTS } from '../../texts/portal.js';

/** The row that was opened last, and where it stands: until the person signs out, or loads the page again. */
interface OpenedRow {
  /** What the row has opened. */
  readonly path: string;
  /** The list with its filters. */
  readonly list: string;
  readonly place: number;
  /** Left out for a list that is not counted to its end. */
  readonly total: number | undefined;
}

const KEY = 'openedRow';

/** Remembers that a row of the list is opened. */
export function useRememberRow(): (record: RaRecord, path: string) => void {
  const { data = [], page, perPage, total } = useListContext();
  const { pathname, search } = useLocation();
  const store = useStoreContext();
  return (record, path) => {
    const place = (page - 1) * perPage + data.findIndex(({ id }) => id === record.id) + 1;
    store.setItem(KEY, { path, list: pathname + search, place, total } satisfies OpenedRow);
  };
}

/** `Back to results, 3 of 123`, on a page that a row of a list has opened. */
export function BackToResults({ path }: { readonly path: string }): ReactNode {
  const [opened] = useStore<OpenedRow | null>(KEY, null);
  if (opened?.path !== path) return null;
  return (
    <Button component={Link} to={opened.list} startIcon={<ArrowBack />} size="small">
      {backText(opened.place, opened.total)}
    </Button>
  );
}

function backText(place: number, total: number | undefined): string {
  const all =
    total === undefined || total > SEARCH.countedUpTo
      ? `${LIST_TEXTS.moreThan} ${SEARCH.countedUpTo.toLocaleString('en-US')}`
      : total.toLocaleString('en-US');
  return `${LIST_TEXTS.backToResults}, ${place.toLocaleString('en-US')} of ${all}`;
}
