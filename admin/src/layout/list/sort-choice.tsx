import { TextField } from '@mui/material';
import { Children, isValidElement, type ReactNode } from 'react';
import {
  type DataTableColumnProps,
  type RaRecord,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';

import { LIST_TEXTS } from '../../texts/portal.js';

const { ascending, descending, sortBy, usualOrder } = LIST_TEXTS;
const ORDERS = { ASC: ascending, DESC: descending } as const;

/** Value and words of the orders that the columns offer. */
function ordersOf(
  columns: ReactNode,
  labelOf: (source: string) => string,
): (readonly [string, string])[] {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, label, disableSort = false } = column.props;
    if (disableSort || source === undefined) return [];
    const name = typeof label === 'string' ? label : labelOf(source);
    return (['ASC', 'DESC'] as const).map(
      (order) => [`${source} ${order}`, `${name}, ${ORDERS[order]}`] as const,
    );
  });
}

/** The order of the rows where there is no heading to click: on a phone, and at 400 %. */
export function SortChoice({ children }: { readonly children: ReactNode }): ReactNode {
  const { sort, setSort } = useListContext<RaRecord>();
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const orders = ordersOf(children, (source) =>
    translate(`resources.${resource}.fields.${source}`),
  );
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
