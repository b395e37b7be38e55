import { PORTAL_ROUTES, type StaffStudy } from '@kidlab/contract';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { DeleteDialog } from './delete-dialog.js';
import { FunnelSection } from './funnel-section.js';
import { InvitationsSection } from './invitations-section.js';
import { SlotsSection } from './slots-section.js';
import { TO_STUDIES, useFunnel, useStudyNames, useStudyOfPage } from './use-studies.js';
import { Facts } from '../layout/facts.js';
import { OwnListBase } from '../layout/list/portal-list.js';
import { LabTimes, Loaded, Page, PageLink, Section } from '../layout/page.js';
import { duplicateStudyPath, editStudyPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS, LIST_TEXTS } from '../texts/portal.js';
import { criteriaText, STUDY_LABELS, STUDY_STATE_TEXTS, STUDY_TEXTS } from '../texts/studies.js';

export default function StudyPage(): ReactNode {
  const { query: study } = useStudyOfPage();
  return (
    <Page
      title={STUDY_TEXTS.heading}
      subject={study.data?.name}
      above={<PageLink {...TO_STUDIES} />}
      actions={study.data === undefined ? null : <StudyActions study={study.data} />}
    >
      <Loaded query={study}>
        {(data) => (
          <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
            <StudyFacts study={data} />
            <StudyLists study={data} />
          </Box>
        )}
      </Loaded>
      <LabTimes />
    </Page>
  );
}

/** Each is rendered once those above it have loaded, so that no button moves. */
function StudyLists({ study }: { readonly study: StaffStudy }): ReactNode {
  const funnel = useFunnel(study.id);
  return (
    <OwnListBase
      resource="slots"
      storeKey={`slots.${String(study.id)}`}
      filter={{ studyId: study.id }}
      sort={{ field: 'upcoming', order: 'ASC' }}
      loading={<p role="status">{LIST_TEXTS.loading}</p>}
    >
      <SlotsSection study={study} />
      <FunnelSection study={study} />
      {funnel.isPending ? null : <InvitationsSection study={study} />}
    </OwnListBase>
  );
}

function StudyFacts({ study }: { readonly study: StaffStudy }): ReactNode {
  const nameOf = useStudyNames();
  const { publicName, state, place, criteria, letter } = study;
  return (
    <Section heading={STUDY_TEXTS.heading}>
      <Facts
        facts={[
          { label: STUDY_LABELS.criteria, value: criteriaText(criteria, nameOf), isLong: true },
          { label: STUDY_LABELS.publicName, value: publicName, isWide: true },
          { label: STUDY_LABELS.state, value: STUDY_STATE_TEXTS[state] },
          { label: STUDY_LABELS.place, value: place },
          { label: STUDY_LABELS.letter, value: letter, isLong: true },
        ]}
      />
    </Section>
  );
}

function StudyActions({ study: { id, name, invited } }: { readonly study: StaffStudy }): ReactNode {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" component={Link} to={editStudyPath(id)}>
        {FAMILY_DETAILS_TEXTS.edit}
      </Button>
      <Button variant="outlined" component={Link} to={duplicateStudyPath(id)}>
        {STUDY_TEXTS.duplicate}
      </Button>
      {invited > 0 ? null : (
        <Button variant="outlined" color="error" onClick={() => setDeleting(true)}>
          {FAMILY_DETAILS_TEXTS.delete}
        </Button>
      )}
      {isDeleting ? (
        <DeleteDialog
          resource="studies"
          id={id}
          heading={STUDY_TEXTS.deleteHeading}
          question={STUDY_TEXTS.deleteQuestion}
          subject={name}
          done={STUDY_TEXTS.deleted}
          to={PORTAL_ROUTES.studies}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </Box>
  );
}
