import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useStore } from 'react-admin';
import { Link } from 'react-router';

import { LAST_LIST, type LastList } from './portal-list.js';
import { countOf } from '../../texts/dates.js';
import { LIST_TEXTS, totalText } from '../../texts/portal.js';

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
