import {
  type ChildRecordRequest,
  DEFAULT_HOME_LANGUAGE,
  type FamilyRequest,
  type Gender,
  type GuardianRequest,
  type Hand,
  type Indicator,
  type Language,
  type MonthOfBirth,
  type ReferralSource,
  type Relationship,
  type StaffChild,
  type StaffChildField,
  type StaffFamily,
  type StaffFamilyField,
  type StaffGuardian,
  type StaffGuardianField,
} from '@kidlab/contract';

/** What the forms of families, guardians and children hold: text by field; an empty one is no value. */

export type FamilyValues = Partial<Record<StaffFamilyField, string>>;
export type GuardianValues = Partial<Record<StaffGuardianField, string>>;
export type ChildValues = Partial<Record<StaffChildField, string>>;

/** A form has one part for each record that it writes; the names of its fields begin with the part's. */
export interface RecordValues {
  family?: FamilyValues;
  guardian?: GuardianValues;
  child?: ChildValues;
}

/** A new family. Its e-mail address and zip code are those of its first guardian. */
export function newFamily(): FamilyValues {
  return { familyName: '', referredBy: '', okayToContactIndicator: 'Y' };
}

export function familyValues(family: StaffFamily): FamilyValues {
  const { familyName, referredBy, okayToContactIndicator, email, zipCode } = family;
  return { familyName, referredBy, okayToContactIndicator, email, zipCode };
}

/** The guardian that comes with a new family; it is the primary one, and notes are for later. */
export function firstGuardian(): GuardianValues {
  return {
    firstName: '',
    lastName: '',
    email: '',
    zipCode: '',
    primaryPhone: '',
    relationshipToChild: 'Mother',
  };
}

export function newGuardian(): GuardianValues {
  return { ...firstGuardian(), isPrimaryIndicator: '', notes: '' };
}

export function guardianValues(guardian: StaffGuardian): GuardianValues {
  const { firstName, lastName, email, zipCode, primaryPhone } = guardian;
  const { relationshipToChild, isPrimaryIndicator, notes } = guardian;
  return {
    firstName,
    lastName,
    email,
    zipCode,
    primaryPhone,
    relationshipToChild,
    isPrimaryIndicator,
    notes: notes ?? '',
  };
}

export function newChild(): ChildValues {
  return {
    firstName: '',
    gender: '',
    monthOfBirth: '',
    yearOfBirth: '',
    whichHandId: 'Right-handed',
    languageSpokenAtHome: DEFAULT_HOME_LANGUAGE,
    additionalLanguage1: '',
    additionalLanguage2: '',
    specialNeeds: '',
  };
}

export function childValues(child: StaffChild): ChildValues {
  const { firstName, gender, monthOfBirth, yearOfBirth, whichHandId } = child;
  const { languageSpokenAtHome, additionalLanguage1, additionalLanguage2, specialNeeds } = child;
  return {
    firstName,
    gender,
    monthOfBirth,
    yearOfBirth,
    whichHandId,
    languageSpokenAtHome,
    additionalLanguage1: additionalLanguage1 ?? '',
    additionalLanguage2: additionalLanguage2 ?? '',
    specialNeeds: specialNeeds ?? '',
  };
}

function trimmed<Values extends Partial<Record<string, string>>>(values: Values): Values {
  const entries = Object.entries(values).map(([field, value]) => [field, value?.trim()]);
  return Object.fromEntries(entries) as Values;
}

/** The requests below are made of values that the rules have passed: each choice is one of its list. */
type Passed<Values> = Required<Values>;

export function familyRequest(values: FamilyValues): FamilyRequest {
  const family = trimmed(values) as Passed<FamilyValues>;
  return {
    email: family.email,
    zipCode: family.zipCode,
    familyName: family.familyName,
    referredBy: family.referredBy as ReferralSource,
    okayToContactIndicator: family.okayToContactIndicator as Indicator,
  };
}

export function guardianRequest(values: GuardianValues): GuardianRequest {
  const { isPrimaryIndicator, notes, ...guardian } = trimmed(values) as Passed<GuardianValues>;
  return {
    firstName: guardian.firstName,
    lastName: guardian.lastName,
    email: guardian.email,
    primaryPhone: guardian.primaryPhone,
    zipCode: guardian.zipCode,
    relationshipToChild: guardian.relationshipToChild as Relationship,
    isPrimaryIndicator: isPrimaryIndicator as Indicator | '',
    notes,
  };
}

export function childRequest(values: ChildValues): ChildRecordRequest {
  const child = trimmed(values) as Passed<ChildValues>;
  return {
    firstName: child.firstName,
    gender: child.gender as Gender,
    monthOfBirth: child.monthOfBirth as MonthOfBirth,
    yearOfBirth: child.yearOfBirth,
    whichHandId: child.whichHandId as Hand,
    languageSpokenAtHome: child.languageSpokenAtHome as Language,
    additionalLanguage1: child.additionalLanguage1 as Language | '',
    additionalLanguage2: child.additionalLanguage2 as Language | '',
    specialNeeds: child.specialNeeds,
  };
}

/** All of a new family in one request: its first guardian is primary and lends it address and zip code. */
export function wholeFamilyRequest({
  family = {},
  guardian = {},
  child = {},
}: RecordValues): FamilyRequest {
  const { email = '', zipCode = '' } = guardian;
  return {
    ...familyRequest({ ...family, email, zipCode }),
    guardians: [guardianRequest({ ...guardian, isPrimaryIndicator: 'Y', notes: '' })],
    children: [childRequest(child)],
  };
}
