import {
  ADMIN_API_PATH,
  STAFF_CALLS,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
  type StaffSlot,
  type StaffStudy,
  type StudyCriteria,
} from '@kidlab/contract';
import { type APIRequestContext, expect } from '@playwright/test';

/** A family as staff enter it. */
export interface NewFamily extends Partial<StaffFamily> {
  readonly guardians?: Partial<StaffGuardian>[];
  readonly children?: Partial<StaffChild>[];
}

interface NewStudy extends Partial<Omit<StaffStudy, 'criteria'>> {
  readonly criteria?: Partial<StudyCriteria>;
}

/** Adds a family by the staff API; a test overrides what matters. */
export async function aStaffFamily(
  staff: APIRequestContext,
  email: string,
  overrides: NewFamily = {},
): Promise<void> {
  const family: NewFamily = {
    email,
    zipCode: '02134',
    familyName: 'Doe',
    referredBy: 'Employee',
    guardians: [
      {
        firstName: 'Jane',
        lastName: 'Doe',
        email,
        primaryPhone: '(510) 555-0100',
        zipCode: '02134',
        relationshipToChild: 'Mother',
      },
    ],
    children: [
      {
        firstName: 'Maya',
        gender: 'Female',
        monthOfBirth: '01',
        yearOfBirth: '2020',
        whichHandId: 'Right-handed',
      },
    ],
    ...overrides,
  };
  const answer = await staff.post(ADMIN_API_PATH + STAFF_CALLS.families, { data: family });
  expect(answer.status(), 'adding a family').toBe(201);
}

/** Adds a study by the staff API. @returns its id */
export async function aStudy(staff: APIRequestContext, overrides: NewStudy = {}): Promise<number> {
  const study: NewStudy = {
    name: 'Blocks',
    publicName: 'Building with blocks',
    state: 'open',
    criteria: {},
    ...overrides,
  };
  const answer = await staff.post(ADMIN_API_PATH + STAFF_CALLS.studies, { data: study });
  expect(answer.status(), 'adding a study').toBe(201);
  return ((await answer.json()) as StaffStudy).id;
}

/** Adds a session to a study. @returns its id */
export async function aSession(
  staff: APIRequestContext,
  studyId: number,
  times = { startsLocal: '2099-03-08T09:30', endsLocal: '2099-03-08T10:30' },
  seats = 3,
): Promise<number> {
  const slot = { studyId, ...times, seats };
  const answer = await staff.post(ADMIN_API_PATH + STAFF_CALLS.slots, { data: slot });
  expect(answer.status(), 'adding a session').toBe(201);
  return ((await answer.json()) as StaffSlot).id;
}
