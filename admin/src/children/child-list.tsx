import {
  ageText,
  birthText,
  type CalendarMonth,
  CHILD_LABELS,
  FAMILY_DETAILS_TEXTS,
  formatDateTime,
  GRID_TEXTS,
  NOT_AVAILABLE,
  ROW_NOUNS,
  type StaffChild,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { CHILD_FILTERS } from './child-filters.js';
import { GridExport, SelectedExport } from '../exports/export-buttons.js';
import { GridToolbar } from '../inputs/filters/grid-toolbar.js';
import { useToday } from '../inputs/record-values.js';
import { EditLink, FamilyLink } from '../layout/list/cell-links.js';
import { BulkDelete, PortalColumn, PortalDataTable, PortalList } from '../layout/list/index.js';
import { editChildPath, familyDetailsPath } from '../layout/record-paths.js';
import { site } from '../site.js';

const HIDDEN = [
  'id',
  'additionalLanguage1',
  'additionalLanguage2',
  'createdDate',
  'modifiedDate',
  'modifiedBy',
];

const date = (moment: string | null): string => formatDateTime(moment, site.labTimeZone);

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
        <PortalColumn<StaffChild> source="id" label={CHILD_LABELS.id} />
        <PortalColumn<StaffChild> source="firstName" label={CHILD_LABELS.firstName} />
        <PortalColumn<StaffChild>
          source="familyName"
          label={CHILD_LABELS.familyName}
          render={({ familyGuid, familyName }) => (
            <FamilyLink guid={familyGuid} name={familyName} />
          )}
        />
        <PortalColumn<StaffChild>
          source="birth"
          label={CHILD_LABELS.birth}
          sortByOrder="DESC"
          render={({ mob, yearOfBirth }) => birthText(mob, yearOfBirth)}
        />
        <PortalColumn<StaffChild>
          source="age"
          label={CHILD_LABELS.age}
          disableSort
          render={(child) => ageOf(child, today)}
        />
        <PortalColumn<StaffChild> source="gender" label={CHILD_LABELS.gender} />
        <PortalColumn<StaffChild> source="whichHandId" label={CHILD_LABELS.whichHandId} />
        <PortalColumn<StaffChild>
          source="languageSpokenAtHome"
          label={CHILD_LABELS.languageSpokenAtHome}
        />
        <PortalColumn<StaffChild>
          source="additionalLanguage1"
          label={CHILD_LABELS.additionalLanguage1}
          disableSort
          render={({ additionalLanguage1 }) => additionalLanguage1 ?? NOT_AVAILABLE}
        />
        <PortalColumn<StaffChild>
          source="additionalLanguage2"
          label={CHILD_LABELS.additionalLanguage2}
          disableSort
          render={({ additionalLanguage2 }) => additionalLanguage2 ?? NOT_AVAILABLE}
        />
        <PortalColumn<StaffChild>
          source="createdDate"
          label={CHILD_LABELS.createdDate}
          sortByOrder="DESC"
          render={({ createdDate }) => date(createdDate)}
        />
        <PortalColumn<StaffChild>
          source="modifiedDate"
          label={CHILD_LABELS.modifiedDate}
          sortByOrder="DESC"
          render={({ modifiedDate }) => date(modifiedDate)}
        />
        <PortalColumn<StaffChild> source="modifiedBy" label={CHILD_LABELS.modifiedBy} disableSort />
        <PortalColumn<StaffChild>
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
