import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, IconButton, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTableColumn,
  type DataTableColumnProps,
  type RaRecord,
  useDataTableRenderContext,
  useDataTableSortContext,
} from 'react-admin';
import { Link } from 'react-router';

import { formatDateTime, NOT_AVAILABLE } from '../../texts/dates.js';
import { familyDetailsPath } from '../record-paths.js';
import { site } from '../../site.js';
import { FAMILY_DETAILS_TEXTS } from '../../texts/portal.js';

/**
 * A column of `PortalDataTable`: react-admin's `DataTable.Col`, whose heading tells the order by `aria-sort`. `label`
 * is for what is no field of the resource.
 */
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

/** The class of the cells that hold the buttons of a row. */
export const ROW_BUTTONS = 'row-buttons';

/** The last column: what can be done with a row. */
export function ButtonsColumn<RecordType extends RaRecord>(
  props: Pick<DataTableColumnProps<RecordType>, 'source' | 'label' | 'render'>,
): ReactNode {
  return <PortalColumn<RecordType> {...props} disableSort align="center" className={ROW_BUTTONS} />;
}

const WITH_ZONE = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'full',
  timeZone: site.labTimeZone,
});

interface MomentProps {
  readonly at: string | null;
  /** Instead of the date and time as specified. */
  readonly text?: string;
}

/** A moment on the lab's clocks, on one line; its tooltip names the day of the week and the time zone. */
export function Moment({
  at,
  text = formatDateTime(at, site.labTimeZone),
}: MomentProps): ReactNode {
  if (at === null || text === NOT_AVAILABLE) return text;
  return (
    <Box
      component="time"
      dateTime={at}
      title={WITH_ZONE.format(new Date(at))}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </Box>
  );
}

/** A moment; the latest come first. */
export function DateColumn(props: Pick<DataTableColumnProps, 'source' | 'disableSort'>): ReactNode {
  return (
    <PortalColumn
      {...props}
      sortByOrder="DESC"
      render={(row) => <Moment at={row[props.source ?? ''] as string | null} />}
    />
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

/** The name of a family in a row that opens it: a link for screen readers and the mouse, but no Tab stop. */
export function RowLink({ guid, name }: FamilyLinkProps): ReactNode {
  return (
    <MuiLink
      component={Link}
      to={familyDetailsPath(guid)}
      tabIndex={-1}
      color="inherit"
      underline="hover"
      sx={{ fontWeight: 600 }}
    >
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
      aria-label={`${FAMILY_DETAILS_TEXTS.edit} ${name}`}
    >
      <EditOutlined fontSize="small" />
    </IconButton>
  );
}
