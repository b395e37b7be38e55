import { HEADER_TEXTS } from '@kidlab/contract';
import { Box, CircularProgress } from '@mui/material';
import type { ReactNode } from 'react';

/** While a page is being fetched. */
export function LoadingPage(): ReactNode {
  return (
    <Box role="status" sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 4 }}>
      <CircularProgress size={24} aria-hidden />
      {HEADER_TEXTS.added.loading}
    </Box>
  );
}
