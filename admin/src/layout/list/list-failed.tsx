import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { Link, useLocation } from 'react-router';

import { filtered } from '../links.js';
import { focusHeading, TryAgain } from '../page.js';
import { type CallError, failureText } from '../../providers/http.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** Why a list shows no rows. A failed search also says "No results found", as the specification asks. */
export function ListFailed({ text }: { readonly text: string | undefined }): ReactNode {
  const { error, refetch } = useListContext<RaRecord>();
  const { search } = useLocation();
  const isSearch = text !== undefined;
  const isRefused = (error as Partial<CallError> | null)?.status === 400;
  return (
    <Box sx={{ p: 2 }}>
      <TryAgain error={error} onTryAgain={refetch}>
        {isSearch ? `${text} ${failureText(error, '')}`.trim() : undefined}
      </TryAgain>
      {isSearch ? <Typography sx={{ mt: 2 }}>{LIST_TEXTS.nothing}</Typography> : null}
      {/* An old bookmark: the form may not show its filter or sort, and the list would come back with them. */}
      {!isSearch && isRefused && new URLSearchParams(search).has('filter') ? (
        <Button component={Link} to={filtered('', {})} onClick={focusHeading}>
          {LIST_TEXTS.clearFilters}
        </Button>
      ) : null}
    </Box>
  );
}
