import { SIMPLE_REST } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { type RaRecord, SelectAllButton, useListContext, useNotify } from 'react-admin';

import { focusResults } from '../page.js';
import { failureText } from '../../providers/http.js';
import { countText, LIST_TEXTS } from '../../texts/portal.js';

/** The actions for the selected rows, while there are some. */
export function BulkBar({ children }: { readonly children: ReactNode }): ReactNode {
  const notify = useNotify();
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
          {/* "Select all" must not miss rows. */}
          {total === undefined || total > SIMPLE_REST.maxRows ? null : (
            <SelectAllButton
              size="medium"
              label={`${LIST_TEXTS.selectAll} ${countText(total, resource)}`}
              limit={SIMPLE_REST.maxRows}
              queryOptions={{
                onSuccess: () => {
                  // Since the click, the filter may have changed, or the user may have unselected all.
                  if (shownNow.current === shown && unselect.current) unselect.current.focus();
                  else onUnselectItems();
                },
                onError: (error) => notify(failureText(error), { type: 'error' }),
              }}
            />
          )}
          <Button
            ref={unselect}
            onClick={() => {
              onUnselectItems();
              // The bar unmounts.
              focusResults();
            }}
          >
            {LIST_TEXTS.unselect}
          </Button>
        </Box>
      )}
    </>
  );
}
