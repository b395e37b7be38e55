import type { FamilyStateFilter, Indicator, SearchState } from '@kidlab/contract';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Chip, IconButton, Link as MuiLink, type LinkProps } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, useRecordContext } from 'react-admin';
import { Link } from 'react-router';

import { familyDetailsPath } from '../links.js';
import { NOT_AVAILABLE, timeText } from '../../texts/dates.js';
import { FAMILY_DETAILS_TEXTS, familyStateText } from '../../texts/portal.js';

/** The content of cells. */

interface MomentProps {
  readonly at: string | null;
  /** By default, the date and time as specified. */
  readonly text?: string;
}

/** A date and time in the lab's time zone, on one line. */
export function Moment({ at, text = timeText(at) }: MomentProps): ReactNode {
  if (at === null || text === NOT_AVAILABLE) return text;
  return (
    <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
      {text}
    </Box>
  );
}

/** Text in which an email address breaks before its "@", if it needs two lines. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  const [start, ...rest] = text.split(/(?=@)/);
  return (
    <>
      {start}
      <wbr />
      {rest}
    </>
  );
}

interface FamilyLinkProps extends Omit<LinkProps, 'href'> {
  readonly guid: string;
  readonly name: string;
}

export function FamilyLink({ guid, name, ...props }: FamilyLinkProps): ReactNode {
  return (
    // For `<wbr>`, browsers add a space to the link's accessible name.
    <MuiLink {...props} component={Link} to={familyDetailsPath(guid)} aria-label={name}>
      <Breakable text={name} />
    </MuiLink>
  );
}

/** What the rows of a list share. */
export interface Rows<RecordType extends RaRecord> {
  /** The path that a row opens. */
  readonly open?: (record: RecordType) => string;
  /** Names a row that can be selected: its checkbox is "Select {rowLabel}". */
  readonly rowLabel?: (record: RecordType) => string;
}

export const RowsContext = createContext<Rows<never>>({});

export function useRow() {
  const { open, rowLabel } = useContext(RowsContext) as Rows<RaRecord>;
  const record = useRecordContext();
  if (record === undefined) throw new Error('not in a row');
  return { record, path: open?.(record) ?? null, label: rowLabel?.(record) ?? '' };
}

/** Text that links to what the row opens, for mouse and screen reader users. It adds no second Tab stop. */
export function RowLink({ children }: { readonly children: ReactNode }): ReactNode {
  const { path } = useRow();
  return (
    <MuiLink
      component={Link}
      to={path ?? ''}
      tabIndex={-1}
      color="inherit"
      underline="hover"
      sx={{ fontWeight: 600 }}
    >
      {children}
    </MuiLink>
  );
}

interface EditLinkProps {
  readonly to: string;
  /** For screen readers. */
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
  /** `Y`: the family gets no email, and the chip has no color. */
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
