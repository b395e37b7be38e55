import { Checkbox, TableCell, TableRow } from '@mui/material';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
} from 'react';
import {
  type RaRecord,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useRecordContext,
} from 'react-admin';
import { useHref, useNavigate } from 'react-router';

import { LIST_TEXTS } from '../../texts/portal.js';

/** What a row of a list is called, and where it leads. */
export interface Rows {
  /** Names the row's checkbox: "Select {label}". */
  readonly rowLabel: (record: RaRecord) => string;
  /** Path that the row opens, below the portal's base; left out, rows open nothing. */
  readonly open?: ((record: RaRecord) => string) | undefined;
}

const RowsContext = createContext<Rows>({ rowLabel: ({ id }) => String(id) });

export const RowsProvider = RowsContext.Provider;

export function useRows(): Rows {
  return useContext(RowsContext);
}

/** Elements of a row that have a task of their own. */
const OPERABLE = 'a, button, input, select, textarea, label, [role="button"]';

interface OpenRow {
  readonly canOpen: boolean;
  readonly open: () => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** Opening a row: by a click beside its own links and buttons; with Ctrl or ⌘ in a tab of its own. */
function useOpenRow(record: RaRecord): OpenRow {
  const { open: pathOf } = useRows();
  const navigate = useNavigate();
  const path = pathOf?.(record) ?? null;
  const href = useHref(path ?? '');
  const open = (): void => {
    if (path !== null) void navigate(path);
  };
  return {
    canOpen: path !== null,
    open,
    onClick: (event) => {
      if (path === null) return;
      if (event.target instanceof Element && event.target.closest(OPERABLE) !== null) return;
      // Who marks text to copy it opens nothing.
      if (window.getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
      else open();
    },
  };
}

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
