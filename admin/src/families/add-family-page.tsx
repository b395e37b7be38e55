import {
  type FamilyRequest,
  type FieldError,
  MESSAGES,
  PORTAL_ROUTES,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import type { ReactNode } from 'react';
import { CreateBase } from 'react-admin';

import { FamilyInputs } from './family-inputs.js';
import { ChildInputs, newChild } from '../inputs/child-inputs.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import type { RefusalLink } from '../inputs/form-problems.js';
import { RecordForm } from '../inputs/record-form.js';
import { type RecordValues, requestOf, valuesOf } from '../inputs/record-values.js';
import { Page, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import type { CallError } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { ADD_FAMILY_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/** The first guardian lends the family its address and zip code, is the primary one, and gets notes later. */
const NEW_FAMILY: RecordValues = {
  family: valuesOf('family', { okayToContactIndicator: 'Y' }, ['email', 'zipCode', 'pausedUntil']),
  guardian: valuesOf('guardian', { relationshipToChild: 'Mother' }, [
    'isPrimaryIndicator',
    'notes',
  ]),
  child: newChild(),
};

function familyRequest(values: RecordValues): FamilyRequest {
  const first = requestOf('guardian', values);
  return {
    ...requestOf('family', values),
    email: first.email,
    zipCode: first.zipCode,
    guardians: [{ ...first, isPrimaryIndicator: 'Y', notes: '' }],
    children: [requestOf('child', values)],
  };
}

/** The field of the page that a fault of the call belongs to. */
function atPage({ field, message }: FieldError): FieldError {
  const own = field === 'email' || field === 'zipCode' ? `guardian.${field}` : `family.${field}`;
  const nested = /^(guardian|child)(?:s|ren)\[0\]\.(.+)$/.exec(field);
  return { field: nested === null ? own : `${String(nested[1])}.${String(nested[2])}`, message };
}

function isAddressTaken({ status, message }: CallError): boolean {
  return status === 409 && message === MESSAGES.alreadyRegistered;
}

/** Somebody may have added the family already, or this form was saved with other values when an answer was lost. */
async function linkToOther(
  error: CallError,
  { guardian }: RecordValues,
): Promise<RefusalLink | null> {
  if (!isAddressTaken(error) && error.status !== 422) return null;
  const guid = await portalCalls.guidOfFamily(guardian?.['email']?.trim() ?? '');
  return { to: familyDetailsPath(guid), label: RECORD_FORM_TEXTS.openOther };
}

/** A whole family in one form and one call: all of it is saved, or nothing. */
export default function AddFamilyPage(): ReactNode {
  return (
    <CreateBase resource="families">
      <Page title={HEADER_TEXTS.addFamily} autoFocus={false}>
        <RecordForm
          initial={NEW_FAMILY}
          request={familyRequest}
          saved={({ guid }: StaffFamilyDetails) => ({ to: familyDetailsPath(guid) })}
          serverFaults={(error) =>
            isAddressTaken(error)
              ? [{ field: 'guardian.email', message: error.message }]
              : error.errors.map(atPage)
          }
          linkFor={linkToOther}
          cancelTo={PORTAL_ROUTES.search}
          staysBehind
        >
          <Section heading={ADD_FAMILY_TEXTS.familySection}>
            <FamilyInputs ofNewFamily />
          </Section>
          <Section heading={ADD_FAMILY_TEXTS.guardianSection}>
            <GuardianInputs ofNewFamily />
          </Section>
          <Section heading={ADD_FAMILY_TEXTS.childSection}>
            <ChildInputs />
          </Section>
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
