import type { StaffStudy } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { StudyForm, studyValues } from './study-form.js';
import { EditPage } from '../inputs/record-page.js';
import { useOpenedWith } from '../layout/record-paths.js';
import { STUDY_TEXTS } from '../texts/studies.js';

export default function EditStudyPage(): ReactNode {
  const { id } = useOpenedWith();
  return (
    <EditPage<StaffStudy>
      title={STUDY_TEXTS.edit}
      resource="studies"
      id={id}
      preloaded={undefined}
      back={null}
    >
      {(study, reload) => <EditStudyForm study={study} onReload={reload} />}
    </EditPage>
  );
}

interface EditStudyFormProps {
  readonly study: StaffStudy;
  readonly onReload: () => void;
}

function EditStudyForm({ study, onReload }: EditStudyFormProps): ReactNode {
  const [initial] = useState(() => studyValues(study));
  return <StudyForm initial={initial} id={study.id} onReload={onReload} />;
}
