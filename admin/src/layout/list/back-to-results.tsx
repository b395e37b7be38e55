import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { type RaRecord, useListContext, useStore, useStoreContext } from 'react-admin';
import { Link, useLocation } from 'react-router';

import { countOf } from '../../texts/dates.js';
import { LIST_TEXTS, totalText } from '../../texts/portal.js';

/** The store key of the last list shown. Kept in memory until a reload or the end of the session. */
const LAST_LIST = 'lastList';
interface LastList {
  readonly address: string;
  /** The families of the page's rows, by guid. */
  readonly families: readonly unknown[];
  /** Number of rows on the previous pages. */
  readonly before: number;
  readonly total: number | undefined;
}

/** Stores this list, so that the pages that a row opens can link back to it. */
export function RememberList(): null {
  const store = useStoreContext();
  const { pathname, search } = useLocation();
  const { data, page, perPage, total, isPlaceholderData } = useListContext<RaRecord>();
  useEffect(() => {
    // The rows on screen still belong to the previous address.
    if (isPlaceholderData === true) return;
    const families = data?.map(({ guid, familyGuid }): unknown => guid ?? familyGuid) ?? [];
    const before = (page - 1) * perPage;
    store.setItem<LastList>(LAST_LIST, { address: pathname + search, families, before, total });
  }, [store, pathname, search, data, page, perPage, total, isPlaceholderData]);
  return null;
}

/**
 * A link to the list that was shown last, if the family is in it: `Back to results, 3 of 123`. Without the position if
 * several rows belong to the family, like two siblings among the children.
 */
export function BackToResults({ guid }: { readonly guid: string }): ReactNode {
  const [list] = useStore<LastList | null>(LAST_LIST, null);
  const index = list?.families.indexOf(guid) ?? -1;
  if (list === null || index < 0) return null;
  const { address, families, before, total } = list;
  const isOnce = families.lastIndexOf(guid) === index;
  const position = isOnce ? `, ${countOf(before + index + 1)} of ${totalText(total)}` : '';
  return (
    <Button component={Link} to={address} startIcon={<ArrowBack />} size="small">
      {LIST_TEXTS.backToResults + position}
    </Button>
  );
}
