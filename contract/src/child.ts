import {
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type Language,
  LANGUAGES,
  MONTHS_OF_BIRTH,
} from './enumerations.js';
import { type CalendarMonth, childBirthYears, isFutureMonth } from './format.js';
import { LENGTH } from './limits.js';
import type { AuditFields, MemberRecord } from './record.js';
import {
  choice,
  type FieldError,
  type FieldRule,
  faultsOf,
  type FormRules,
  freeText,
  personName,
} from './rules.js';
import { EML, staffName } from './staff-rules.js';

/** The fields of a child, with their rules and wire types. How to add one: docs/contributing.md. */

const optionalLanguage = (message: string): FieldRule => ({
  oneOf: { values: LANGUAGES, message },
});

export const CHILD_FIELDS = [
  'firstName',
  'gender',
  'monthOfBirth',
  'yearOfBirth',
  'whichHandId',
  'languageSpokenAtHome',
  'additionalLanguage1',
  'additionalLanguage2',
] as const;
export type ChildField = (typeof CHILD_FIELDS)[number];

/** Source: public site, section 5, with its apostrophes. */
export function childForm(today: CalendarMonth): FormRules<ChildField> {
  return {
    firstName: personName('First name', "Please enter your child's first name"),
    gender: choice(GENDERS, 'Please select your child’s gender'),
    monthOfBirth: choice(MONTHS_OF_BIRTH, 'Please select your child’s month of birth'),
    yearOfBirth: choice(
      childBirthYears(today).map(String),
      'Please select your child’s year of birth',
    ),
    whichHandId: choice(HANDS, 'Please select your child’s hand preference'),
    languageSpokenAtHome: choice(LANGUAGES, 'Please select the language spoken at home'),
    additionalLanguage1: optionalLanguage('Please select a language from the list'),
    additionalLanguage2: optionalLanguage('Please select a language from the list'),
  };
}

/** Not in the specification. */
export const FUTURE_BIRTH_MESSAGE = 'Your child’s month of birth can’t be in the future';
export const STAFF_FUTURE_BIRTH_MESSAGE = 'Month of birth can’t be in the future.';

/** All errors of a child: those of its fields, and a month of birth in the future. */
export function childFaults(
  values: Readonly<Partial<Record<ChildField, string>>>,
  today: CalendarMonth,
): FieldError[] {
  return withFutureBirth(faultsOf(childForm(today), values), values, today, FUTURE_BIRTH_MESSAGE);
}

/** Checked only when month and year are valid. */
function withFutureBirth(
  faults: FieldError[],
  birth: { readonly monthOfBirth?: string; readonly yearOfBirth?: string },
  today: CalendarMonth,
  message: string,
): FieldError[] {
  if (faults.some(({ field }) => field === 'monthOfBirth' || field === 'yearOfBirth'))
    return faults;
  const month = { year: Number(birth.yearOfBirth), month: Number(birth.monthOfBirth) };
  return isFutureMonth(month, today) ? [...faults, { field: 'monthOfBirth', message }] : faults;
}

/** Years of birth that staff may choose. A stored child keeps its own, however old. */
export function staffBirthYears(today: CalendarMonth, stored?: string): string[] {
  const years = childBirthYears(today).map(String);
  return stored === undefined || years.includes(stored) ? years : [...years, stored];
}

/** @param stored an edited child's current year of birth */
export function staffChildForm(
  today: CalendarMonth,
  stored?: string,
): FormRules<ChildField | 'specialNeeds' | 'eml'> {
  const language = 'Please select a valid language.';
  return {
    firstName: staffName('Child first name is invalid.'),
    gender: choice(GENDERS, 'Please select a valid gender.'),
    monthOfBirth: choice(MONTHS_OF_BIRTH, 'Please select a valid month of birth.'),
    yearOfBirth: choice(staffBirthYears(today, stored), 'Please select a valid year of birth.'),
    whichHandId: choice(HANDS, 'Please select a valid preference.'),
    languageSpokenAtHome: choice(LANGUAGES, language),
    additionalLanguage1: optionalLanguage(language),
    additionalLanguage2: optionalLanguage(language),
    specialNeeds: freeText('Special needs', LENGTH.freeText),
    eml: EML,
  };
}

/** Like `childFaults`, for staff. */
export function staffChildFaults(
  values: Readonly<Record<string, string>>,
  today: CalendarMonth,
  storedYear?: string,
): FieldError[] {
  const faults = faultsOf(staffChildForm(today, storedYear), values);
  return withFutureBirth(faults, values, today, STAFF_FUTURE_BIRTH_MESSAGE);
}

type AdditionalLanguage = 'additionalLanguage1' | 'additionalLanguage2';

/** Public `POST children`. `email` is the draft's. The audit fields are ignored. */
export type ChildRequest = Partial<AuditFields> &
  Omit<Child, 'id' | 'mob' | 'yearOfBirth' | AdditionalLanguage | keyof AuditFields> &
  Partial<Record<AdditionalLanguage, Language | '' | null>> & { yearOfBirth: string | number };

export interface Child extends AuditFields {
  id: number;
  email: string;
  firstName: string;
  gender: Gender;
  /** Two digits. */
  monthOfBirth: string;
  /** Four digits. */
  yearOfBirth: string;
  /** Name of the month. */
  mob: string;
  whichHandId: Hand;
  languageSpokenAtHome: Language;
  additionalLanguage1: Language | null;
  additionalLanguage2: Language | null;
}

/** A child of the caller's draft. */
export interface DraftChild extends Child {
  idempotencyKey: string | null;
}

export interface StaffChild extends MemberRecord, Child {
  specialNeeds: string | null;
}
