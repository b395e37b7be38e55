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
  ] as const)('of a %s are those that the contract has rules for, except eml', (part, rules) => {
    const ruled = Object.keys(rules).filter((field) => field !== 'eml');
    expect(Object.keys(valuesOf(part, {})).sort()).toEqual(ruled.sort());
  }));

describe('the faults of a form', () => {
  it('are none when all is right', () => expect(recordFaults(RIGHT, TODAY)).toEqual([]));

  it('are named by the fields of the page, and do not speak of what the form does not ask', () => {
    const family = valuesOf('family', {}, ['email', 'zipCode']);
    const fields = recordFaults({ ...RIGHT, family }, TODAY).map(({ field }) => field);
    expect(fields).toEqual(['family.familyName', 'family.referredBy']);
    expect(Object.keys(FIELD_LABELS)).toEqual(expect.arrayContaining(fields));
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

it('the values of a record are text, and are sent trimmed', () => {
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
])('%s, %j reads %j', (field, value, text) => expect(shownText(field, value)).toBe(text));
