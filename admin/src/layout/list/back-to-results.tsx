import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useStore } from 'react-admin';
import { Link } from 'react-router';

import { LAST_LIST, type LastList } from './portal-list.js';
import { countOf } from '../../texts/dates.js';
import { LIST_TEXTS, totalText } from '../../texts/portal.js';

/** A link to the list that was shown last: `Back to results, 3 of 123` for a family that is in it. */
export function BackToResults({ guid }: { readonly guid: string }): ReactNode {
  const [list] = useStore<LastList | null>(LAST_LIST, null);
  if (list === null) return null;
  const { address, families, before, total } = list;
  const index = families.indexOf(guid);
  const position = index < 0 ? '' : `, ${countOf(before + index + 1)} of ${totalText(total)}`;
  return (
    <Button component={Link} to={address} startIcon={<ArrowBack />} size="small">
      {LIST_TEXTS.backToResults + position}
    </Button>
  );
}
