import {
  type CalendarMonth,
  CHILD_LABELS,
  FAMILY_LABELS,
  HANDS,
  LANGUAGES,
  type StaffChild,
  YES_NO,
} from '@kidlab/contract';
import type { ReactNode } from 'react';

import { columnsOf } from '../exports/columns.js';
import { GridExport, SelectedExport } from '../exports/export-buttons.js';
import { ChoiceFilter, childFilters, GridActions, TextFilter } from '../inputs/filters.js';
import { useToday } from '../inputs/record-values.js';
import { BulkDelete } from '../layout/list/bulk-actions.js';
import { BulkBar } from '../layout/list/bulk-bar.js';
import { EditLink, FamilyLink } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn, SAVED, SAVED_COLUMNS } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { editChildPath, familyDetailsPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { ageText, birthText, OF_THE_FAMILY_LABELS } from '../texts/record.js';
import { SEARCH_STATE_TEXTS } from '../texts/search.js';

/** The server's `ChildFilterDto`. Links from the dashboard preset some of them. */
const FILTERS = [
  <TextFilter source="q" alwaysOn />,
  ...childFilters(true),
  <ChoiceFilter source="state" options={SEARCH_STATE_TEXTS} />,
  ...['okayToContactIndicator', 'disabledIndicator'].map((source) => (
    <ChoiceFilter source={source} options={YES_NO} />
  )),
  <ChoiceFilter source="contactable" options={{ Y: YES_NO.Y }} />,
  <ChoiceFilter source="whichHandId" options={HANDS} />,
  ...['languageSpokenAtHome', 'additionalLanguage'].map((source) => (
    <ChoiceFilter source={source} options={LANGUAGES} />
  )),
];

const HIDDEN = ['id', 'additionalLanguage1', 'additionalLanguage2', ...SAVED];

const nameOf = ({ firstName, familyName }: StaffChild): string => `${firstName} (${familyName})`;

const edit = (child: StaffChild): ReactNode => (
  <EditLink to={editChildPath(child.familyGuid, child.id)} name={nameOf(child)} />
);

const EXPORT = {
  grid: 'children',
  columns: columnsOf(
    { ...CHILD_LABELS, email: FAMILY_LABELS.email, ...OF_THE_FAMILY_LABELS },
    { birth: null, age: null, additionalLanguage1: 'orNone', additionalLanguage2: 'orNone' },
  ),
} as const;

const Column = PortalColumn<StaffChild>;

function ageOf({ yearOfBirth, monthOfBirth }: StaffChild, today: CalendarMonth): string {
  return ageText({ year: Number(yearOfBirth), month: Number(monthOfBirth) }, today);
}

export default function ChildList(): ReactNode {
  const today = useToday();
  return (
    <ListPage title={HEADER_TEXTS.added.children} headingActions={<GridExport {...EXPORT} />}>
      <PortalListView filters={FILTERS} actions={<GridActions />}>
        <PortalDataTable<StaffChild>
          rowLabel={nameOf}
          open={({ familyGuid }) => familyDetailsPath(familyGuid)}
          card={(child) => ({
            primary: child.firstName,
            secondary: `${child.familyName} · ${birthText(child.mob, child.yearOfBirth)}`,
            actions: edit(child),
          })}
          bulkActions={
            <BulkBar>
              <SelectedExport {...EXPORT} />
              <BulkDelete<StaffChild>
                nameOf={nameOf}
                seatsOf={(rows) => ({
                  familyIds: rows.map(({ familyId }) => familyId),
                  childIds: rows.map(({ id }) => id),
                })}
              />
            </BulkBar>
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
          <Column source="additionalLanguage1" disableSort orNone />
          <Column source="additionalLanguage2" disableSort orNone />
          {SAVED_COLUMNS}
          <ButtonsColumn<StaffChild>
            source="edit"
            label={FAMILY_DETAILS_TEXTS.edit}
            render={edit}
          />
        </PortalDataTable>
      </PortalListView>
    </ListPage>
  );
}
