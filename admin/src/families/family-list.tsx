import {
  FAMILY_LABELS,
  formatDateTime,
  GRID_TEXTS,
  HEADER_TEXTS,
  PORTAL_ROUTES,
  referralLabel,
  type StaffFamily,
  YES_NO,
} from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FamilyBulkActions } from './family-bulk-actions.js';
import { familyState } from './family-facts.js';
import { FAMILY_FILTERS } from './family-filters.js';
import { GridExport } from '../exports/export-buttons.js';
import { GridToolbar } from '../inputs/filters/grid-toolbar.js';
import { PortalColumn, PortalDataTable, PortalList } from '../layout/list/index.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { site } from '../site.js';

const HIDDEN = [
  'id',
  'city',
  'firstEmailSentDate',
  'secondEmailSentDate',
  'createdDate',
  'modifiedDate',
  'modifiedBy',
];

const date = (moment: string | null): string => formatDateTime(moment, site.labTimeZone);

/** All families but drafts, with filters, saved searches, columns to choose, and what can be done with many of them. */
export function FamilyList(): ReactNode {
  return (
    <PortalList
      title={GRID_TEXTS.families}
      sort={{ field: 'id', order: 'DESC' }}
      headingActions={
        <Button component={Link} to={PORTAL_ROUTES.addFamily} startIcon={<Add />}>
          {HEADER_TEXTS.addFamily}
        </Button>
      }
      actions={
        <GridToolbar fields={FAMILY_FILTERS}>
          <GridExport grid="families" />
        </GridToolbar>
      }
    >
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
        <PortalColumn<StaffFamily> source="id" label={FAMILY_LABELS.id} />
        <PortalColumn<StaffFamily> source="familyName" label={FAMILY_LABELS.familyName} />
        <PortalColumn<StaffFamily> source="email" label={FAMILY_LABELS.email} />
        <PortalColumn<StaffFamily>
          source="state"
          label={FAMILY_LABELS.state}
          render={familyState}
        />
        <PortalColumn<StaffFamily>
          source="okayToContactIndicator"
          label={FAMILY_LABELS.okayToContactIndicator}
          render={({ okayToContactIndicator }) => YES_NO[okayToContactIndicator]}
        />
        <PortalColumn<StaffFamily>
          source="referredBy"
          label={FAMILY_LABELS.referredBy}
          render={({ referredBy }) => referralLabel(referredBy, site.employeeReferralLabel)}
        />
        <PortalColumn<StaffFamily> source="zipCode" label={FAMILY_LABELS.zipCode} />
        <PortalColumn<StaffFamily> source="city" label={FAMILY_LABELS.city} />
        <PortalColumn<StaffFamily>
          source="registeredDate"
          label={FAMILY_LABELS.registeredDate}
          sortByOrder="DESC"
          render={({ registeredDate }) => date(registeredDate)}
        />
        <PortalColumn<StaffFamily>
          source="firstEmailSentDate"
          label={FAMILY_LABELS.firstEmailSentDate}
          sortByOrder="DESC"
          render={({ firstEmailSentDate }) => date(firstEmailSentDate)}
        />
        <PortalColumn<StaffFamily>
          source="secondEmailSentDate"
          label={FAMILY_LABELS.secondEmailSentDate}
          sortByOrder="DESC"
          render={({ secondEmailSentDate }) => date(secondEmailSentDate)}
        />
        <PortalColumn<StaffFamily>
          source="createdDate"
          label={FAMILY_LABELS.createdDate}
          sortByOrder="DESC"
          render={({ createdDate }) => date(createdDate)}
        />
        <PortalColumn<StaffFamily>
          source="modifiedDate"
          label={FAMILY_LABELS.modifiedDate}
          sortByOrder="DESC"
          render={({ modifiedDate }) => date(modifiedDate)}
        />
        <PortalColumn<StaffFamily>
          source="modifiedBy"
          label={FAMILY_LABELS.modifiedBy}
          disableSort
        />
      </PortalDataTable>
    </PortalList>
  );
}
