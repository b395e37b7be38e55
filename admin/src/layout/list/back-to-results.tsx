import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useStore } from 'react-admin';
import { Link } from 'react-router';

import { LAST_LIST } from './portal-list.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** A link to the list that was shown last, for the pages that its rows open. */
export function BackToResults(): ReactNode {
  const [list] = useStore<string | null>(LAST_LIST, null);
  if (list === null) return null;
  return (
    <Button component={Link} to={list} startIcon={<ArrowBack />} size="small">
      {LIST_TEXTS.backToResults}
    </Button>
  );
}
