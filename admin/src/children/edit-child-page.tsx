import { EDIT_TEXTS, FAMILY_PAGE_TEXTS, type StaffChild } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { ChildInputs } from '../inputs/child-inputs.js';
import { EditPage, isOfAnotherFamily } from '../inputs/edit-page.js';
import { faultsOfPart, recordFaults } from '../inputs/record-faults.js';
import { RecordForm } from '../inputs/record-form.js';
import { childRequest, childValues } from '../inputs/record-values.js';
import { savingCalls } from '../inputs/saving-calls.js';
import { useForgetReadData, useRecordToEdit } from '../inputs/use-record-to-edit.js';
import { useToday } from '../inputs/use-today.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { Section } from '../layout/section.js';
import { useOpenedWith } from '../layout/use-record-state.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';

export function EditChildPage(): ReactNode {
  const dataProvider = usePortalProvider();
  const { state, guid, id } = useOpenedWith();
  const child = useRecordToEdit<StaffChild>({
    key: id,
    preloaded: state.child?.id === id ? state.child : undefined,
    read: (signal) => dataProvider.childById(id ?? 0, signal),
  });
  return (
    <EditPage
      title={EDIT_TEXTS.added.editChild}
      isMissing={id === null || isOfAnotherFamily(guid, child.data)}
      record={child}
      back={guid === null ? null : familyDetailsPath(guid)}
    >
      {(record) => (
        <EditChildForm
          key={record.version}
          child={record}
          onReload={() => {
            void child.refetch();
          }}
        />
      )}
    </EditPage>
  );
}

interface EditChildFormProps {
  readonly child: StaffChild;
  readonly onReload: () => void;
}

function EditChildForm({ child, onReload }: EditChildFormProps): ReactNode {
  const forgetReadData = useForgetReadData();
  const today = useToday();
  const details = familyDetailsPath(child.familyGuid);
  return (
    <RecordForm
      initial={{ child: childValues(child) }}
      faultsOf={(values) => recordFaults(values, today, child.yearOfBirth)}
      save={async (values, { version = child.version }) => {
        await savingCalls.updateChild(child.id, {
          ...childRequest(values.child ?? {}),
          email: child.email,
          version,
        });
        forgetReadData();
        return { to: details };
      }}
      gone={() => {
        forgetReadData();
        return { to: details, notice: FAMILY_PAGE_TEXTS.childGone };
      }}
      serverFaults={(error) => faultsOfPart('child', error.errors)}
      cancelTo={details}
      replaces
      onReload={onReload}
    >
      <Section heading={child.familyName}>
        <ChildInputs isFirst today={today} storedYear={child.yearOfBirth} />
      </Section>
    </RecordForm>
  );
}
