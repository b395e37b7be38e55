import type { ChildRequest, RegisterRequest } from '@kidlab/contract';

let counter = 0;

/** A unique address. */
export function anEmail(): string {
  counter += 1;
  return `parent${String(counter)}@example.org`;
}

/** The request of step 1. */
export function aRegistration(overrides: Partial<RegisterRequest> = {}): RegisterRequest {
  const email = overrides.email ?? anEmail();
  return {
    recaptchaToken: 'off',
    email,
    zipCode: '94608',
    familyName: 'Rivera',
    referredBy: 'Friend',
    guardianFirstName: 'Alex',
    guardianLastName: 'Rivera',
    guardianEmail: email,
    primaryPhone: '(510) 555-0100',
    relationshipToChild: 'Mother',
    ...overrides,
  };
}

/** The request of step 2 for one child. */
export function aChild(email: string, overrides: Partial<ChildRequest> = {}): ChildRequest {
  return {
    email,
    firstName: 'Maya',
    gender: 'Female',
    monthOfBirth: '03',
    yearOfBirth: '2023',
    whichHandId: 'Right-handed',
    languageSpokenAtHome: 'English',
    additionalLanguage1: null,
    additionalLanguage2: null,
    createdDate: '2026-11-20T18:00:00.000Z',
    createdBy: 'Registration Site',
    modifiedDate: '2026-11-20T18:00:00.000Z',
    modifiedBy: 'Registration Site',
    ...overrides,
  };
}
