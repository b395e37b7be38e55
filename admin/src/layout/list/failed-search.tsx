import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

import { TryAgain } from '../try-again.js';
import { failureText } from '../../providers/http.js';

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
