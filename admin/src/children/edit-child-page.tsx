import type { StaffChild } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { ChildInputs } from '../inputs/child-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { EditPage, useRecordParams } from '../inputs/record-page.js';
import { requestOf, valuesOf } from '../inputs/record-values.js';
import { Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { EDIT_TEXTS } from '../texts/portal.js';
import { DELETE_TEXTS } from '../texts/record.js';

export default function EditChildPage(): ReactNode {
  const { state, guid, id } = useRecordParams();
  return (
    <EditPage<StaffChild>
      title={EDIT_TEXTS.added.editChild}
      resource="children"
      id={id}
      preloaded={state.child?.id === id ? state.child : undefined}
      familyGuid={guid}
    >
      {(child, reload) => (
        <RecordForm
          initial={{ child: valuesOf('child', child) }}
          request={(values) => ({ ...requestOf('child', values), email: child.email })}
          saved={() => ({ to: familyDetailsPath(child.familyGuid) })}
          gone={{ to: familyDetailsPath(child.familyGuid), notice: DELETE_TEXTS.child.gone }}
          cancelTo={familyDetailsPath(child.familyGuid)}
          onReload={reload}
        >
          <Section heading={child.familyName}>
            <ChildInputs isFirst storedYear={child.yearOfBirth} />
          </Section>
        </RecordForm>
      )}
    </EditPage>
  );
}
