import { type CalendarMonth, NOT_AVAILABLE, type StaffChild } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { CHILD_FILTERS } from './child-filters.js';
import { GridExport, SelectedExport } from '../exports/export-buttons.js';
import { GridToolbar } from '../inputs/filters/filter-panel.js';
import { useToday } from '../inputs/record-values.js';
import { EditLink, FamilyLink } from '../layout/list/cell-links.js';
import {
  BulkDelete,
  DateColumn,
  PortalColumn,
  PortalDataTable,
  PortalList,
} from '../layout/list/index.js';
import { editChildPath, familyDetailsPath } from '../layout/record-paths.js';
import { FAMILY_DETAILS_TEXTS, GRID_TEXTS } from '../texts/portal.js';
import { ageText, birthText, ROW_NOUNS } from '../texts/record.js';

const HIDDEN = [
  'id',
  'additionalLanguage1',
  'additionalLanguage2',
  'createdDate',
  'modifiedDate',
  'modifiedBy',
];

const Column = PortalColumn<StaffChild>;

function ageOf({ yearOfBirth, monthOfBirth }: StaffChild, today: CalendarMonth): string {
  return ageText({ year: Number(yearOfBirth), month: Number(monthOfBirth) }, today);
}

/** All children; their families are one click away. */
export function ChildList(): ReactNode {
  const today = useToday();
  return (
    <PortalList
      title={GRID_TEXTS.children}
      sort={{ field: 'id', order: 'DESC' }}
      actions={
        <GridToolbar fields={CHILD_FILTERS}>
          <GridExport grid="children" />
        </GridToolbar>
      }
    >
      <PortalDataTable<StaffChild>
        rowLabel={({ firstName, familyName }) => `${firstName} (${familyName})`}
        open={({ familyGuid }) => familyDetailsPath(familyGuid)}
        card={(child) => ({
          primary: child.firstName,
          secondary: `${child.familyName} · ${birthText(child.mob, child.yearOfBirth)}`,
          actions: <Edit child={child} />,
        })}
        bulkActions={
          <>
            <SelectedExport grid="children" />
            <BulkDelete<StaffChild>
              nouns={ROW_NOUNS.children}
              nameOf={({ firstName, familyName }) => `${firstName} (${familyName})`}
            />
          </>
        }
        hiddenColumns={HIDDEN}
      >
        <Column source="id" />
        <Column source="firstName" />
        <Column
          source="familyName"
          render={({ familyGuid, familyName }) => (
            <FamilyLink guid={familyGuid} name={familyName} />
          )}
        />
        <Column
          source="birth"
          sortByOrder="DESC"
          render={({ mob, yearOfBirth }) => birthText(mob, yearOfBirth)}
        />
        <Column source="age" disableSort render={(child) => ageOf(child, today)} />
        <Column source="gender" />
        <Column source="whichHandId" />
        <Column source="languageSpokenAtHome" />
        <Column
          source="additionalLanguage1"
          disableSort
          render={({ additionalLanguage1 }) => additionalLanguage1 ?? NOT_AVAILABLE}
        />
        <Column
          source="additionalLanguage2"
          disableSort
          render={({ additionalLanguage2 }) => additionalLanguage2 ?? NOT_AVAILABLE}
        />
        <DateColumn source="createdDate" />
        <DateColumn source="modifiedDate" />
        <Column source="modifiedBy" disableSort />
        <Column
          source="edit"
          label={FAMILY_DETAILS_TEXTS.edit}
          disableSort
          render={(child) => <Edit child={child} />}
        />
      </PortalDataTable>
    </PortalList>
  );
}

function Edit({ child }: { readonly child: StaffChild }): ReactNode {
  return <EditLink to={editChildPath(child.familyGuid, child.id)} name={child.firstName} />;
}
