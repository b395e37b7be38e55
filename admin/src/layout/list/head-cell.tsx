import { TableCell, TableSortLabel } from '@mui/material';
import type { ReactNode } from 'react';
import {
  type DataTableColumnProps,
  FieldTitle,
  useDataTableCallbacksContext,
  useDataTableSortContext,
  useDataTableStoreContext,
  useStore,
} from 'react-admin';

type HeadCellProps = Pick<
  DataTableColumnProps,
  'source' | 'label' | 'disableSort' | 'sortByOrder' | 'align'
>;

/** A heading of a column: its sort button is called like the column, and the order is told by `aria-sort`. */
export function HeadCell({
  source,
  label,
  disableSort = false,
  sortByOrder = 'ASC',
  align,
}: HeadCellProps): ReactNode {
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext();
  const [hidden] = useStore<string[]>(storeKey, defaultHiddenColumns);
  const sort = useDataTableSortContext();
  const { handleSort } = useDataTableCallbacksContext();
  if (hidden.includes(source ?? (typeof label === 'string' ? label : ''))) return null;

  const title = <FieldTitle label={label} {...(source === undefined ? {} : { source })} />;
  if (disableSort || source === undefined || handleSort === undefined) {
    return <TableCell align={align}>{title}</TableCell>;
  }
  const isActive = sort?.field === source;
  const direction = sort?.order === 'DESC' ? 'desc' : 'asc';
  return (
    <TableCell
      align={align}
      aria-sort={isActive ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <TableSortLabel
        active={isActive}
        direction={isActive ? direction : 'asc'}
        data-field={source}
        data-order={sortByOrder}
        onClick={handleSort}
      >
        {title}
      </TableSortLabel>
    </TableCell>
  );
}
