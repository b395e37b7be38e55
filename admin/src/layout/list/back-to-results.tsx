import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext, useStore, useStoreContext } from 'react-admin';
import { Link, useLocation } from 'react-router';

import { countOf } from '../../texts/dates.js';
import { LIST_TEXTS, totalText } from '../../texts/portal.js';

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

/** `Back to results, 3 of 123`, on the page that a row has opened. */
export function BackToResults({ path }: { readonly path: string }): ReactNode {
  const [opened] = useStore<OpenedRow | null>(OPENED_ROW, null);
  if (opened?.path !== path) return null;
  const { list, position, total } = opened;
  return (
    <Button component={Link} to={list} startIcon={<ArrowBack />} size="small">
      {`${LIST_TEXTS.backToResults}, ${countOf(position)} of ${totalText(total)}`}
    </Button>
  );
}
