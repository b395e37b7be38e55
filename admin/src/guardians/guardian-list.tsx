import { GUARDIAN_LABELS, type StaffGuardian, YES_NO } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { columnsOf } from '../exports/columns.js';
import { GridExport, SelectedExport } from '../exports/export-buttons.js';
import { GridActions, TextFilter } from '../inputs/filters.js';
import { BulkDelete } from '../layout/list/bulk-actions.js';
import { BulkBar } from '../layout/list/bulk-bar.js';
import { EditLink, FamilyLink } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn, SAVED, SAVED_COLUMNS } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { editGuardianPath, familyDetailsPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { guardianName, OF_THE_FAMILY_LABELS } from '../texts/record.js';

/** Filters of the guardians' grid: `GuardianFilterDto` of the server. */
const FILTERS = [<TextFilter source="q" alwaysOn />];

const HIDDEN = ['id', 'city', 'zipCode', ...SAVED];

const edit = (guardian: StaffGuardian): ReactNode => (
  <EditLink to={editGuardianPath(guardian.familyGuid, guardian.id)} name={guardianName(guardian)} />
);

const EXPORT = {
  grid: 'guardians',
  columns: columnsOf(
    { ...GUARDIAN_LABELS, ...OF_THE_FAMILY_LABELS },
    {
      isPrimaryIndicator: 'yesNo',
      city: 'orNone',
    },
  ),
} as const;

const Column = PortalColumn<StaffGuardian>;

export default function GuardianList(): ReactNode {
  return (
    <ListPage title={HEADER_TEXTS.added.guardians} headingActions={<GridExport {...EXPORT} />}>
      <PortalListView filters={FILTERS} actions={<GridActions />}>
        <PortalDataTable<StaffGuardian>
          rowLabel={guardianName}
          open={({ familyGuid }) => familyDetailsPath(familyGuid)}
          card={(guardian) => ({
            primary: guardianName(guardian),
            secondary: `${guardian.familyName} · ${guardian.relationshipToChild} · ${guardian.email}`,
            actions: edit(guardian),
          })}
          bulkActions={
            <BulkBar>
              <SelectedExport {...EXPORT} />
              <BulkDelete<StaffGuardian>
                nameOf={(guardian) => `${guardianName(guardian)} (${guardian.email})`}
              />
            </BulkBar>
          }
          hiddenColumns={HIDDEN}
        >
          <Column source="id" />
          <Column source="firstName" />
          <Column source="lastName" />
          <Column
            source="familyName"
            render={({ familyGuid, familyName }) => (
              <FamilyLink guid={familyGuid} name={familyName} />
            )}
          />
          <Column source="relationshipToChild" />
          <Column source="email" />
          <Column source="primaryPhone" disableSort />
          <Column source="isPrimaryIndicator" options={YES_NO} />
          <Column source="city" orNone />
          <Column source="zipCode" />
          {SAVED_COLUMNS}
          <ButtonsColumn<StaffGuardian>
            source="edit"
            label={FAMILY_DETAILS_TEXTS.edit}
            render={edit}
          />
        </PortalDataTable>
      </PortalListView>
    </ListPage>
  );
}
