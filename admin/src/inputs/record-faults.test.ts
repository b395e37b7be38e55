import { describe, expect, it } from '@jest/globals';
import { STAFF_FUTURE_BIRTH_MESSAGE } from '@kidlab/contract';

import { inPageOrder } from './field-labels.js';
import { faultsOfPart, faultsOfWholeFamily, recordFaults } from './record-faults.js';
import { firstGuardian, newChild, newFamily, type RecordValues } from './record-values.js';

const TODAY = { year: 2026, month: 11 };

const RIGHT: RecordValues = {
  family: { familyName: 'Doe', referredBy: 'Flyer', okayToContactIndicator: 'Y' },
  guardian: {
    ...firstGuardian(),
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane@example.org',
    zipCode: '94608',
    primaryPhone: '(510) 555-0100',
  },
  child: {
    ...newChild(),
    firstName: 'Maya',
    gender: 'Female',
    monthOfBirth: '03',
    yearOfBirth: '2022',
  },
};

describe('the faults of a form', () => {
  it('are none when all is right', () => {
    expect(recordFaults(RIGHT, TODAY)).toEqual([]);
  });

  it('are named by the fields of the page', () => {
    const empty = { family: newFamily(), guardian: firstGuardian(), child: newChild() };
    expect(recordFaults(empty, TODAY).map(({ field }) => field)).toEqual([
      'family.familyName',
      'family.referredBy',
      'guardian.firstName',
      'guardian.lastName',
      'guardian.email',
      'guardian.primaryPhone',
      'guardian.zipCode',
      'child.firstName',
      'child.gender',
      'child.monthOfBirth',
      'child.yearOfBirth',
    ]);
  });

  it('do not speak of what the form does not ask', () => {
    expect(recordFaults({ family: { familyName: 'Doe' } }, TODAY)).toEqual([]);
  });

  it('tell a month that is still to come, and leave a stored year alone', () => {
    const child = { ...RIGHT.child, yearOfBirth: '2026', monthOfBirth: '12' };
    expect(recordFaults({ child }, TODAY)).toEqual([
      { field: 'child.monthOfBirth', message: STAFF_FUTURE_BIRTH_MESSAGE },
    ]);
    const grown = { ...RIGHT.child, yearOfBirth: '2001' };
    expect(recordFaults({ child: grown }, TODAY)).toHaveLength(1);
    expect(recordFaults({ child: grown }, TODAY, '2001')).toEqual([]);
  });
});

describe('faults of the server', () => {
  it('of a whole family stand at the fields of its page', () => {
    const fields = [
      'familyName',
      'email',
      'zipCode',
      'guardians[0].firstName',
      'children[0].gender',
    ].map((field) => ({ field, message: 'no' }));
    expect(faultsOfWholeFamily(fields).map(({ field }) => field)).toEqual([
      'family.familyName',
      'guardian.email',
      'guardian.zipCode',
      'guardian.firstName',
      'child.gender',
    ]);
  });

  it('are put into the order of the page, and those of no field are kept apart', () => {
    const faults = faultsOfPart('guardian', [
      { field: 'notes', message: 'n' },
      { field: 'eml', message: 'e' },
      { field: 'firstName', message: 'f' },
    ]);
    const { known, others } = inPageOrder(faults);
    expect(known.map(({ field }) => field)).toEqual(['guardian.firstName', 'guardian.notes']);
    expect(others.map(({ message }) => message)).toEqual(['e']);
  });
});
