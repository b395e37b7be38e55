import { Checkbox, Link as MuiLink, TableCell, TableRow } from '@mui/material';
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
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link, useHref, useNavigate } from 'react-router';

import { LIST_TEXTS } from '../../texts/portal.js';

/** The rows of `PortalDataTable`. */

export interface Rows<RecordType extends RaRecord> {
  /** The path that a row opens. */
  readonly open?: (record: RecordType) => string;
  /** Names a row that can be selected: its checkbox is "Select {rowLabel}". */
  readonly rowLabel?: (record: RecordType) => string;
}

export const RowsContext = createContext<Rows<never>>({});

function useRow() {
  const { open, rowLabel } = useContext(RowsContext) as Rows<RaRecord>;
  const record = useRecordContext();
  if (record === undefined) throw new Error('not in a row');
  return { record, path: open?.(record) ?? null, label: rowLabel?.(record) ?? '' };
}

/** Text with the link that the row opens: for the mouse and screen readers, without a second Tab stop. */
export function RowLink({ children }: { readonly children: ReactNode }): ReactNode {
  const { path } = useRow();
  return (
    <MuiLink
      component={Link}
      to={path ?? ''}
      tabIndex={-1}
      color="inherit"
      underline="hover"
      sx={{ fontWeight: 600 }}
    >
      {children}
    </MuiLink>
  );
}

/** react-admin's own checkbox has the same name in every row. */
export function RowCheckbox(): ReactNode {
  const { record, label } = useRow();
  const { selectedIds, onToggleItem } = useListContext<RaRecord>();
  const { handleToggleItem } = useDataTableCallbacksContext();
  return (
    <Checkbox
      checked={selectedIds.includes(record.id)}
      slotProps={{ input: { 'aria-label': `${LIST_TEXTS.select} ${label}` } }}
      onClick={(event) => {
        // In a table, Shift selects a range.
        if (handleToggleItem === undefined) onToggleItem(record.id);
        else handleToggleItem(record.id, event as Parameters<typeof handleToggleItem>[1]);
      }}
    />
  );
}

/** Elements of a row that handle their own clicks. */
const OPERABLE = 'a, button, input, select, textarea, label, [role="button"]';

/** Opens with Enter or a click; Ctrl or ⌘ opens a new tab. The arrow keys move between rows. */
export function Row({ children }: { readonly children?: ReactNode }): ReactNode {
  const { record, path } = useRow();
  const navigate = useNavigate();
  const href = useHref(path ?? '');
  const { hasBulkActions } = useDataTableConfigContext();
  const { selectedIds } = useListContext<RaRecord>();

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest(OPERABLE) !== null) return;
    // The user may be selecting text.
    if (path === null || window.getSelection()?.isCollapsed === false) return;
    if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
    else void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const { target, currentTarget: row, key } = event;
    if (target !== row) return;
    if (key === 'Enter' && path !== null) {
      void navigate(path);
    } else if (key === 'ArrowDown') (row.nextElementSibling as HTMLElement | null)?.focus();
    else if (key === 'ArrowUp') (row.previousElementSibling as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <TableRow
      hover
      selected={selectedIds.includes(record.id)}
      {...(path === null ? {} : { tabIndex: 0, onClick, onKeyDown, sx: { cursor: 'pointer' } })}
    >
      {hasBulkActions ? (
        <TableCell padding="checkbox">
          <RowCheckbox />
        </TableCell>
      ) : null}
      {children}
    </TableRow>
  );
}
