import { Box, Button, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import { DataTable, DataTableBody, type RaRecord, useListContext } from 'react-admin';

import { BulkBar } from './bulk-actions.js';
import { type Card, Cards } from './cards.js';
import { ColumnChoice } from './column-choice.js';
import { SortChoice } from './sort-choice.js';
import { PortalTableRow, RowsProvider } from './table-row.js';
import { LIST_TEXTS } from '../../texts/portal.js';

/**
 * The rows of a `PortalList`: a table of `PortalColumn`s, a list of cards below `sm`. Rows take the focus and open with
 * Enter or a click; checkboxes are called by `rowLabel`.
 */
interface PortalDataTableProps<RecordType extends RaRecord> {
  /** What a row is called; also said by its checkbox. */
  readonly rowLabel: (record: RecordType) => string;
  /** Path below the portal's base that a row opens, for example `/family-details-page?guid=…`. */
  readonly open?: (record: RecordType) => string;
  /** What a phone shows of a row. */
  readonly card: (record: RecordType) => Card;
  /** `PortalColumn`s. */
  readonly children: ReactNode;
  /** Buttons for selected rows; left out, rows can't be selected. */
  readonly bulkActions?: ReactNode;
  /**
   * Sources of columns that are hidden until somebody asks for them; left out, all columns are shown and none is
   * chosen.
   */
  readonly hiddenColumns?: string[];
  /** Shown instead of "No results found" and its button. */
  readonly empty?: ReactNode;
}

/** `DataTable` hands a body its columns only: the row is chosen here. */
function Body({ children }: { readonly children?: ReactNode }): ReactNode {
  return <DataTableBody row={PortalTableRow}>{children}</DataTableBody>;
}

/** Nothing found: said to everybody, with the way back when a filter is the reason. */
function NothingFound(): ReactNode {
  const list = useListContext();
  const { setFilters } = list;
  const isFiltered = Object.keys(list.filterValues as object).length > 0;
  return (
    <Box sx={{ p: 2 }}>
      <Typography>{LIST_TEXTS.nothing}</Typography>
      {isFiltered ? (
        <Button
          onClick={() => {
            setFilters({}, []);
          }}
        >
          {LIST_TEXTS.clearFilters}
        </Button>
      ) : null}
    </Box>
  );
}

export function PortalDataTable<RecordType extends RaRecord>({
  rowLabel,
  open,
  card,
  children,
  bulkActions,
  hiddenColumns,
  empty,
}: PortalDataTableProps<RecordType>): ReactNode {
  const { isPending, total } = useListContext<RecordType>();
  const isSmall = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const rows = useMemo(
    () => ({
      rowLabel: rowLabel as (record: RaRecord) => string,
      open: open as ((record: RaRecord) => string) | undefined,
    }),
    [rowLabel, open],
  );
  const hasBulkActions = bulkActions !== undefined;
  const nothing = empty ?? <NothingFound />;

  // `PortalList` says that it is loading.
  if (isPending) return <Box sx={{ minHeight: 240 }} />;
  if (total === 0) return nothing;
  return (
    <RowsProvider value={rows}>
      {/* Beside the table, so that a phone which is turned keeps what the bar's buttons have opened. */}
      {hiddenColumns === undefined || isSmall ? null : (
        <ColumnChoice hidden={hiddenColumns}>{children}</ColumnChoice>
      )}
      {hasBulkActions ? <BulkBar>{bulkActions}</BulkBar> : null}
      {isSmall ? (
        <>
          <SortChoice>{children}</SortChoice>
          <Cards card={card as (record: RaRecord) => Card} hasBulkActions={hasBulkActions} />
        </>
      ) : (
        <DataTable
          body={Body}
          rowClick={false}
          empty={nothing}
          bulkActionButtons={hasBulkActions}
          bulkActionsToolbar={<></>}
          {...(hiddenColumns === undefined ? {} : { hiddenColumns })}
          sx={{ '& .RaDataTable-tableWrapper': { overflowX: 'auto' } }}
        >
          {children}
        </DataTable>
      )}
    </RowsProvider>
  );
}
