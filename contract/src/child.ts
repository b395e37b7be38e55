import {
  type AgeUnit,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type Indicator,
  type Language,
  LANGUAGES,
  MONTHS_OF_BIRTH,
  type SearchState,
} from './enumerations.js';
import { type CalendarMonth, childBirthYears, isFutureMonth } from './format.js';
import { LENGTH } from './limits.js';
import type { AuditFields, MemberRecord, RecordChange } from './record.js';
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

const OPTIONAL_LANGUAGE: FieldRule = {
  oneOf: { values: LANGUAGES, message: 'Please select a language from the list' },
};

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
    additionalLanguage1: OPTIONAL_LANGUAGE,
    additionalLanguage2: OPTIONAL_LANGUAGE,
  };
}

/** Not in the specification. */
export const FUTURE_BIRTH_MESSAGE = 'Your child’s month of birth can’t be in the future';

/** All faults of a child: of its fields, and a month of birth in the future. */
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

const STAFF_LANGUAGE_MESSAGE = 'Please select a valid language.';
const STAFF_OPTIONAL_LANGUAGE: FieldRule = {
  oneOf: { values: LANGUAGES, message: STAFF_LANGUAGE_MESSAGE },
};

export type StaffChildField = ChildField | 'specialNeeds' | 'eml';

/** Years of birth that staff may choose. A stored child keeps its own, however old. */
export function staffBirthYears(today: CalendarMonth, stored?: string): string[] {
  const years = childBirthYears(today).map(String);
  return stored === undefined || years.includes(stored) ? years : [...years, stored];
}

/** @param stored the present year of birth of an edited child */
export function staffChildForm(today: CalendarMonth, stored?: string): FormRules<StaffChildField> {
  return {
    firstName: staffName('Child first name is invalid.'),
    gender: choice(GENDERS, 'Please select a valid gender.'),
    monthOfBirth: choice(MONTHS_OF_BIRTH, 'Please select a valid month of birth.'),
    yearOfBirth: choice(staffBirthYears(today, stored), 'Please select a valid year of birth.'),
    whichHandId: choice(HANDS, 'Please select a valid preference.'),
    languageSpokenAtHome: choice(LANGUAGES, STAFF_LANGUAGE_MESSAGE),
    additionalLanguage1: STAFF_OPTIONAL_LANGUAGE,
    additionalLanguage2: STAFF_OPTIONAL_LANGUAGE,
    specialNeeds: freeText('Special needs', LENGTH.freeText),
    eml: EML,
  };
}

/** Not in the specification. */
export const STAFF_FUTURE_BIRTH_MESSAGE = 'Month of birth can’t be in the future.';

/** As `childFaults`, for staff. */
export function staffChildFaults(
  values: Readonly<Partial<Record<StaffChildField, string>>>,
  today: CalendarMonth,
  storedYear?: string,
): FieldError[] {
  const faults = faultsOf(staffChildForm(today, storedYear), values);
  return withFutureBirth(faults, values, today, STAFF_FUTURE_BIRTH_MESSAGE);
}

/** Public `POST children`. `email` is the draft's. The audit fields are ignored. */
export interface ChildRequest extends Partial<AuditFields> {
  email: string;
  firstName: string;
  gender: Gender;
  monthOfBirth: string;
  yearOfBirth: string | number;
  whichHandId: Hand;
  languageSpokenAtHome: Language;
  additionalLanguage1?: Language | '' | null;
  additionalLanguage2?: Language | '' | null;
}

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

/** Staff `POST children`: the family by `familyId`, `familyGuid` or `email`, as in `GuardianRequest`. */
export interface ChildRecordRequest extends Omit<
  ChildRequest,
  keyof AuditFields | 'email' | 'languageSpokenAtHome'
> {
  familyId?: number;
  familyGuid?: string;
  /** The family's. */
  email?: string;
  /** `English` when left out. */
  languageSpokenAtHome?: Language;
  specialNeeds?: string | null;
  eml?: string | null;
}

export type ChildRecordChange = RecordChange<ChildRecordRequest>;

/** `filter` of `GET children`. */
export interface ChildFilter {
  id?: number | number[];
  familyId?: number | number[];
  /** Part of the first name or of the family's name, any case. */
  q?: string;
  /** The family's. */
  state?: SearchState;
  /** The family's. */
  okayToContactIndicator?: Indicator;
  /** `Y`: the child or its family is never invited. */
  disabledIndicator?: Indicator;
  /** `Y`: child and family may be invited now. */
  contactable?: 'Y';
  gender?: Gender;
  ageUOM?: AgeUnit;
  minAge?: number;
  maxAge?: number;
  languageSpokenAtHome?: Language;
  additionalLanguage?: Language;
  whichHandId?: Hand;
}
