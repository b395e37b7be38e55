import { expect, vi } from 'vitest';
import {
  PORTAL_ROUTES,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { screen, waitFor } from '@testing-library/react';

import { App } from '../src/App.js';
import { LoginPage } from '../src/sign-in/login-page.js';
import { expectHeading, show, type Shown, STAFF } from './page.js';

const ROUTES = [
  { path: PORTAL_ROUTES.login, element: <LoginPage /> },
  { path: '*', element: <App /> },
];

/** Opens an address of the portal. */
export const open = (address: string): Shown => show(ROUTES, address);

export const GUID = '6f1c7d0e-3b0a-4c63-9d5e-0a4f6b1c2d3e';
const WRITTEN = {
  createdDate: '2026-05-04T17:00:00.000Z',
  createdBy: STAFF.email,
  modifiedDate: '2026-05-04T17:00:00.000Z',
  modifiedBy: STAFF.email,
  version: 1,
  eml: null,
  registeredIndicator: 'Y',
  registeredDate: '2026-05-04T17:00:00.000Z',
  disabledIndicator: 'N',
} as const;
const MEMBER = { ...WRITTEN, familyId: 7, familyGuid: GUID, familyName: 'Doe' };

export function aGuardian(id: number, overrides: Partial<StaffGuardian> = {}): StaffGuardian {
  return {
    ...MEMBER,
    id,
    firstName: 'Jane',
    lastName: 'O’Brien',
    email: 'jane@example.org',
    familyEmail: 'jane@example.org',
    primaryPhone: '(510) 555-0100',
    zipCode: '94608',
    city: 'Emeryville',
    relationshipToChild: 'Aunt',
    isPrimaryIndicator: 'Y',
    notes: null,
    ...overrides,
  };
}

export function aChild(id: number, overrides: Partial<StaffChild> = {}): StaffChild {
  return {
    ...MEMBER,
    id,
    email: 'jane@example.org',
    firstName: 'Maya',
    gender: 'Female',
    monthOfBirth: '03',
    mob: 'March',
    yearOfBirth: '2022',
    whichHandId: 'Left-handed',
    languageSpokenAtHome: 'Spanish',
    additionalLanguage1: null,
    additionalLanguage2: null,
    specialNeeds: null,
    ...overrides,
  };
}

/** A family as the server returns it. */
export function aFamily(overrides: Partial<StaffFamilyDetails> = {}): StaffFamilyDetails {
  return {
    ...WRITTEN,
    id: 7,
    guid: GUID,
    email: 'jane@example.org',
    familyName: 'Doe',
    referredBy: 'Employee',
    okayToContactIndicator: 'Y',
    zipCode: '94608',
    city: 'Emeryville',
    state: 'registered',
    confirmationExpired: false,
    firstEmailSentDate: null,
    secondEmailSentDate: null,
    pausedUntil: null,
    undeliverableAt: null,
    contactStatus: { mayBeInvited: true, reasons: [], until: null, invited: null },
    area: 'East Bay',
    consent: null,
    guardians: [aGuardian(11)],
    children: [aChild(21)],
    ...overrides,
  };
}

/** Opens a page, and waits until its record is loaded. */
export async function opened(address: string, heading: string): Promise<Shown> {
  const shown = open(address);
  await expectHeading(heading);
  await waitFor(() => {
    expect(screen.queryByText('Loading...')).toBeNull();
  });
  return shown;
}

/** Freezes the date in March 2026. */
export function stopTheDate(): void {
  vi.useFakeTimers({ now: new Date('2026-03-15T12:00:00Z'), toFake: ['Date'] });
}
