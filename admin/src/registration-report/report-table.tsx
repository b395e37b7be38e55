import { type RegistrationReportRow } from '@kidlab/contract';
import ForwardToInbox from '@mui/icons-material/ForwardToInbox';
import { Box, IconButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { cellText } from '../exports/cell-text.js';
import { cellOf, columnsOf, type ExportColumn } from '../exports/columns.js';
import { Moment } from '../layout/list/cells.js';
import { ADDRESSES, ButtonsColumn, CELL, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { familyDetailsPath } from '../layout/links.js';
import { site } from '../site.js';
import { dateText, orNone } from '../texts/dates.js';
import { LIST_TEXTS } from '../texts/portal.js';
import { REPORT_TEXTS, rowActionLabel } from '../texts/search.js';

const { columns, added } = REPORT_TEXTS;

/** Columns of the table and of its files. Source: admin portal, section 2. */
export const REPORT_COLUMNS = columnsOf(columns, {
  email: 'orNone',
  familyName: 'orNone',
  firstName: 'orNone',
  firstEmailSentDate: 'isSet',
  userConfirmed: 'isRegistered',
  okayToContactIndicator: 'yesNo',
  resend: null,
});

const ON_A_CARD = REPORT_COLUMNS.filter(({ field }) => field !== 'familyName' && field !== 'email');

/** All columns fit beside the sidebar at 1280 px: dates wrap, and only the sorted column has an arrow. */
const NARROW = {
  '& table th, & table td': { px: 0.5, fontSize: '0.8125rem' },
  '& table td': { maxWidth: '7rem' },
  // Dates have two lines.
  '& td time': { whiteSpace: 'normal' },
  [`& table td[class] .${CELL}`]: { WebkitLineClamp: '2', overflowWrap: 'break-word' },
  // An address that is cut has one line.
  [`& table td:is(${ADDRESSES}) .${CELL}`]: { WebkitLineClamp: '1', overflowWrap: 'anywhere' },
  '& .MuiTableSortLabel-root': { width: 'min-content' },
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
};

function textOf(row: RegistrationReportRow, shown: ExportColumn): string {
  const words = { employeeLabel: '', timeZone: site.labTimeZone };
  return cellText(cellOf(shown, row, words));
}

/** The day of the first email to an unconfirmed family. */
function waitingSince({ registeredDate, firstEmailSentDate }: RegistrationReportRow): ReactNode {
  const at = registeredDate === null ? firstEmailSentDate : null;
  return <Moment at={at} text={dateText(at)} />;
}

function cell(row: RegistrationReportRow, shown: ExportColumn): ReactNode {
  if (shown.as === 'date') return <Moment at={row[shown.field as 'registeredDate']} />;
  return textOf(row, shown);
}

/** @param icon gets the focus back afterwards. */
export type AskToResend = (row: RegistrationReportRow, icon: HTMLElement) => void;

/** The icon's id. The row may be rendered again while the dialog is open. */
export function resendIconId(familyId: number): string {
  return `resend-${String(familyId)}`;
}

interface ResendIconProps {
  readonly row: RegistrationReportRow;
  readonly onAsk: AskToResend;
}

/** Only for families that have not confirmed. */
function ResendIcon({ row, onAsk }: ResendIconProps): ReactNode {
  if (row.registeredDate !== null) return null;
  return (
    <IconButton
      id={resendIconId(row.id)}
      size="small"
      color="primary"
      aria-haspopup="dialog"
      aria-label={rowActionLabel(columns.resend, row.email)}
      onClick={(event) => onAsk(row, event.currentTarget)}
    >
      <ForwardToInbox fontSize="small" />
    </IconButton>
  );
}

const FIGURE = { display: 'inline-block', mr: 1.5 };

function CardText({ row }: { readonly row: RegistrationReportRow }): ReactNode {
  return (
    <>
      {row.email}
      <br />
      {ON_A_CARD.map((shown) => (
        <Box key={shown.field} component="span" sx={FIGURE}>
          {`${shown.header}: ${textOf(row, shown)}`}
        </Box>
      ))}
      <Box component="span" sx={FIGURE}>
        {added.waitingSince}: {waitingSince(row)}
      </Box>
    </>
  );
}

export function ReportTable({ onResend }: { readonly onResend: AskToResend }): ReactNode {
  return (
    <Box sx={NARROW}>
      <PortalDataTable<RegistrationReportRow>
        open={({ guid }) => familyDetailsPath(guid)}
        card={(row) => ({
          primary: orNone(row.familyName),
          secondary: <CardText row={row} />,
          actions: <ResendIcon row={row} onAsk={onResend} />,
        })}
        empty={<Typography sx={{ p: 2, pt: 0 }}>{LIST_TEXTS.nothing}</Typography>}
      >
        {REPORT_COLUMNS.map((shown) => (
          <PortalColumn<RegistrationReportRow>
            key={shown.field}
            source={shown.field}
            opens={shown.field === 'familyName'}
            render={(row) => cell(row, shown)}
          />
        ))}
        <PortalColumn<RegistrationReportRow>
          label={added.waitingSince}
          disableSort
          render={waitingSince}
        />
        <ButtonsColumn<RegistrationReportRow>
          label={columns.resend}
          render={(row) => <ResendIcon row={row} onAsk={onResend} />}
        />
      </PortalDataTable>
    </Box>
  );
}
