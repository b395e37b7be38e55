import {
  FAMILY_DETAILS_TEXTS,
  formatDateTime,
  FILTER_TEXTS,
  GRID_TEXTS,
  GUARDIAN_LABELS,
  NOT_AVAILABLE,
  ROW_NOUNS,
  type StaffGuardian,
  YES_NO,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { GridExport, SelectedExport } from '../exports/export-buttons.js';
import type { FilterField } from '../inputs/filters/filter-fields.js';
import { GridToolbar } from '../inputs/filters/grid-toolbar.js';
import { EditLink, FamilyLink } from '../layout/list/cell-links.js';
import { BulkDelete, PortalColumn, PortalDataTable, PortalList } from '../layout/list/index.js';
import { editGuardianPath, familyDetailsPath } from '../layout/record-paths.js';
import { site } from '../site.js';

/** Filters of the guardians' grid: `GuardianFilter` of the contract. */
const FILTERS: readonly FilterField[] = [
  { name: 'q', label: FILTER_TEXTS.textOfGuardians, isWide: true },
];

const HIDDEN = ['id', 'city', 'zipCode', 'createdDate', 'modifiedDate', 'modifiedBy'];

const nameOf = ({ firstName, lastName }: StaffGuardian): string => `${firstName} ${lastName}`;

const date = (moment: string | null): string => formatDateTime(moment, site.labTimeZone);

/** All guardians; their families are one click away. */
export function GuardianList(): ReactNode {
  return (
    <PortalList
      title={GRID_TEXTS.guardians}
      sort={{ field: 'id', order: 'DESC' }}
      actions={
        <GridToolbar fields={FILTERS}>
          <GridExport grid="guardians" />
        </GridToolbar>
      }
    >
      <PortalDataTable<StaffGuardian>
        rowLabel={nameOf}
        open={({ familyGuid }) => familyDetailsPath(familyGuid)}
        card={(guardian) => ({
          primary: nameOf(guardian),
          secondary: `${guardian.familyName} · ${guardian.relationshipToChild} · ${guardian.email}`,
          actions: <Edit guardian={guardian} />,
        })}
        bulkActions={
          <>
            <SelectedExport grid="guardians" />
            <BulkDelete<StaffGuardian> nouns={ROW_NOUNS.guardians} nameOf={nameOf} />
          </>
        }
        hiddenColumns={HIDDEN}
      >
        <PortalColumn<StaffGuardian> source="id" label={GUARDIAN_LABELS.id} />
        <PortalColumn<StaffGuardian> source="firstName" label={GUARDIAN_LABELS.firstName} />
        <PortalColumn<StaffGuardian> source="lastName" label={GUARDIAN_LABELS.lastName} />
        <PortalColumn<StaffGuardian>
          source="familyName"
          label={GUARDIAN_LABELS.familyName}
          render={({ familyGuid, familyName }) => (
            <FamilyLink guid={familyGuid} name={familyName} />
          )}
        />
        <PortalColumn<StaffGuardian>
          source="relationshipToChild"
          label={GUARDIAN_LABELS.relationshipToChild}
        />
        <PortalColumn<StaffGuardian> source="email" label={GUARDIAN_LABELS.email} />
        <PortalColumn<StaffGuardian>
          source="primaryPhone"
          label={GUARDIAN_LABELS.primaryPhone}
          disableSort
        />
        <PortalColumn<StaffGuardian>
          source="isPrimaryIndicator"
          label={GUARDIAN_LABELS.isPrimaryIndicator}
          render={({ isPrimaryIndicator }) => YES_NO[isPrimaryIndicator]}
        />
        <PortalColumn<StaffGuardian>
          source="city"
          label={GUARDIAN_LABELS.city}
          render={({ city }) => (city === '' ? NOT_AVAILABLE : city)}
        />
        <PortalColumn<StaffGuardian> source="zipCode" label={GUARDIAN_LABELS.zipCode} />
        <PortalColumn<StaffGuardian>
          source="createdDate"
          label={GUARDIAN_LABELS.createdDate}
          sortByOrder="DESC"
          render={({ createdDate }) => date(createdDate)}
        />
        <PortalColumn<StaffGuardian>
          source="modifiedDate"
          label={GUARDIAN_LABELS.modifiedDate}
          sortByOrder="DESC"
          render={({ modifiedDate }) => date(modifiedDate)}
        />
        <PortalColumn<StaffGuardian>
          source="modifiedBy"
          label={GUARDIAN_LABELS.modifiedBy}
          disableSort
        />
        <PortalColumn<StaffGuardian>
          source="edit"
          label={FAMILY_DETAILS_TEXTS.edit}
          disableSort
          render={(guardian) => <Edit guardian={guardian} />}
        />
      </PortalDataTable>
    </PortalList>
  );
}

function Edit({ guardian }: { readonly guardian: StaffGuardian }): ReactNode {
  const { familyGuid, id } = guardian;
  return <EditLink to={editGuardianPath(familyGuid, id)} name={nameOf(guardian)} />;
}
