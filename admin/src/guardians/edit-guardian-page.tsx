import {
  EDIT_TEXTS,
  familyAsWhole,
  FAMILY_PAGE_TEXTS,
  linkSentText,
  MESSAGES,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { EditPage, isOfAnotherFamily } from '../inputs/edit-page.js';
import { AlsoChange } from '../inputs/also-change.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { faultsOfPart, recordFaults } from '../inputs/record-faults.js';
import { RecordForm } from '../inputs/record-form.js';
import { guardianRequest, guardianValues } from '../inputs/record-values.js';
import { savingCalls } from '../inputs/saving-calls.js';
import { useForgetReadData, useRecordToEdit } from '../inputs/use-record-to-edit.js';
import { useToday } from '../inputs/use-today.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { Section } from '../layout/section.js';
import { useOpenedWith } from '../layout/use-record-state.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';

export function EditGuardianPage(): ReactNode {
  const dataProvider = usePortalProvider();
  const { state, guid, id } = useOpenedWith();
  const guardian = useRecordToEdit<StaffGuardian>({
    key: id,
    preloaded: state.guardian?.id === id ? state.guardian : undefined,
    read: (signal) => dataProvider.guardianById(id ?? 0, signal),
  });
  return (
    <EditPage
      title={EDIT_TEXTS.added.editGuardian}
      isMissing={id === null || isOfAnotherFamily(guid, guardian.data)}
      record={guardian}
      back={guid === null ? null : familyDetailsPath(guid)}
    >
      {(record) => (
        <EditGuardianForm
          key={record.version}
          guardian={record}
          onReload={() => {
            void guardian.refetch();
          }}
        />
      )}
    </EditPage>
  );
}

interface EditGuardianFormProps {
  readonly guardian: StaffGuardian;
  readonly onReload: () => void;
}

function EditGuardianForm({ guardian, onReload }: EditGuardianFormProps): ReactNode {
  const forgetReadData = useForgetReadData();
  const today = useToday();
  const details = familyDetailsPath(guardian.familyGuid);
  const family = useFamilyOf(guardian);
  const hadSameEmail = guardian.familyEmail === guardian.email;
  const [withFamily, setWithFamily] = useState(true);
  return (
    <RecordForm
      initial={{ guardian: guardianValues(guardian) }}
      faultsOf={(values) => recordFaults(values, today)}
      save={async (values, { version = guardian.version }) => {
        const after = await savingCalls.updateGuardian(guardian.id, {
          ...guardianRequest(values.guardian ?? {}),
          familyEmail: guardian.familyEmail,
          version,
          withSameEmail: hadSameEmail && withFamily,
        });
        forgetReadData();
        const isMailed = family?.state === 'awaiting' && after.familyEmail !== guardian.familyEmail;
        return isMailed
          ? { to: details, notice: linkSentText(after.familyEmail) }
          : { to: details };
      }}
      gone={() => {
        forgetReadData();
        return { to: details, notice: FAMILY_PAGE_TEXTS.guardianGone };
      }}
      serverFaults={(error) =>
        error.message === MESSAGES.alreadyRegistered
          ? [{ field: 'guardian.email', message: error.message }]
          : faultsOfPart('guardian', error.errors)
      }
      cancelTo={details}
      replaces
      onReload={onReload}
    >
      <Section heading={guardian.familyName}>
        {/* The family's only guardian is its primary one, whatever is sent: nothing to choose. */}
        <GuardianInputs isFirst isOnly={family?.guardians.length === 1} />
        {hadSameEmail ? (
          <AlsoChange
            field="guardian.email"
            former={guardian.email}
            names={familyAsWhole(guardian.familyName)}
            checked={withFamily}
            onChange={setWithFamily}
          />
        ) : null}
      </Section>
    </RecordForm>
  );
}

/** `undefined` while nobody knows. */
function useFamilyOf({ familyGuid }: StaffGuardian): StaffFamilyDetails | undefined {
  const dataProvider = usePortalProvider();
  const family = useQuery({
    queryKey: ['family', familyGuid],
    queryFn: ({ signal }) => dataProvider.familyByGuid(familyGuid, signal),
  });
  return family.data;
}
