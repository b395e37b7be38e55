import { describe, expect, it } from 'vitest';
import {
  STAFF_FAMILY_FORM,
  STAFF_FUTURE_BIRTH_MESSAGE,
  STAFF_GUARDIAN_FORM,
  staffChildForm,
} from '@kidlab/contract';

import {
  FIELD_LABELS,
  recordFaults,
  type RecordValues,
  requestOf,
  shownText,
  valuesOf,
} from './record-values.js';

const TODAY = { year: 2026, month: 11 };

const RIGHT = {
  family: valuesOf('family', { familyName: 'Doe', referredBy: 'Flyer' }, ['email', 'zipCode']),
  guardian: valuesOf('guardian', {
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane@example.org',
    zipCode: '94608',
    primaryPhone: '(510) 555-0100',
    relationshipToChild: 'Mother',
  }),
  child: valuesOf('child', {
    firstName: 'Maya',
    gender: 'Female',
    monthOfBirth: '03',
    yearOfBirth: '2022',
    whichHandId: 'Right-handed',
    languageSpokenAtHome: 'English',
  }),
} satisfies RecordValues;

describe('the fields of the forms', () =>
  it.each([
    ['family', STAFF_FAMILY_FORM],
    ['guardian', STAFF_GUARDIAN_FORM],
    ['child', staffChildForm(TODAY)],
  ] as const)('of a %s are those with rules in the contract, except eml', (part, rules) => {
    const ruled = Object.keys(rules).filter((field) => field !== 'eml');
    expect(Object.keys(valuesOf(part, {})).sort()).toEqual(ruled.sort());
  }));

describe('the errors of a form', () => {
  it('are empty for valid values', () => expect(recordFaults(RIGHT, TODAY)).toEqual([]));

  it('name the fields of the page, and only fields of the form', () => {
    const family = valuesOf('family', {}, ['email', 'zipCode']);
    const fields = recordFaults({ ...RIGHT, family }, TODAY).map(({ field }) => field);
    expect(fields).toEqual(['family.familyName', 'family.referredBy']);
    expect(Object.keys(FIELD_LABELS)).toEqual(expect.arrayContaining(fields));
  });

  it('include a future month, but not an old stored year', () => {
    const child = { ...RIGHT.child, yearOfBirth: '2026', monthOfBirth: '12' };
    expect(recordFaults({ child }, TODAY)).toEqual([
      { field: 'child.monthOfBirth', message: STAFF_FUTURE_BIRTH_MESSAGE },
    ]);
    const grown = { ...RIGHT.child, yearOfBirth: '2001' };
    expect(recordFaults({ child: grown }, TODAY)).toHaveLength(1);
    expect(recordFaults({ child: grown }, TODAY, '2001')).toEqual([]);
  });
});

it('the values of a record are text, and are trimmed when sent', () => {
  const values = valuesOf('family', { familyName: ' Doe ', city: 'Emeryville', zipCode: null });
  expect(values).toEqual({
    familyName: ' Doe ',
    referredBy: '',
    okayToContactIndicator: '',
    pausedUntil: '',
    email: '',
    zipCode: '',
  });
  expect(requestOf('family', { family: values })).toMatchObject({ familyName: 'Doe' });
});

it.each([
  ['study.genders', '["Female","Other"]', 'Female, Other'],
  ['study.notInStudies', '[1]', 'Study 1'],
  ['study.areas', '[]', 'N/A'],
  ['study.name', '[1]', '[1]'],
  ['guardian.notes', '[1]', '[1]'],
  ['guardian.notes', '', 'N/A'],
  ['family.pausedUntil', '2027-02-20', '02/20/2027'],
  ['family.pausedUntil', '', 'N/A'],
])('the field %s with the value %j is shown as %j', (field, value, text) =>
  expect(shownText(field, value)).toBe(text),
);
