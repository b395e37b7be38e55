import {
  childForm,
  CONFIRMATION_FORM,
  faultOf,
  GENDERS,
  GUARDIAN_FORM,
  HANDS,
  HOUSEHOLD,
  LANGUAGES,
  LENGTH,
  MAILED_LINK_MESSAGES,
  maskPhone,
  MESSAGES,
  parentBirthYearRule,
  REFERRAL_SOURCES,
  REGISTRATION_SITE_ACTOR,
  RELATIONSHIPS,
} from '@kidlab/contract';

import { THIS_YEAR } from '../support/people.js';
import { expect, test } from '../support/test.js';
import {
  AUDIT_ACTOR,
  BANNER_MESSAGES,
  CHILD_MESSAGES,
  CHOICES,
  CONFIRM_MESSAGES,
  GUARDIAN_MESSAGES,
  LIMITS,
  WORDS,
} from '../specification.js';

/** Both sites take their texts from contract/. Compares them with the specification, without a browser. */

const TODAY = { year: THIS_YEAR, month: 12 };
const CHILD_FORM = childForm(TODAY);

const GUARDIAN_RULES = {
  firstName: GUARDIAN_FORM.guardianFirstName,
  lastName: GUARDIAN_FORM.guardianLastName,
  email: GUARDIAN_FORM.email,
  zipCode: GUARDIAN_FORM.zipCode,
  phone: GUARDIAN_FORM.primaryPhone,
  yearOfBirth: parentBirthYearRule(TODAY),
  relationship: GUARDIAN_FORM.relationshipToChild,
  heardFrom: GUARDIAN_FORM.referredBy,
};
const CHILD_RULES = {
  firstName: CHILD_FORM.firstName,
  gender: CHILD_FORM.gender,
  month: CHILD_FORM.monthOfBirth,
  year: CHILD_FORM.yearOfBirth,
  hand: CHILD_FORM.whichHandId,
  homeLanguage: CHILD_FORM.languageSpokenAtHome,
};

test('the rules of the contract give the messages of the specification', () => {
  for (const { field, value, message } of GUARDIAN_MESSAGES) {
    const typed = field === 'phone' ? maskPhone(value) : value;
    expect(faultOf(GUARDIAN_RULES[field], typed)).toBe(message);
  }
  for (const { field, value, message } of CHILD_MESSAGES) {
    expect(faultOf(CHILD_RULES[field], value)).toBe(message);
  }
  for (const { field, value, message } of CONFIRM_MESSAGES) {
    expect(faultOf(CONFIRMATION_FORM[field], value)).toBe(message);
  }
});

test('the contract has the sentences, lists and limits of the specification', () => {
  expect(MESSAGES).toMatchObject(BANNER_MESSAGES);
  expect(MESSAGES).toMatchObject({
    bannerHeading: WORDS.bannerHeading,
    unexpectedErrorHeading: WORDS.unexpectedError,
  });
  expect(MAILED_LINK_MESSAGES.accountNoLongerValid).toBe(WORDS.accountNoLongerValid);
  expect(RELATIONSHIPS).toEqual(CHOICES.relationship);
  expect(
    REFERRAL_SOURCES.map((source, index) => (CHOICES.heardFrom[index] === null ? null : source)),
  ).toEqual(CHOICES.heardFrom);
  expect(GENDERS).toEqual(CHOICES.gender);
  expect(HANDS).toEqual(CHOICES.hand);
  expect(LANGUAGES).toEqual(CHOICES.language);
  expect(REGISTRATION_SITE_ACTOR).toBe(AUDIT_ACTOR);
  expect({ ...LENGTH, children: HOUSEHOLD.maxChildren }).toMatchObject(LIMITS);
});
