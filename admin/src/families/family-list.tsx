import {
  FAMILY_LABELS,
  FAMILY_STATE_TEXTS,
  maskZip,
  PORTAL_ROUTES,
  type StaffFamily,
  YES_NO,
} from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import MailOutline from '@mui/icons-material/MailOutlined';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { columnsOf } from '../exports/columns.js';
import { GridExport, SelectedExport } from '../exports/export-buttons.js';
import {
  ChoiceFilter,
  childFilters,
  GridActions,
  periodFilters,
  TextFilter,
} from '../inputs/filters.js';
import { TextInput } from '../inputs/inputs.js';
import { BulkAction, BulkDelete } from '../layout/list/bulk-actions.js';
import { BulkBar } from '../layout/list/bulk-bar.js';
import { StateChip } from '../layout/list/cells.js';
import { DateColumn, PortalColumn, SAVED, SAVED_COLUMNS } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { familyDetailsPath } from '../layout/links.js';
import { portalCalls } from '../providers/portal-calls.js';
import { WAITING_STAGE_NAMES } from '../texts/dashboard.js';
import { BULK_TEXTS, familyState, HEADER_TEXTS } from '../texts/portal.js';
import { FAMILY_ORIGIN_TEXTS, referralOptions, referralText } from '../texts/record.js';
import { REPORT_TEXTS } from '../texts/search.js';

const HIDDEN = ['id', 'referredBy', 'city', 'firstEmailSentDate', 'secondEmailSentDate', ...SAVED];

/** The server's `FamilyFilterDto`. Links from the dashboard preset some of them. */
const FILTERS = [
  <TextFilter source="q" alwaysOn />,
  <ChoiceFilter source="state" options={FAMILY_STATE_TEXTS} alwaysOn />,
  <ChoiceFilter source="okayToContactIndicator" options={YES_NO} alwaysOn />,
  <ChoiceFilter source="referredBy" options={referralOptions()} />,
  <ChoiceFilter source="disabledIndicator" options={YES_NO} />,
  <ChoiceFilter source="origin" options={FAMILY_ORIGIN_TEXTS} />,
  <ChoiceFilter source="waitingStage" options={WAITING_STAGE_NAMES} />,
  <TextInput source="zipCode" mask={maskZip} />,
  <TextFilter source="city" />,
  ...periodFilters('signedUpFrom', 'signedUpTo'),
  ...periodFilters('registeredFrom', 'registeredTo'),
  ...childFilters(false),
];

export const EXPORT = {
  grid: 'families',
  columns: columnsOf(FAMILY_LABELS, {
    memberSince: null,
    disabledIndicator: null,
    state: 'familyState',
    okayToContactIndicator: 'yesNo',
    referredBy: 'referral',
    pausedUntil: 'day',
  }),
} as const;

const Column = PortalColumn<StaffFamily>;

/** All families except drafts. */
export default function FamilyList(): ReactNode {
  return (
    <ListPage
      title={HEADER_TEXTS.added.families}
      headingActions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <GridExport {...EXPORT} />
          <Button component={Link} to={PORTAL_ROUTES.addFamily} startIcon={<Add />}>
            {HEADER_TEXTS.addFamily}
          </Button>
        </Box>
      }
    >
      <PortalListView filters={FILTERS} actions={<GridActions />}>
        <PortalDataTable<StaffFamily>
          rowLabel={({ familyName, id }) => `${familyName} (${String(id)})`}
          open={({ guid }) => familyDetailsPath(guid)}
          card={(family) => ({
            primary: family.familyName,
            secondary: `${family.email} · ${familyState(family)}`,
          })}
          bulkActions={<FamilyBulkActions />}
          hiddenColumns={HIDDEN}
        >
          <Column source="id" />
          <Column source="familyName" opens />
          <Column source="email" />
          <Column source="state" render={(family) => <StateChip {...family} />} />
          <Column source="okayToContactIndicator" options={YES_NO} />
          <Column source="referredBy" render={({ referredBy }) => referralText(referredBy)} />
          <Column source="zipCode" />
          <Column source="city" />
          <DateColumn source="registeredDate" />
          <DateColumn source="firstEmailSentDate" />
          <DateColumn source="secondEmailSentDate" />
          {SAVED_COLUMNS}
        </PortalDataTable>
      </PortalListView>
    </ListPage>
  );
}

const nameOf = ({ familyName, email }: StaffFamily): string => `${familyName} (${email})`;

function FamilyBulkActions(): ReactNode {
  return (
    <BulkBar>
      <BulkAction<StaffFamily>
        label={BULK_TEXTS.resend}
        startIcon={<MailOutline />}
        heading={() => REPORT_TEXTS.resendHeading}
        question={BULK_TEXTS.resendQuestion}
        confirm={REPORT_TEXTS.resendConfirm}
        doneText={BULK_TEXTS.sent}
        nameOf={nameOf}
        act={async ({ state, email }) => {
          if (state !== 'awaiting') return false;
          const { mailed } = await portalCalls.resendConfirmation(email);
          return mailed;
        }}
      />
      <SelectedExport {...EXPORT} />
      <BulkDelete<StaffFamily>
        nameOf={nameOf}
        seatsOf={(rows) => ({ familyIds: rows.map(({ id }) => id) })}
      />
    </BulkBar>
  );
}
