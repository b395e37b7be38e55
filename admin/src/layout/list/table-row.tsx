import { LIST_TEXTS } from '@kidlab/contract';
import { Checkbox, TableCell, TableRow } from '@mui/material';
import type { KeyboardEvent, ReactNode } from 'react';
import {
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useRecordContext,
} from 'react-admin';

import { useRows } from './row-context.js';
import { useOpenRow } from './use-open-row.js';

function step(row: HTMLElement, direction: 'next' | 'previous'): void {
  const other = direction === 'next' ? row.nextElementSibling : row.previousElementSibling;
  if (other instanceof HTMLElement) other.focus();
}

/** A row that takes the focus: Enter opens it, the arrows go up and down, its checkbox says whose it is. */
export function PortalTableRow({ children }: { readonly children?: ReactNode }): ReactNode {
  const record = useRecordContext();
  if (record === undefined) throw new Error('a row without a record');
  const { rowLabel } = useRows();
  const { canOpen, open, onClick } = useOpenRow(record);
  const { hasBulkActions } = useDataTableConfigContext();
  const { handleToggleItem, isRowSelectable } = useDataTableCallbacksContext();
  const selectedIds = useDataTableSelectedIdsContext();
  const isSelectable = isRowSelectable === undefined || isRowSelectable(record);
  const isSelected = selectedIds?.includes(record.id) ?? false;

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open();
    else if (event.key === 'ArrowDown') step(event.currentTarget, 'next');
    else if (event.key === 'ArrowUp') step(event.currentTarget, 'previous');
    else return;
    event.preventDefault();
  };

  return (
    <TableRow
      hover
      selected={isSelected}
      {...(canOpen ? { tabIndex: 0, onClick, onKeyDown, sx: { cursor: 'pointer' } } : {})}
    >
      {hasBulkActions && handleToggleItem !== undefined ? (
        <TableCell padding="checkbox">
          <Checkbox
            checked={isSelectable && isSelected}
            disabled={!isSelectable}
            slotProps={{ input: { 'aria-label': `${LIST_TEXTS.select} ${rowLabel(record)}` } }}
            onClick={(event) => {
              handleToggleItem(record.id, event as Parameters<typeof handleToggleItem>[1]);
            }}
          />
        </TableCell>
      ) : null}
      {children}
    </TableRow>
  );
}
