import type { StaffStudy } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { StudyForm } from './study-form.js';
import { TO_STUDIES } from './use-studies.js';
import { EditPage, useRecordParams } from '../inputs/record-page.js';
import { STUDY_TEXTS } from '../texts/studies.js';

export default function EditStudyPage(): ReactNode {
  const { id } = useRecordParams();
  return (
    <EditPage<StaffStudy> title={STUDY_TEXTS.edit} resource="studies" id={id} back={TO_STUDIES}>
      {(study, reload) => <StudyForm study={study} id={study.id} onReload={reload} />}
    </EditPage>
  );
}
