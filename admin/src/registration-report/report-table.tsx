import { type RegistrationReportRow } from '@kidlab/contract';
import ForwardToInbox from '@mui/icons-material/ForwardToInbox';
import { Box, IconButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { REPORT_FIELDS, REPORT_VALUES } from '../exports/columns.js';
import { Moment, RowLink } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { familyDetailsPath } from '../layout/links.js';
import { site } from '../site.js';
import { formatDate } from '../texts/dates.js';
import { LIST_TEXTS } from '../texts/portal.js';
import { REPORT_TEXTS, rowActionLabel } from '../texts/search.js';

const { columns, added } = REPORT_TEXTS;

type Value = keyof typeof REPORT_VALUES;

const ON_A_CARD = REPORT_FIELDS.filter((column) => column !== 'familyName' && column !== 'email');

/** All columns fit beside the sidebar at 1280 px: dates wrap, and only the sorted column has an arrow. */
const NARROW = {
  '& table th, & table td': { px: 0.5, fontSize: '0.8125rem' },
  '& table td': { maxWidth: '7rem' },
  '& td time': { whiteSpace: 'normal' },
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
};

function shown(row: RegistrationReportRow, value: Value): string | number {
  return REPORT_VALUES[value](row, site.labTimeZone);
}

/** The day of the first email to an unconfirmed family. */
function waitingSince({ registeredDate, firstEmailSentDate }: RegistrationReportRow): ReactNode {
  const at = registeredDate === null ? firstEmailSentDate : null;
  return <Moment at={at} text={formatDate(at, site.labTimeZone)} />;
}

function cell(row: RegistrationReportRow, value: Value): ReactNode {
  if (value === 'familyName')
    return <RowLink to={familyDetailsPath(row.guid)} name={row.familyName} />;
  if (value === 'registeredDate' || value === 'secondEmailSentDate') {
    return <Moment at={row[value]} />;
  }
  return shown(row, value);
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

function CardText({ row }: { readonly row: RegistrationReportRow }): ReactNode {
  return (
    <>
      {shown(row, 'email')}
      <br />
      {ON_A_CARD.map((column) => (
        <Box key={column} component="span" sx={{ display: 'inline-block', mr: 1.5 }}>
          {`${columns[column]}: ${String(shown(row, column))}`}
        </Box>
      ))}
    </>
  );
}

export function ReportTable({ onResend }: { readonly onResend: AskToResend }): ReactNode {
  return (
    <Box sx={NARROW}>
      <PortalDataTable<RegistrationReportRow>
        rowLabel={({ familyName }) => familyName}
        open={({ guid }) => familyDetailsPath(guid)}
        card={(row) => ({
          primary: shown(row, 'familyName'),
          secondary: <CardText row={row} />,
          actions:
            row.registeredDate === null ? <ResendIcon row={row} onAsk={onResend} /> : undefined,
        })}
        empty={<Typography sx={{ p: 2, pt: 0 }}>{LIST_TEXTS.nothing}</Typography>}
      >
        {REPORT_FIELDS.map((value) => (
          <PortalColumn<RegistrationReportRow>
            key={value}
            source={value}
            render={(row) => cell(row, value)}
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
