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
  type LinkProps,
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

import { familyDetailsPath } from '../links.js';
import { site } from '../../site.js';
import { NOT_AVAILABLE, timeText } from '../../texts/dates.js';
import { FAMILY_DETAILS_TEXTS, familyStateText, LIST_TEXTS } from '../../texts/portal.js';

/** The columns of lists, the content of their cells, and the choice of the columns to show. */

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

interface ColumnChoiceProps {
  /** Sources of the columns that are hidden by default. */
  readonly hidden: string[];
  /** The columns. */
  readonly children: ReactNode;
}

/**
 * Shows and hides columns; the browser remembers the choice. react-admin's `ColumnsButton` nests switches in options,
 * which screen readers can't operate.
 */
export function ColumnChoice({ hidden, children }: ColumnChoiceProps): ReactNode {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const translateLabel = useTranslateLabel();
  // The default store key of `DataTable`.
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
  /** By default, the date and time as specified. */
  readonly text?: string;
}

/** A moment in the lab's time zone, on one line. The tooltip adds the weekday and the zone. */
export function Moment({ at, text = timeText(at) }: MomentProps): ReactNode {
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

interface FamilyLinkProps extends Omit<LinkProps, 'href'> {
  readonly guid: string;
  readonly name: string;
}

export function FamilyLink({ guid, name, ...props }: FamilyLinkProps): ReactNode {
  return (
    <MuiLink {...props} component={Link} to={familyDetailsPath(guid)}>
      {name}
    </MuiLink>
  );
}

/** The family link of a row that opens the same page: for the mouse and screen readers, without a second Tab stop. */
export function RowLink(props: FamilyLinkProps): ReactNode {
  return (
    <FamilyLink
      tabIndex={-1}
      color="inherit"
      underline="hover"
      sx={{ fontWeight: 600 }}
      {...props}
    />
  );
}

interface EditLinkProps {
  readonly to: string;
  /** The record's name, for screen readers. */
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
  /** `Y`: the family is never mailed, and the chip has no color. */
  readonly disabledIndicator: Indicator;
}

/** The state of a family, as a colored chip. */
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
