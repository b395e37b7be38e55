import { expect, test } from 'vitest';

import { EMPTY_STATE, type GuardianValues, guardianValues } from '../state.js';
import { likelyEmail } from './email-field.js';
import { faultsOnForm, guardianFaults, registerRequest, trimmed } from './rules.js';

const TODAY = { year: 2026, month: 11 };
const VALID: GuardianValues = {
  guardianFirstName: ' Ana ',
  guardianLastName: 'Lee',
  email: 'ana@example.org ',
  zipCode: '94110',
  primaryPhone: '(415) 555-0123',
  relationshipToChild: 'Mother',
  referredBy: 'Friend',
};

test('errors are in page order, including the year of birth', () =>
  expect(guardianFaults(guardianValues(EMPTY_STATE), '', TODAY).map(({ field }) => field)).toEqual([
    'guardianFirstName',
    'guardianLastName',
    'email',
    'zipCode',
    'primaryPhone',
    'parentYearOfBirth',
    'relationshipToChild',
    'referredBy',
  ]));

test.each([
  ['2008', []],
  ['2009', ['Parent must be at least 18 years old']],
])('the age of a parent born in %s is checked', (birthYear, messages) =>
  expect(guardianFaults(VALID, birthYear, TODAY).map(({ message }) => message)).toEqual(messages),
);

test('the request is trimmed, names the family after the guardian, and omits the year of birth', () =>
  expect(registerRequest(trimmed(VALID), 'token')).toEqual({
    recaptchaToken: 'token',
    email: 'ana@example.org',
    zipCode: '94110',
    familyName: 'Lee',
    referredBy: 'Friend',
    guardianFirstName: 'Ana',
    guardianLastName: 'Lee',
    guardianEmail: 'ana@example.org',
    primaryPhone: '(415) 555-0123',
    relationshipToChild: 'Mother',
  }));

test('the server’s errors are shown at the right fields, one each', () =>
  expect(
    faultsOnForm({
      errors: [
        { field: 'recaptchaToken', message: 'elsewhere' },
        { field: 'guardianEmail', message: 'bad address' },
        { field: 'email', message: 'second' },
        { field: 'familyName', message: 'bad name' },
      ],
    }),
  ).toEqual([
    { field: 'guardianLastName', message: 'bad name' },
    { field: 'email', message: 'bad address' },
  ]));

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  [' ana@Yaho.com ', 'ana@yahoo.com'],
  ['ana@gmail.com', null],
  ['@gmial.com', null],
  ['ana@x@gmial.com', null],
  ['ana', null],
])('a likely correction is suggested for %s, if any', (typed, meant) =>
  expect(likelyEmail(typed)).toBe(meant),
);
