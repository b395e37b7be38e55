import {
  IDEMPOTENCY_HEADER,
  REGISTRATION_FORM,
  type ReferralSource,
  type Relationship,
} from '@kidlab/contract';

import { invalidInput } from '../common/failures.js';
import { readForm } from '../common/input.js';
import type { FamilyDetails } from '../families/families.service.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads step 1's body. The family name follows from the guardian's where it is not sent; the guardian's e-mail is the
 * family's, the one that is confirmed.
 * @throws 400 with every fault, in the order of the form.
 */
export function readRegistration(body: unknown): FamilyDetails {
  const values = readForm(body, REGISTRATION_FORM);
  const email = values.email.toLowerCase();
  return {
    email,
    familyName: values.familyName === '' ? values.guardianLastName : values.familyName,
    zipCode: values.zipCode,
    referredBy: values.referredBy as ReferralSource,
    guardian: {
      firstName: values.guardianFirstName,
      lastName: values.guardianLastName,
      // Only an address whose mail the registrant can read is registered, whatever else was sent.
      email,
      primaryPhone: values.primaryPhone,
      relationshipToChild: values.relationshipToChild as Relationship,
    },
  };
}

/** The browser's key for a child. @throws 400 when there is one and it is no UUID. */
export function readIdempotencyKey(header: string | undefined): string | null {
  const key = header?.trim() ?? '';
  if (key === '') return null;
  if (!UUID.test(key)) {
    throw invalidInput([
      { field: IDEMPOTENCY_HEADER, message: `${IDEMPOTENCY_HEADER} must be a UUID.` },
    ]);
  }
  return key.toLowerCase();
}
