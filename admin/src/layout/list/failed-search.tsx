import { Alert, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';

import { TryAgain } from '../try-again.js';
import { failureText } from '../../providers/http.js';
import { isFilterUnreadable } from './use-list-search.js';
import { LIST_TEXTS } from '../../texts/portal.js';

interface FailedSearchProps {
  /** Says what has failed; the reason follows. */
  readonly text: string;
  /** What the specification shows for an empty result and a failure alike. */
  readonly nothing: string;
}

/** A failed search looks like an empty one; it also says that it failed, and why. For `error` of a `PortalList`. */
export function FailedSearch({ text, nothing }: FailedSearchProps): ReactNode {
  const { error, refetch } = useListContext<RaRecord>();
  return (
    <Box sx={{ p: 2 }}>
      <TryAgain onTryAgain={refetch}>{`${text} ${failureText(error, '')}`.trim()}</TryAgain>
      <Typography sx={{ mt: 2 }}>{nothing}</Typography>
    </Box>
  );
}

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
