import {
  EDIT_TEXTS,
  FAMILY_PAGE_TEXTS,
  linkSentText,
  MESSAGES,
  PORTAL_ROUTES,
  RECORD_FORM_TEXTS,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { guardianName } from './member-facts.js';
import { AlsoChange } from '../inputs/also-change.js';
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
  const family = useRecordToEdit<StaffFamilyDetails>({
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
  readonly family: StaffFamilyDetails;
  readonly onReload: () => void;
}

function EditFamilyForm({ family, onReload }: EditFamilyFormProps): ReactNode {
  const forgetReadData = useForgetReadData();
  const today = useToday();
  const details = familyDetailsPath(family.guid);
  const [withGuardians, setWithGuardians] = useState(true);
  const namesakes = family.guardians
    .filter(({ email }) => email === family.email)
    .map(guardianName)
    .join(' and ');
  return (
    <RecordForm
      initial={{ family: familyValues(family) }}
      faultsOf={(values) => recordFaults(values, today)}
      save={async (values, { version = family.version }) => {
        const request = familyRequest(values.family ?? {});
        const withSameEmail = namesakes !== '' && withGuardians;
        const change = { ...request, version, withSameEmail };
        const after = await savingCalls.updateFamily(family.guid, change);
        forgetReadData();
        const isMailed = after.state === 'awaiting' && after.email !== family.email;
        return isMailed ? { to: details, notice: linkSentText(after.email) } : { to: details };
      }}
      gone={() => {
        forgetReadData();
        return { to: PORTAL_ROUTES.search, notice: FAMILY_PAGE_TEXTS.familyGone };
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
        {namesakes === '' ? null : (
          <AlsoChange
            field="family.email"
            former={family.email}
            names={namesakes}
            checked={withGuardians}
            onChange={setWithGuardians}
          />
        )}
      </Section>
    </RecordForm>
  );
}
