import { LIST_TEXTS } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

/** What can be done with the selected rows; not there (and not in the way of Tab) while none is selected. */
export function BulkBar({ children }: { readonly children: ReactNode }): ReactNode {
  const { selectedIds, onUnselectItems } = useListContext<RaRecord>();
  const count = selectedIds.length;
  return (
    <>
      <Typography role="status" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {count === 0 ? '' : `${String(count)} ${LIST_TEXTS.selected}`}
      </Typography>
      {count === 0 ? null : (
        <Box
          role="group"
          aria-label={LIST_TEXTS.bulkActions}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            alignItems: 'center',
            px: 2,
            py: 1,
            bgcolor: 'var(--brand-soft)',
            color: 'var(--on-brand-soft)',
          }}
        >
          <Typography aria-hidden>{`${String(count)} ${LIST_TEXTS.selected}`}</Typography>
          {children}
          <Button
            onClick={() => {
              onUnselectItems();
            }}
          >
            {LIST_TEXTS.unselect}
          </Button>
        </Box>
      )}
    </>
  );
}
