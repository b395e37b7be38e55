import type { FamilyStateFilter, Indicator, SearchState } from '@kidlab/contract';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ViewColumn from '@mui/icons-material/ViewColumn';
import {
  Box,
  Button,
  Checkbox,
  Chip,
  FormControlLabel,
  FormGroup,
  IconButton,
  Link as MuiLink,
  Popover,
} from '@mui/material';
import { Children, isValidElement, type ReactNode, useState } from 'react';
import {
  DataTableColumn,
  type DataTableColumnProps,
  type RaRecord,
  useDataTableRenderContext,
  useDataTableSortContext,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'react-admin';
import { Link } from 'react-router';

import { formatDateTime, NOT_AVAILABLE } from '../../texts/dates.js';
import { familyDetailsPath } from '../links.js';
import { site } from '../../site.js';
import { FAMILY_DETAILS_TEXTS, LIST_TEXTS } from '../../texts/portal.js';
import { familyStateText } from '../../texts/record.js';

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

export const ROW_BUTTONS = 'row-buttons';

/** The last column: what can be done with a row. */
export function ButtonsColumn<RecordType extends RaRecord>(
  props: Pick<DataTableColumnProps<RecordType>, 'source' | 'label' | 'render'>,
): ReactNode {
  return <PortalColumn<RecordType> {...props} disableSort align="center" className={ROW_BUTTONS} />;
}

/** Props of the columns that have a source; the buttons of a row can't be sorted. */
export function columnsOf(columns: ReactNode) {
  return Children.toArray(columns).flatMap((column) => {
    if (!isValidElement<DataTableColumnProps>(column)) return [];
    const { source, disableSort = column.type === ButtonsColumn, ...props } = column.props;
    return source === undefined ? [] : [{ source, disableSort, ...props }];
  });
}

interface ColumnChoiceProps {
  readonly hidden: string[];
  readonly children: ReactNode;
}

/**
 * Which columns a table shows; the browser remembers it. In place of react-admin's `ColumnsButton`, whose entries are
 * options in a menu, which screen readers can't use.
 */
export function ColumnChoice({ hidden, children }: ColumnChoiceProps): ReactNode {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const translateLabel = useTranslateLabel();
  // Where `DataTable` looks.
  const [hiddenNow, setHidden] = useStore(`${useResourceContext() ?? ''}.datatable`, hidden);
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={button !== null}
        onClick={(event) => setButton(event.currentTarget)}
      >
        {LIST_TEXTS.columns}
      </Button>
      <Popover
        open={button !== null}
        anchorEl={button}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': LIST_TEXTS.columns } }}
        onClose={() => setButton(null)}
      >
        <FormGroup sx={{ px: 2, pt: 1 }}>
          {columnsOf(children).map(({ source, label }, index) => (
            <FormControlLabel
              key={source}
              label={label ?? translateLabel({ source })}
              control={
                <Checkbox
                  size="small"
                  autoFocus={index === 0}
                  checked={!hiddenNow.includes(source)}
                  onChange={(_event, isShown) => {
                    const others = hiddenNow.filter((each) => each !== source);
                    setHidden(isShown ? others : [...others, source]);
                  }}
                />
              }
            />
          ))}
        </FormGroup>
        <Button size="small" sx={{ m: 1, mt: 0 }} onClick={() => setHidden(hidden)}>
          {LIST_TEXTS.usualColumns}
        </Button>
      </Popover>
    </>
  );
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

const TONES: Readonly<Record<FamilyStateFilter, string>> = {
  registered: 'brand',
  awaiting: 'accent',
  expired: 'danger',
};

interface StateChipProps {
  readonly state: SearchState;
  readonly confirmationExpired?: boolean;
  /** `Y`: never mailed, which the chip says without a colour of its own. */
  readonly disabledIndicator: Indicator;
}

/** The state of a family, to be seen at a glance in a list. */
export function StateChip(props: StateChipProps): ReactNode {
  const { confirmationExpired = false, disabledIndicator } = props;
  const state = confirmationExpired ? 'expired' : props.state;
  const tone = TONES[state];
  const colors = { bgcolor: `var(--${tone}-soft)`, color: `var(--on-${tone}-soft)` };
  return (
    <Chip
      size="small"
      label={familyStateText(state, disabledIndicator)}
      variant={disabledIndicator === 'Y' ? 'outlined' : 'filled'}
      sx={disabledIndicator === 'Y' ? {} : colors}
    />
  );
}
