import { PORTAL_ROUTES, referralLabel, type StaffFamily } from '@kidlab/contract';
import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FamilyBulkActions } from './family-bulk-actions.js';
import { familyState } from './family-facts.js';
import { FAMILY_FILTERS } from './family-filters.js';
import { GridExport } from '../exports/export-buttons.js';
import { GridToolbar } from '../inputs/filters/filter-panel.js';
import { DateColumn, PortalColumn, PortalDataTable, PortalList } from '../layout/list/index.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { site } from '../site.js';
import { GRID_TEXTS, HEADER_TEXTS, YES_NO } from '../texts/portal.js';

const HIDDEN = [
  'id',
  'city',
  'firstEmailSentDate',
  'secondEmailSentDate',
  'createdDate',
  'modifiedDate',
  'modifiedBy',
];

const Column = PortalColumn<StaffFamily>;

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
        <Column source="id" />
        <Column source="familyName" />
        <Column source="email" />
        <Column source="state" render={familyState} />
        <Column
          source="okayToContactIndicator"
          render={({ okayToContactIndicator }) => YES_NO[okayToContactIndicator]}
        />
        <Column
          source="referredBy"
          render={({ referredBy }) => referralLabel(referredBy, site.employeeReferralLabel)}
        />
        <Column source="zipCode" />
        <Column source="city" />
        <DateColumn source="registeredDate" />
        <DateColumn source="firstEmailSentDate" />
        <DateColumn source="secondEmailSentDate" />
        <DateColumn source="createdDate" />
        <DateColumn source="modifiedDate" />
        <Column source="modifiedBy" disableSort />
      </PortalDataTable>
    </PortalList>
  );
}
