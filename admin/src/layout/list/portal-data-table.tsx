import DensityMedium from '@mui/icons-material/DensityMedium';
import { Box, Button, Checkbox, TableCell, TableRow, Typography } from '@mui/material';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import {
  DataTable,
  DataTableBody,
  type RaRecord,
  SortButton,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useListContext,
  useStore,
} from 'react-admin';
import { useHref, useNavigate } from 'react-router';

import { type Card, Cards, useIsPhone } from './cards.js';
import { type Rows, RowsContext, useRow } from './cells.js';
import { ColumnChoice, columnsOf, IN_FULL, ONE_LINE, ROW_BUTTONS } from './columns.js';
import { focusResults } from '../page.js';
import { LIST_TEXTS } from '../../texts/portal.js';

interface PortalDataTableProps<RecordType extends RaRecord> extends Rows<RecordType> {
  readonly card: (record: RecordType) => Card;
  /** `PortalColumn`s. */
  readonly children: ReactNode;
  /** A `BulkBar`. Without it, rows can't be selected. */
  readonly bulkActions?: ReactNode;
  /** Sources of the columns that are hidden by default. If omitted, columns can't be hidden. */
  readonly hiddenColumns?: string[];
  /** By default, "No results found" with a button that clears the filters. */
  readonly empty?: ReactNode;
}

/** The rows of a list: react-admin's table, or cards on a phone. A click or Enter opens a row. */
export function PortalDataTable<RecordType extends RaRecord>(
  props: PortalDataTableProps<RecordType>,
): ReactNode {
  const { card, open, children, bulkActions, hiddenColumns, empty = <NothingFound /> } = props;
  const { isPending, data = [] } = useListContext<RecordType>();
  const isPhone = useIsPhone();
  const hasBulkActions = bulkActions !== undefined;
  const [size, setSize] = useStore<'small' | 'medium'>('preferences.density', 'small');
  const isComfortable = size === 'medium';
  const sortable = columnsOf(children).flatMap(({ source, disableSort }) =>
    disableSort ? [] : [source],
  );

  // `PortalListView` shows "Loading...".
  if (isPending) return <Box sx={{ minHeight: 240 }} />;
  if (data.length === 0) return empty;
  return (
    <RowsContext value={props}>
      {isPhone ? null : (
        <Box sx={BESIDE_TOTAL}>
          <Button
            size="small"
            variant={isComfortable ? 'contained' : 'text'}
            startIcon={<DensityMedium />}
            aria-pressed={isComfortable}
            onClick={() => setSize(isComfortable ? 'small' : 'medium')}
          >
            {LIST_TEXTS.comfortable}
          </Button>
          {hiddenColumns === undefined ? null : (
            <ColumnChoice hidden={hiddenColumns}>{children}</ColumnChoice>
          )}
        </Box>
      )}
      {/* Outside the table: dialogs of the bar stay open when a phone is turned. */}
      {bulkActions}
      {isPhone ? (
        <>
          {sortable.length === 0 ? null : (
            <Box sx={BESIDE_TOTAL}>
              <SortButton fields={sortable} label="Sort by %{field_lower_first} %{order}" />
            </Box>
          )}
          <Cards card={card} open={open} checkbox={hasBulkActions ? <RowCheckbox /> : null} />
        </>
      ) : (
        <DataTable
          body={Body}
          rowClick={false}
          bulkActionButtons={hasBulkActions}
          bulkActionsToolbar={<></>}
          {...(hiddenColumns === undefined ? {} : { hiddenColumns })}
          size={size}
          stickyHeader
          sx={[TABLE, isComfortable ? IN_FULL : ONE_LINE]}
        >
          {children}
        </DataTable>
      )}
    </RowsContext>
  );
}

/** Moves the buttons up to the line of the total. */
const BESIDE_TOTAL = {
  display: 'flex',
  justifyContent: 'flex-end',
  px: 1,
  // The button on phones is an icon.
  mt: { xs: -6, sm: -4.25 },
};

/** The header and the row buttons are sticky; `scrollPadding` keeps a focused element clear of them. */
const TABLE = {
  '& .RaDataTable-tableWrapper': {
    overflow: 'auto',
    maxHeight: 'max(20rem, calc(100vh - 5rem))',
    scrollPadding: '4rem 5rem 0 0',
  },
  '& th, & td': { px: 1 },
  '& th:first-of-type, & td:first-of-type': { pl: 2 },
  '& th': { lineHeight: 1.3 },
  '& .MuiTableSortLabel-icon': { mx: 0 },
  [`& .${ROW_BUTTONS}`]: {
    position: 'sticky',
    right: 0,
    bgcolor: 'background.paper',
    borderLeft: '1px solid var(--line)',
  },
  [`& th.${ROW_BUTTONS}`]: { zIndex: 3 },
  '& tr:focus-visible': { outlineOffset: '-3px' },
  // The sticky cell covers the outline of its row.
  [`& tr:focus-visible > .${ROW_BUTTONS}`]: {
    boxShadow: 'inset -3px 3px var(--focus), inset -3px -3px var(--focus)',
  },
};

/** In place of react-admin's `ListNoResults`, whose button has no text on a phone. */
function NothingFound(): ReactNode {
  const list = useListContext();
  const { setFilters } = list;
  return (
    <Box sx={{ p: 2 }}>
      <Typography>{LIST_TEXTS.nothing}</Typography>
      {Object.keys(list.filterValues as object).length > 0 ? (
        <Button
          onClick={() => {
            setFilters({}, []);
            // The button unmounts.
            focusResults();
          }}
        >
          {LIST_TEXTS.clearFilters}
        </Button>
      ) : null}
    </Box>
  );
}

/** `DataTable` passes only the columns to its body, so the row component is set here. */
function Body({ children }: { readonly children?: ReactNode }): ReactNode {
  return <DataTableBody row={Row}>{children}</DataTableBody>;
}

/** react-admin's own checkbox has the same name in every row. */
function RowCheckbox(): ReactNode {
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

/** Opens with Enter or a click; with Ctrl or ⌘, in a new tab. The arrow keys move between rows. */
function Row({ children }: { readonly children?: ReactNode }): ReactNode {
  const { record, path } = useRow();
  const navigate = useNavigate();
  const href = useHref(path ?? '');
  const { hasBulkActions } = useDataTableConfigContext();
  const { selectedIds } = useListContext<RaRecord>();

  const open = ({ ctrlKey, metaKey }: MouseEvent | KeyboardEvent): void => {
    if (path === null) return;
    if (ctrlKey || metaKey) window.open(href, '_blank', 'noopener');
    else void navigate(path);
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest(OPERABLE) !== null) return;
    // The user may be selecting text.
    if (window.getSelection()?.isCollapsed !== false) open(event);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const { target, currentTarget: row, key } = event;
    if (target !== row) return;
    if (key === 'Enter') open(event);
    else if (key === 'ArrowDown') (row.nextElementSibling as HTMLElement | null)?.focus();
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
