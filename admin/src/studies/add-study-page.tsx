import { type StaffStudy, STUDY_LENGTH } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { CreateBase, useGetOne } from 'react-admin';

import { StudyForm } from './study-form.js';
import { TO_STUDIES } from './use-studies.js';
import { Loaded, Page, PageLink } from '../layout/page.js';
import { useRecordParams } from '../inputs/record-page.js';
import { STUDY_TEXTS } from '../texts/studies.js';

function copyOf(study: StaffStudy): StaffStudy {
  // Counts code points, like the rule, so that no emoji is cut in half.
  const characters = Array.from(`${STUDY_TEXTS.copyOf} ${study.name}`);
  const name = characters.slice(0, STUDY_LENGTH.name).join('');
  return { ...study, name, state: 'open' };
}

/** Adds a study. With an id in the address, it starts as a copy of that study. */
export default function AddStudyPage(): ReactNode {
  const { id } = useRecordParams();
  const original = useGetOne<StaffStudy>(
    'studies',
    { id: id ?? 0 },
    { enabled: id !== null, staleTime: 'static', gcTime: 0 },
  );
  return (
    <CreateBase resource="studies">
      <Page title={STUDY_TEXTS.add} above={<PageLink {...TO_STUDIES} />} autoFocus={false}>
        {id === null ? (
          <StudyForm study={{ state: 'open' }} />
        ) : (
          <Loaded query={original}>{(study) => <StudyForm study={copyOf(study)} />}</Loaded>
        )}
      </Page>
    </CreateBase>
  );
}
