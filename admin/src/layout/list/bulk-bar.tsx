import { SIMPLE_REST } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { type RaRecord, SelectAllButton, useListContext } from 'react-admin';

import { countText, LIST_TEXTS } from '../../texts/portal.js';

/** What can be done with the selected rows; not there (and not in the way of Tab) while none is selected. */
export function BulkBar({ children }: { readonly children: ReactNode }): ReactNode {
  const list = useListContext<RaRecord>();
  const { selectedIds, onUnselectItems, total, resource } = list;
  const unselect = useRef<HTMLButtonElement>(null);
  const shown = JSON.stringify([list.filterValues, list.sort]);
  const shownNow = useRef(shown);
  useEffect(() => {
    shownNow.current = shown;
  }, [shown]);
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
          {/* Of a list that is not counted to its end, not all rows could be selected. */}
          {total === undefined ? null : (
            <SelectAllButton
              size="medium"
              label={`${LIST_TEXTS.selectAll} ${countText(total, resource)}`}
              limit={SIMPLE_REST.maxRows}
              queryOptions={{
                onSuccess: () => {
                  // The rows of a filter that was left meanwhile are not on the screen.
                  if (shownNow.current === shown) unselect.current?.focus();
                  else onUnselectItems();
                },
              }}
            />
          )}
          <Button ref={unselect} onClick={() => onUnselectItems()}>
            {LIST_TEXTS.unselect}
          </Button>
        </Box>
      )}
    </>
  );
}
