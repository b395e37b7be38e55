import {
  EDIT_TEXTS,
  type GuardianRequest,
  HOUSEHOLD,
  MESSAGES,
  RECORD_FORM_TEXTS,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { NothingToEdit } from '../inputs/edit-page.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { faultsOfPart, recordFaults } from '../inputs/record-faults.js';
import { RecordForm } from '../inputs/record-form.js';
import { guardianRequest, newGuardian, type RecordValues } from '../inputs/record-values.js';
import { savingCalls } from '../inputs/saving-calls.js';
import { useForgetReadData, useIsFull } from '../inputs/use-record-to-edit.js';
import { useToday } from '../inputs/use-today.js';
import { Page } from '../layout/page.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { Section } from '../layout/section.js';
import { useOpenedWith } from '../layout/use-record-state.js';

/** A second guardian for the family that the address names. */
export function AddGuardianPage(): ReactNode {
  const forgetReadData = useForgetReadData();
  const today = useToday();
  const { guid, state, parameter } = useOpenedWith();
  const [initial] = useState<RecordValues>(() => ({ guardian: newGuardian() }));
  const isFull = useIsFull(guid, ({ guardians }) => guardians.length >= HOUSEHOLD.maxGuardians);
  const familyEmail = parameter('familyEmail') ?? state.familyEmail ?? null;
  const title = EDIT_TEXTS.added.addGuardian;
  if (guid === null || familyEmail === null) return <NothingToEdit title={title} />;

  const familyId = Number(parameter('familyId') ?? state.familyId);
  const family: Pick<GuardianRequest, 'familyId' | 'familyGuid' | 'familyEmail'> = {
    familyGuid: guid,
    familyEmail,
    ...(Number.isInteger(familyId) && familyId > 0 ? { familyId } : {}),
  };
  const details = familyDetailsPath(guid);
  if (isFull) return <NothingToEdit title={title} why={MESSAGES.tooManyGuardians} back={details} />;
  return (
    <Page title={title} autoFocus={false}>
      <RecordForm
        initial={initial}
        faultsOf={(values) => recordFaults(values, today)}
        save={async (values, { formKey }) => {
          const request = { ...guardianRequest(values.guardian ?? {}), ...family };
          await savingCalls.createGuardian(request, formKey);
          forgetReadData();
          return { to: details };
        }}
        serverFaults={(error) => faultsOfPart('guardian', error.errors)}
        linkFor={({ status }) =>
          Promise.resolve(
            status === 422 ? { to: details, label: RECORD_FORM_TEXTS.openSaved } : null,
          )
        }
        cancelTo={details}
        replaces
      >
        <Section heading={parameter('familyName') ?? state.familyName ?? familyEmail}>
          <GuardianInputs isFirst />
        </Section>
      </RecordForm>
    </Page>
  );
}
