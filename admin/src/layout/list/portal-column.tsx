import { Children, isValidElement, type ReactNode } from 'react';
import {
  DataTableColumn,
  type DataTableColumnProps,
  type RaRecord,
  useDataTableRenderContext,
  useDataTableSortContext,
} from 'react-admin';

import { Moment } from './cells.js';

/** react-admin's `DataTable.Col` with `aria-sort` on its header. A column without a source needs a `label`. */
export function PortalColumn<RecordType extends RaRecord = RaRecord>(
  props: DataTableColumnProps<RecordType>,
): ReactNode {
  const { source, disableSort = false } = props as DataTableColumnProps;
  const isHeading = useDataTableRenderContext() === 'header';
  const sort = useDataTableSortContext();
  if (!isHeading || disableSort || source === undefined) return <DataTableColumn {...props} />;
  const direction = sort?.order === 'DESC' ? 'descending' : 'ascending';
  return <DataTableColumn {...props} aria-sort={sort?.field === source ? direction : 'none'} />;
}

/** A date and time; the first click on its header sorts the latest first. */
export function DateColumn(props: Pick<DataTableColumnProps, 'source' | 'disableSort'>): ReactNode {
  return (
    <PortalColumn
      {...props}
      sortByOrder="DESC"
      render={(row) => <Moment at={row[props.source ?? ''] as string | null} />}
    />
  );
}

export const ROW_BUTTONS = 'row-buttons';

/** The last column, which holds the buttons of a row. */
export function ButtonsColumn<RecordType extends RaRecord>(
  props: Pick<DataTableColumnProps<RecordType>, 'source' | 'label' | 'render'>,
): ReactNode {
  return <PortalColumn<RecordType> {...props} disableSort align="center" className={ROW_BUTTONS} />;
}

/** Props of the columns that have a source. */
export function columnsOf(columns: ReactNode) {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, disableSort = column.type === ButtonsColumn, ...props } = column.props;
    return source === undefined ? [] : [{ source, disableSort, ...props }];
  });
}
