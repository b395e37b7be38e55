import { Box, List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, RecordsIterator } from 'react-admin';
import { Link } from 'react-router';

import { useRememberRow } from './list-address.js';

/** What a phone shows of a row. */
export interface Card {
  readonly primary: ReactNode;
  readonly secondary?: ReactNode;
  /** Buttons of the row, beside what opens it. */
  readonly actions?: ReactNode;
}

interface CardsProps<RecordType extends RaRecord> {
  readonly card: (record: RecordType) => Card;
  readonly open?: (record: RecordType) => string;
  /** Selects a row; `null`: rows can't be selected. */
  readonly checkbox: ReactNode;
}

/**
 * A list on a screen too narrow for a table. react-admin's `SimpleList` has no checkbox, and puts a row's buttons
 * inside its link.
 */
export function Cards<RecordType extends RaRecord>({
  card,
  open,
  checkbox,
}: CardsProps<RecordType>): ReactNode {
  const remember = useRememberRow();
  return (
    <List disablePadding>
      <RecordsIterator
        render={(record: RecordType) => {
          const { actions = null, ...words } = card(record);
          const text = <ListItemText {...words} sx={{ overflowWrap: 'anywhere' }} />;
          return (
            <ListItem key={record.id} divider disablePadding sx={{ alignItems: 'stretch' }}>
              {checkbox}
              {open === undefined ? (
                <ListItem component="div">{text}</ListItem>
              ) : (
                <ListItemButton
                  component={Link}
                  to={open(record)}
                  onClick={() => remember(record, open(record))}
                >
                  {text}
                </ListItemButton>
              )}
              <Box sx={{ alignSelf: 'center', flex: 'none', pr: actions === null ? 0 : 1 }}>
                {actions}
              </Box>
            </ListItem>
          );
        }}
      />
    </List>
  );
}
