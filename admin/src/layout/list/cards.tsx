import { Box, Checkbox, List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { Link } from 'react-router';

import { useRows } from './table-row.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/** What a phone shows of a row. */
export interface Card {
  readonly primary: ReactNode;
  readonly secondary?: ReactNode;
  /** Buttons of the row, beside what opens it. */
  readonly actions?: ReactNode;
}

interface CardsProps {
  readonly card: (record: RaRecord) => Card;
  readonly hasBulkActions: boolean;
}

/** A list on a screen too narrow for a table: one entry a row, opened with a tap. */
export function Cards({ card, hasBulkActions }: CardsProps): ReactNode {
  const { data = [], selectedIds, onToggleItem } = useListContext<RaRecord>();
  const { open, rowLabel } = useRows();
  return (
    <List disablePadding>
      {data.map((record) => {
        const { actions, ...words } = card(record);
        const text = <ListItemText {...words} sx={{ overflowWrap: 'anywhere' }} />;
        return (
          <ListItem key={record.id} divider disablePadding sx={{ alignItems: 'stretch' }}>
            {hasBulkActions ? (
              <Checkbox
                checked={selectedIds.includes(record.id)}
                slotProps={{ input: { 'aria-label': `${LIST_TEXTS.select} ${rowLabel(record)}` } }}
                onChange={() => {
                  onToggleItem(record.id);
                }}
              />
            ) : null}
            {open === undefined ? (
              <ListItem component="div">{text}</ListItem>
            ) : (
              <ListItemButton component={Link} to={open(record)}>
                {text}
              </ListItemButton>
            )}
            {actions === undefined ? null : (
              <Box sx={{ alignSelf: 'center', flex: 'none', pr: 1 }}>{actions}</Box>
            )}
          </ListItem>
        );
      })}
    </List>
  );
}
