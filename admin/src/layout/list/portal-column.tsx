import type { ReactNode } from 'react';
import {
  DataTableColumn,
  type DataTableColumnProps,
  type RaRecord,
  useDataTableRenderContext,
} from 'react-admin';

import { HeadCell } from './head-cell.js';

/**
 * A column of `PortalDataTable`: react-admin's `DataTable.Col` with an accessible heading. Give it a `label` from the
 * contract's texts; `render` draws what is not the value itself; `disableSort` where the server can't sort by it.
 */
export function PortalColumn<RecordType extends RaRecord = RaRecord>(
  props: DataTableColumnProps<RecordType>,
): ReactNode {
  const context = useDataTableRenderContext();
  if (context !== 'header') return <DataTableColumn<RecordType> {...props} />;
  const { source, label, disableSort, sortByOrder, align } = props as DataTableColumnProps;
  return (
    <HeadCell
      label={label}
      {...(source === undefined ? {} : { source })}
      {...(disableSort === undefined ? {} : { disableSort })}
      {...(sortByOrder === undefined ? {} : { sortByOrder })}
      {...(align === undefined ? {} : { align })}
    />
  );
}
