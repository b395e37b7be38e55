import type { StaffChild } from '@kidlab/contract';
import type { APIRequestContext } from '@playwright/test';

import { aFamilyName } from './made-up.js';
import { THIS_YEAR } from './people.js';
import { aStaffFamily } from './staff-families.js';

function aChild(firstName: string, years: number): Partial<StaffChild> {
  return {
    firstName,
    gender: 'Female',
    monthOfBirth: '01',
    yearOfBirth: String(THIS_YEAR - years),
    whichHandId: 'Left-handed',
  };
}

/**
 * Adds three families with the same name: Ben and Bea with a girl aged two and a boy aged five, Ann with a girl aged
 * five, and one without members.
 * @returns the name
 */
export async function threeFamilies(staff: APIRequestContext, email: string): Promise<string> {
  const familyName = aFamilyName();
  const guardian = {
    lastName: familyName,
    primaryPhone: '(510) 555-0100',
    zipCode: '94608',
    relationshipToChild: 'Mother',
  } as const;
  const address = (who: string): string => `${who}.${email}`;
  await aStaffFamily(staff, address('b'), {
    familyName,
    guardians: [
      { ...guardian, firstName: 'Ben', email: address('b') },
      { ...guardian, firstName: 'Bea', email: address('bea') },
    ],
    children: [aChild('Bo', 2), { ...aChild('Bill', 5), gender: 'Male' }],
  });
  await aStaffFamily(staff, address('a'), {
    familyName,
    guardians: [{ ...guardian, firstName: 'Ann', email: address('a') }],
    children: [aChild('Abe', 5)],
  });
  await aStaffFamily(staff, address('c'), { familyName, guardians: [], children: [] });
  return familyName;
}
