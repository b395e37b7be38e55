import { Box, List, ListItem, ListItemButton, ListItemText, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, RecordsIterator } from 'react-admin';
import { Link } from 'react-router';

/** Whether a list has cards instead of a table. */
export function useIsPhone(): boolean {
  return useMediaQuery((theme) => theme.breakpoints.down('sm'));
}

/** A row on a phone. */
export interface Card {
  readonly primary: ReactNode;
  readonly secondary?: ReactNode;
  /** Buttons, beside the link that opens the row. */
  readonly actions?: ReactNode;
}

/** If large text leaves less room than this beside the buttons, they wrap below the text. */
const TEXT = { flex: '1 1 8rem', minWidth: 0 };

interface CardsProps<RecordType extends RaRecord> {
  readonly card: (record: RecordType) => Card;
  readonly open?: ((record: RecordType) => string) | undefined;
  /** Selects a row; `null` when rows can't be selected. */
  readonly checkbox: ReactNode;
}

/** A list on a phone. react-admin's `SimpleList` has no checkboxes, and nests a row's buttons in its link. */
export function Cards<RecordType extends RaRecord>({
  card,
  open,
  checkbox,
}: CardsProps<RecordType>): ReactNode {
  return (
    <List disablePadding>
      <RecordsIterator
        render={(record: RecordType) => {
          const { actions, ...words } = card(record);
          const text = (
            <ListItemText
              {...words}
              // Not a paragraph: it may hold lists.
              slotProps={{ secondary: { component: 'div' } }}
              sx={{ overflowWrap: 'anywhere' }}
            />
          );
          return (
            <ListItem
              key={record.id}
              divider
              disablePadding
              sx={{ alignItems: 'stretch', flexWrap: 'wrap' }}
            >
              {checkbox}
              {open === undefined ? (
                <ListItem component="div" sx={TEXT}>
                  {text}
                </ListItem>
              ) : (
                <ListItemButton component={Link} to={open(record)} sx={TEXT}>
                  {text}
                </ListItemButton>
              )}
              <Box
                sx={{
                  alignSelf: 'center',
                  maxWidth: '100%',
                  ml: 'auto',
                  p: 1,
                  pl: 0,
                  '&:empty': { display: 'none' },
                }}
              >
                {actions}
              </Box>
            </ListItem>
          );
        }}
      />
    </List>
  );
}
