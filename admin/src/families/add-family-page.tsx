import {
  ADD_FAMILY_TEXTS,
  MESSAGES,
  PORTAL_ROUTES,
  RECORD_FORM_TEXTS,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ChildInputs } from '../inputs/child-inputs.js';
import { FamilyInputs } from '../inputs/family-inputs.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { faultsOfWholeFamily, recordFaults } from '../inputs/record-faults.js';
import { RecordForm } from '../inputs/record-form.js';
import {
  firstGuardian,
  newChild,
  newFamily,
  type RecordValues,
  wholeFamilyRequest,
} from '../inputs/record-values.js';
import { Section } from '../layout/section.js';
import type { RefusalLink, Saved, Sending } from '../inputs/use-record-form.js';
import { savingCalls } from '../inputs/saving-calls.js';
import { useToday } from '../inputs/use-today.js';
import { Page } from '../layout/page.js';
import type { CallError } from '../providers/http.js';
import { familyDetailsPath } from '../layout/record-paths.js';

/** A whole family in one form and one call: all of it is saved, or nothing. */
export function AddFamilyPage(): ReactNode {
  const queryClient = useQueryClient();
  const today = useToday();
  const [initial] = useState<RecordValues>(() => ({
    family: newFamily(),
    guardian: firstGuardian(),
    child: newChild(),
  }));

  const save = async (values: RecordValues, { formKey }: Sending): Promise<Saved> => {
    const request = wholeFamilyRequest(values);
    const { guid }: StaffFamilyDetails = await savingCalls.createFamily(request, formKey);
    void queryClient.invalidateQueries();
    return { to: familyDetailsPath(guid) };
  };

  /** Somebody may have added the family already, or this form was saved with other values when an answer was lost. */
  const linkToOther = async (
    error: CallError,
    { guardian }: RecordValues,
  ): Promise<RefusalLink | null> => {
    if (!isAddressTaken(error) && error.status !== 422) return null;
    const guid = await savingCalls.guidOfFamily(guardian?.email?.trim() ?? '');
    return { to: familyDetailsPath(guid), label: RECORD_FORM_TEXTS.openOther };
  };

  return (
    <Page title={ADD_FAMILY_TEXTS.added.heading} autoFocus={false}>
      <RecordForm
        initial={initial}
        faultsOf={(values) => recordFaults(values, today)}
        save={save}
        serverFaults={(error) =>
          isAddressTaken(error)
            ? [{ field: 'guardian.email', message: error.message }]
            : faultsOfWholeFamily(error.errors)
        }
        linkFor={linkToOther}
        cancelTo={PORTAL_ROUTES.search}
      >
        <Section heading={ADD_FAMILY_TEXTS.familySection}>
          <FamilyInputs />
        </Section>
        <Section heading={ADD_FAMILY_TEXTS.guardianSection}>
          <GuardianInputs ofNewFamily />
        </Section>
        <Section heading={ADD_FAMILY_TEXTS.childSection}>
          <ChildInputs today={today} />
        </Section>
      </RecordForm>
    </Page>
  );
}

function isAddressTaken({ status, message }: CallError): boolean {
  return status === 409 && message === MESSAGES.alreadyRegistered;
}
