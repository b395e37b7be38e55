import { PORTAL_ROUTES, type StaffStudy } from '@kidlab/contract';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useStudyNames } from './use-studies.js';
import { ChoiceFilter, TextFilter } from '../inputs/filters.js';
import { EditLink } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn, SAVED, SAVED_COLUMNS } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { editStudyPath, studyPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { criteriaText, seatsText, STUDY_STATE_TEXTS, STUDY_TEXTS } from '../texts/studies.js';

/** The server's `StudyFilterDto`. */
const FILTERS = [
  <TextFilter source="q" alwaysOn />,
  <ChoiceFilter source="state" options={STUDY_STATE_TEXTS} alwaysOn />,
];

const HIDDEN = ['id', ...SAVED];

const edit = ({ id, name }: StaffStudy): ReactNode => (
  <EditLink to={editStudyPath(id)} name={name} />
);

const Column = PortalColumn<StaffStudy>;

export default function StudyList(): ReactNode {
  const nameOf = useStudyNames();
  return (
    <ListPage
      title={HEADER_TEXTS.added.studies}
      headingActions={
        <Button variant="contained" component={Link} to={PORTAL_ROUTES.addStudy}>
          {STUDY_TEXTS.add}
        </Button>
      }
    >
      <PortalListView filters={FILTERS}>
        <PortalDataTable<StaffStudy>
          open={({ id }) => studyPath(id)}
          card={(study) => ({
            primary: study.name,
            secondary: `${STUDY_STATE_TEXTS[study.state]} · ${criteriaText(study.criteria, nameOf)}`,
            actions: edit(study),
          })}
          hiddenColumns={HIDDEN}
        >
          <Column source="id" />
          <Column source="name" opens />
          <Column source="publicName" />
          <Column source="state" options={STUDY_STATE_TEXTS} />
          <Column
            source="criteria"
            disableSort
            render={({ criteria }) => criteriaText(criteria, nameOf)}
          />
          <Column source="slots" disableSort />
          <Column source="taken" disableSort render={seatsText} />
          {SAVED_COLUMNS}
          <ButtonsColumn<StaffStudy>
            source="edit"
            label={FAMILY_DETAILS_TEXTS.edit}
            render={edit}
          />
        </PortalDataTable>
      </PortalListView>
    </ListPage>
  );
}
