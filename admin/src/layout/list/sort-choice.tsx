import { LIST_TEXTS } from '@kidlab/contract';
import { TextField } from '@mui/material';
import { Children, isValidElement, type ReactNode } from 'react';
import { type DataTableColumnProps, type RaRecord, useListContext } from 'react-admin';

const { ascending, descending, sortBy, usualOrder } = LIST_TEXTS;
const ORDERS = { ASC: ascending, DESC: descending } as const;

/** Value and words of the orders that the columns offer. */
function ordersOf(columns: ReactNode): (readonly [string, string])[] {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, label, disableSort = false } = column.props;
    if (disableSort || source === undefined || typeof label !== 'string') return [];
    return (['ASC', 'DESC'] as const).map(
      (order) => [`${source} ${order}`, `${label}, ${ORDERS[order]}`] as const,
    );
  });
}

/** The order of the rows where there is no heading to click: on a phone, and at 400 %. */
export function SortChoice({ children }: { readonly children: ReactNode }): ReactNode {
  const { sort, setSort } = useListContext<RaRecord>();
  const orders = ordersOf(children);
  const present = `${sort.field} ${sort.order}`;
  if (orders.length === 0) return null;
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={sortBy}
      value={present}
      onChange={(event) => {
        const [field = '', order] = event.target.value.split(' ');
        setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' });
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ px: 2, my: 1, '& label': { ml: 2 } }}
    >
      {orders.some(([value]) => value === present) ? null : (
        <option value={present}>{usualOrder}</option>
      )}
      {orders.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </TextField>
  );
}
