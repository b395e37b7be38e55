import { expect, test } from 'vitest';
import type { StaffChild, StaffGuardian } from '@kidlab/contract';

import { childFacts, guardianFacts } from './member-facts.js';
import { mailTo } from '../layout/links.js';

const GUARDIAN: StaffGuardian = {
  id: 1,
  isPrimaryIndicator: 'Y',
  version: 1,
  familyId: 1,
  familyGuid: '',
  familyName: 'Doe',
  familyEmail: 'doe@example.org',
  firstName: 'Jane',
  lastName: 'Doe',
  email: 'jane@example.org',
  primaryPhone: '(510) 555-0100',
  zipCode: '94608',
  city: 'Emeryville',
  relationshipToChild: 'Mother',
  notes: null,
  eml: null,
  registeredIndicator: 'Y',
  registeredDate: null,
  disabledIndicator: 'N',
  createdDate: '',
  createdBy: '',
  modifiedDate: '',
  modifiedBy: '',
};

const CHILD = {
  mob: 'March',
  monthOfBirth: '03',
  yearOfBirth: '2022',
  additionalLanguage1: null,
  additionalLanguage2: null,
  specialNeeds: null,
} as StaffChild;

test('a guardian has telephone and mail links', () => {
  const hrefs = guardianFacts(GUARDIAN).flatMap(({ href }) => href ?? []);
  expect(hrefs).toEqual(['tel:+15105550100', 'mailto:jane@example.org']);
});

test('a mail link escapes special characters of the address', () =>
  expect(mailTo("o'brien?a&b%c+d@example.org")).toBe("mailto:o'brien%3Fa%26b%25c%2Bd@example.org"));

test('empty fields of the specification are shown as N/A; empty special needs are not', () => {
  const facts = [
    ...guardianFacts({ ...GUARDIAN, city: '' }),
    ...childFacts(CHILD, { year: 2026, month: 2 }),
  ];
  const told = facts.flatMap(({ label, value }) => (value === 'N/A' ? label : []));
  expect(told).toEqual(['City', 'Notes', 'Additional Language 1', 'Additional Language 2']);
  expect(facts).toContainEqual(expect.objectContaining({ label: 'Special Needs', value: null }));
});

test('the age of a child is shown beside its date of birth', () => {
  expect(childFacts(CHILD, { year: 2026, month: 2 }).slice(0, 2)).toMatchObject([
    { label: 'Date of Birth', value: 'March / 2022' },
    { label: 'Age', value: '3 years' },
  ]);
});
