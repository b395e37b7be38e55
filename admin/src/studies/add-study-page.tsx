import { type StaffStudy, STUDY_LENGTH } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { CreateBase, useGetOne } from 'react-admin';

import { StudyForm, studyValues } from './study-form.js';
import { Loaded, Page } from '../layout/page.js';
import { useOpenedWith } from '../layout/record-paths.js';
import { STUDY_TEXTS } from '../texts/studies.js';

/** A new study; where the address names another one, it begins as that one. */
export default function AddStudyPage(): ReactNode {
  const { id } = useOpenedWith();
  const [empty] = useState(() => studyValues(null));
  const original = useGetOne<StaffStudy>(
    'studies',
    { id: id ?? 0 },
    { enabled: id !== null, staleTime: 'static', gcTime: 0, onError: () => undefined },
  );
  return (
    <CreateBase resource="studies">
      <Page title={STUDY_TEXTS.add} autoFocus={false}>
        {id === null ? (
          <StudyForm initial={empty} />
        ) : (
          <Loaded query={original}>{(study) => <CopyForm study={study} />}</Loaded>
        )}
      </Page>
    </CreateBase>
  );
}

function CopyForm({ study }: { readonly study: StaffStudy }): ReactNode {
  const [copy] = useState(() => {
    const name = `${STUDY_TEXTS.copyOf} ${study.name}`.slice(0, STUDY_LENGTH.name);
    return studyValues({ ...study, name, state: 'open' });
  });
  return <StudyForm initial={copy} />;
}
