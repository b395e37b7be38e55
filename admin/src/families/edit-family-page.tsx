import { EDIT_TEXTS, MESSAGES, RECORD_FORM_TEXTS, type StaffFamily } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { EditPage } from '../inputs/edit-page.js';
import { FamilyAddressInputs, FamilyInputs } from '../inputs/family-inputs.js';
import { faultsOfPart, recordFaults } from '../inputs/record-faults.js';
import { RecordForm } from '../inputs/record-form.js';
import { familyRequest, familyValues } from '../inputs/record-values.js';
import { savingCalls } from '../inputs/saving-calls.js';
import { useForgetReadData, useRecordToEdit } from '../inputs/use-record-to-edit.js';
import { useToday } from '../inputs/use-today.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { Section } from '../layout/section.js';
import { useOpenedWith } from '../layout/use-record-state.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';

export function EditFamilyPage(): ReactNode {
  const dataProvider = usePortalProvider();
  const { state, guid } = useOpenedWith();
  const family = useRecordToEdit<StaffFamily>({
    key: guid,
    preloaded: state.family?.guid === guid ? state.family : undefined,
    read: (signal) => dataProvider.familyByGuid(guid ?? '', signal),
  });
  return (
    <EditPage
      title={EDIT_TEXTS.added.editFamily}
      isMissing={guid === null}
      record={family}
      back={null}
    >
      {(record) => (
        <EditFamilyForm
          key={record.version}
          family={record}
          onReload={() => {
            void family.refetch();
          }}
        />
      )}
    </EditPage>
  );
}

interface EditFamilyFormProps {
  readonly family: StaffFamily;
  readonly onReload: () => void;
}

function EditFamilyForm({ family, onReload }: EditFamilyFormProps): ReactNode {
  const forgetReadData = useForgetReadData();
  const today = useToday();
  const details = familyDetailsPath(family.guid);
  return (
    <RecordForm
      initial={{ family: familyValues(family) }}
      faultsOf={(values) => recordFaults(values, today)}
      save={async (values) => {
        const change = { ...familyRequest(values.family ?? {}), version: family.version };
        await savingCalls.updateFamily(family.guid, change);
        forgetReadData();
        return details;
      }}
      serverFaults={(error) =>
        error.message === MESSAGES.alreadyRegistered
          ? [{ field: 'family.email', message: error.message }]
          : faultsOfPart('family', error.errors)
      }
      cancelTo={details}
      replaces
      onReload={onReload}
    >
      <Section heading={family.familyName}>
        <FamilyInputs />
      </Section>
      <Section heading={RECORD_FORM_TEXTS.registeredWith}>
        <FamilyAddressInputs />
      </Section>
    </RecordForm>
  );
}
