import { LIST_TEXTS } from '@kidlab/contract';
import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { isFilterUnreadable } from './use-list-search.js';

/** Says that a shared or kept address was broken on its way: without a word its page would only look empty. */
export function UnreadableAddress(): ReactNode {
  const [params] = useSearchParams();
  if (!isFilterUnreadable(params)) return null;
  return (
    <Alert severity="warning" sx={{ my: 2 }}>
      {LIST_TEXTS.unreadable}
    </Alert>
  );
}
