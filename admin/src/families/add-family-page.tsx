import { type FieldError, PORTAL_ROUTES, type StaffFamilyDetails } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { CreateBase } from 'react-admin';

import { FamilyInputs } from './family-inputs.js';
import { ChildInputs, NEW_CHILD } from '../inputs/child-inputs.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { type RecordValues, requestOf, valuesOf } from '../inputs/record-values.js';
import { Page, type PageLinkProps, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import type { CallError } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { ADD_FAMILY_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/**
 * The family takes its first guardian's email address and ZIP code. That guardian is primary. Fields without an input
 * on this page are sent with these values.
 */
const NEW_FAMILY: RecordValues = {
  family: valuesOf('family', { okayToContactIndicator: 'Y' }, ['email', 'zipCode']),
  guardian: valuesOf('guardian', { relationshipToChild: 'Mother', isPrimaryIndicator: 'Y' }),
  child: NEW_CHILD,
};

function familyRequest(values: RecordValues): object {
  const guardian = requestOf('guardian', values);
  const { email, zipCode } = guardian;
  const [family, child] = [requestOf('family', values), requestOf('child', values)];
  return { ...family, email, zipCode, guardians: [guardian], children: [child] };
}

/** Maps a field of the request to the field on the page. */
function atPage({ field, message }: FieldError): FieldError {
  const own = field === 'email' || field === 'zipCode' ? `guardian.${field}` : `family.${field}`;
  const nested = /^(guardian|child)(?:s|ren)\[0\]\.(.+)$/.exec(field);
  return { field: nested === null ? own : `${String(nested[1])}.${String(nested[2])}`, message };
}

function isAddressTaken({ status, errors }: CallError): boolean {
  return status === 409 && errors.some(({ field }) => field === 'email');
}

/** Someone may have added the family, or an earlier save of this form succeeded but its response was lost. */
async function linkToOther(
  error: CallError,
  { guardian }: RecordValues,
): Promise<PageLinkProps | null> {
  if (!isAddressTaken(error) && error.status !== 422) return null;
  const guid = await portalCalls.guidOfFamily(guardian?.['email']?.trim() ?? '');
  return { to: familyDetailsPath(guid), label: RECORD_FORM_TEXTS.openOther };
}

/** Adds a family with one call: everything is saved, or nothing. */
export default function AddFamilyPage(): ReactNode {
  return (
    <CreateBase resource="families">
      <Page title={HEADER_TEXTS.addFamily} autoFocus={false}>
        <RecordForm
          initial={NEW_FAMILY}
          request={familyRequest}
          saved={({ guid }: StaffFamilyDetails) => ({ to: familyDetailsPath(guid) })}
          serverFaults={({ errors }) => errors.map(atPage)}
          linkFor={linkToOther}
          cancelTo={PORTAL_ROUTES.search}
          keepsHistory
        >
          <Section heading={ADD_FAMILY_TEXTS.familySection}>
            <FamilyInputs isNewFamily />
          </Section>
          <Section heading={ADD_FAMILY_TEXTS.guardianSection}>
            <GuardianInputs isNewFamily />
          </Section>
          <Section heading={ADD_FAMILY_TEXTS.childSection}>
            <ChildInputs />
          </Section>
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
