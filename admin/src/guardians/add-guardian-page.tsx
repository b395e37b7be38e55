import { HOUSEHOLD, MESSAGES } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { CreateBase } from 'react-admin';

import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { NothingToEdit, toFamily, useFamilyOf, useRecordParams } from '../inputs/record-page.js';
import { requestOf, valuesOf } from '../inputs/record-values.js';
import { Page, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/** Adds a second guardian to the family in the address. */
export default function AddGuardianPage(): ReactNode {
  const { guid, state, parameter } = useRecordParams();
  const guardians = useFamilyOf(guid)?.guardians ?? [];
  const familyEmail = parameter('familyEmail') ?? state.familyEmail ?? null;
  const title = FAMILY_DETAILS_TEXTS.addGuardian;
  if (guid === null || familyEmail === null) return <NothingToEdit title={title} />;

  const familyId = Number(parameter('familyId') ?? state.familyId);
  const family = {
    familyGuid: guid,
    familyEmail,
    ...(Number.isInteger(familyId) && familyId > 0 ? { familyId } : {}),
  };
  const details = familyDetailsPath(guid);
  if (guardians.length >= HOUSEHOLD.maxGuardians) {
    return <NothingToEdit title={title} why={MESSAGES.tooManyGuardians} back={toFamily(guid)} />;
  }
  return (
    <CreateBase resource="guardians">
      <Page title={title} autoFocus={false}>
        <RecordForm
          initial={{ guardian: valuesOf('guardian', { relationshipToChild: 'Mother' }) }}
          request={(values) => ({ ...requestOf('guardian', values), ...family })}
          saved={() => ({ to: details })}
          savedBefore={{ to: details, label: RECORD_FORM_TEXTS.openSaved }}
          cancelTo={details}
        >
          <Section heading={parameter('familyName') ?? state.familyName ?? familyEmail}>
            <GuardianInputs />
          </Section>
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
