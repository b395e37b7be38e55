import {
  GENDERS,
  HANDS,
  INDICATORS,
  LANGUAGES,
  MONTHS_OF_BIRTH,
  REFERRAL_SOURCES,
  RELATIONSHIPS,
} from './enumerations.js';
import { type CalendarMonth, childBirthYears, isFutureMonth } from './format.js';
import { LENGTH } from './limits.js';
import { type FieldError, type FieldRule, faultsOf, type FormRules, PATTERNS } from './rules.js';

/** What staff enter. Source: admin portal, section 5; one message a field, as it is worded there. */

function name(message: string): FieldRule {
  return {
    required: message,
    // The specification has one message for whatever is wrong. Only the length can't be seen, so that it is told behind it.
    maxLength: {
      limit: LENGTH.name,
      message: `${message} Please use at most ${String(LENGTH.name)} characters.`,
    },
    pattern: { regex: PATTERNS.name, message },
  };
}

function choice(values: readonly string[], message: string): FieldRule {
  return { required: message, oneOf: { values, message } };
}

/** Text that is kept as sent. */
function freeText(label: string, limit: number): FieldRule {
  return { maxLength: { limit, message: `${label} must be ≤ ${String(limit)} characters.` } };
}

/** The specification has no words for these two. */
const INDICATOR: FieldRule = {
  oneOf: { values: INDICATORS, message: 'Please select Yes or No.' },
};
const LANGUAGE_MESSAGE = 'Please select a valid language.';
const OPTIONAL_LANGUAGE: FieldRule = { oneOf: { values: LANGUAGES, message: LANGUAGE_MESSAGE } };

const EMAIL_MESSAGE = 'Email format is invalid.';
/** A simple `x@y.z`: staff may write addresses that the public site does not take. */
export const STAFF_EMAIL: FieldRule = {
  required: EMAIL_MESSAGE,
  maxLength: { limit: LENGTH.email, message: EMAIL_MESSAGE },
  pattern: { regex: PATTERNS.simpleEmail, message: EMAIL_MESSAGE },
};

const ZIP_MESSAGE = 'ZIP code should be 5 digits.';
const ZIP_CODE: FieldRule = {
  required: ZIP_MESSAGE,
  pattern: { regex: PATTERNS.zipCode, message: ZIP_MESSAGE },
};

const PHONE_MESSAGE = 'Primary phone is invalid.';

const EML = freeText('eml', LENGTH.freeText);

export const STAFF_FAMILY_FORM = {
  familyName: name('Family name is invalid.'),
  email: STAFF_EMAIL,
  zipCode: ZIP_CODE,
  referredBy: choice(REFERRAL_SOURCES, 'Please select a valid reference.'),
  okayToContactIndicator: INDICATOR,
  eml: EML,
} as const satisfies FormRules;
export type StaffFamilyField = keyof typeof STAFF_FAMILY_FORM;

export const STAFF_GUARDIAN_FORM = {
  firstName: name('Guardian first name is invalid.'),
  lastName: name('Guardian last name is invalid.'),
  email: STAFF_EMAIL,
  primaryPhone: {
    required: PHONE_MESSAGE,
    pattern: { regex: PATTERNS.phone, message: PHONE_MESSAGE },
  },
  zipCode: ZIP_CODE,
  relationshipToChild: choice(RELATIONSHIPS, 'Please select a valid relationship.'),
  isPrimaryIndicator: INDICATOR,
  notes: freeText('Notes', LENGTH.notes),
  eml: EML,
} as const satisfies FormRules;
export type StaffGuardianField = keyof typeof STAFF_GUARDIAN_FORM;

export const STAFF_CHILD_FIELDS = [
  'firstName',
  'gender',
  'monthOfBirth',
  'yearOfBirth',
  'whichHandId',
  'languageSpokenAtHome',
  'additionalLanguage1',
  'additionalLanguage2',
  'specialNeeds',
  'eml',
] as const;
export type StaffChildField = (typeof STAFF_CHILD_FIELDS)[number];

/** Years of birth that staff may choose; a child that is stored keeps its own, however old it is by now. */
export function staffBirthYears(today: CalendarMonth, stored?: string): string[] {
  const years = childBirthYears(today).map(String);
  return stored === undefined || years.includes(stored) ? years : [...years, stored];
}

/** @param stored the year of birth that the child has already, when it is edited. */
export function staffChildForm(today: CalendarMonth, stored?: string): FormRules<StaffChildField> {
  return {
    firstName: name('Child first name is invalid.'),
    gender: choice(GENDERS, 'Please select a valid gender.'),
    monthOfBirth: choice(MONTHS_OF_BIRTH, 'Please select a valid month of birth.'),
    yearOfBirth: choice(staffBirthYears(today, stored), 'Please select a valid year of birth.'),
    whichHandId: choice(HANDS, 'Please select a valid preference.'),
    languageSpokenAtHome: choice(LANGUAGES, LANGUAGE_MESSAGE),
    additionalLanguage1: OPTIONAL_LANGUAGE,
    additionalLanguage2: OPTIONAL_LANGUAGE,
    specialNeeds: freeText('Special needs', LENGTH.freeText),
    eml: EML,
  };
}

/** A month of birth may not lie in the future; the specification has no words for it. */
export const STAFF_FUTURE_BIRTH_MESSAGE = 'Month of birth can’t be in the future.';

/** All faults of a child: those of its fields, and a month of birth that is still to come. */
export function staffChildFaults(
  values: Readonly<Partial<Record<StaffChildField, string>>>,
  today: CalendarMonth,
  storedYear?: string,
): FieldError[] {
  const faults = faultsOf(staffChildForm(today, storedYear), values);
  const isBirthKnown = !faults.some(
    ({ field }) => field === 'monthOfBirth' || field === 'yearOfBirth',
  );
  const birth = { year: Number(values.yearOfBirth), month: Number(values.monthOfBirth) };
  if (isBirthKnown && isFutureMonth(birth, today)) {
    faults.push({ field: 'monthOfBirth', message: STAFF_FUTURE_BIRTH_MESSAGE });
  }
  return faults;
}
