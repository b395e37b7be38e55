import { formatDateTime } from '@kidlab/contract';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { IconButton, Link as MuiLink, TableCell, TableSortLabel } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTableColumn,
  type DataTableColumnProps,
  FieldTitle,
  type RaRecord,
  useDataTableCallbacksContext,
  useDataTableRenderContext,
  useDataTableSortContext,
  useDataTableStoreContext,
  useStore,
} from 'react-admin';
import { Link } from 'react-router';

import { familyDetailsPath } from '../record-paths.js';
import { site } from '../../site.js';
import { FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';
import { actionOf } from '../../texts/record.js';

/**
 * A column of `PortalDataTable`: react-admin's `DataTable.Col` with an accessible heading. `label` is for what is no
 * field of the resource; `render` draws what is not the value itself; `disableSort` where the server can't sort by it.
 */
export function PortalColumn<RecordType extends RaRecord = RaRecord>(
  props: DataTableColumnProps<RecordType>,
): ReactNode {
  const context = useDataTableRenderContext();
  if (context !== 'header') return <DataTableColumn<RecordType> {...props} />;
  return <HeadCell {...(props as DataTableColumnProps)} />;
}

/** A moment on the lab's clocks; the latest come first. */
export function DateColumn(props: Pick<DataTableColumnProps, 'source' | 'disableSort'>): ReactNode {
  return (
    <PortalColumn
      {...props}
      sortByOrder="DESC"
      sx={{ '&.MuiTableCell-body': { whiteSpace: 'nowrap' } }}
      render={(row) => formatDateTime(row[props.source ?? ''] as string | null, site.labTimeZone)}
    />
  );
}

/** A heading of a column: its sort button is called like the column, and the order is told by `aria-sort`. */
function HeadCell({
  source,
  label,
  disableSort = false,
  sortByOrder = 'ASC',
  align,
}: DataTableColumnProps): ReactNode {
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

interface FamilyLinkProps {
  readonly guid: string;
  readonly name: string;
}

/** The family that a row belongs to. */
export function FamilyLink({ guid, name }: FamilyLinkProps): ReactNode {
  return (
    <MuiLink component={Link} to={familyDetailsPath(guid)}>
      {name}
    </MuiLink>
  );
}

interface EditLinkProps {
  readonly to: string;
  /** Whose edit page it is, for screen readers. */
  readonly name: string;
}

/** The edit icon of a row. */
export function EditLink({ to, name }: EditLinkProps): ReactNode {
  return (
    <IconButton
      component={Link}
      to={to}
      color="primary"
      size="small"
      aria-label={actionOf(FAMILY_DETAILS_TEXTS.edit, name)}
    >
      <EditOutlined fontSize="small" />
    </IconButton>
  );
}
