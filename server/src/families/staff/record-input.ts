import {
  type CalendarMonth,
  DEFAULT_HOME_LANGUAGE,
  type FieldError,
  faultsOf,
  type FormRules,
  type Gender,
  type Hand,
  type Indicator,
  type Language,
  type ReferralSource,
  type Relationship,
  STAFF_CHILD_FIELDS,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  staffChildFaults,
  type StaffChild,
  type StaffChildField,
  type StaffFamily,
  type StaffFamilyField,
  type StaffGuardian,
  type StaffGuardianField,
} from '@kidlab/contract';

import { invalidInput } from '../../common/failures.js';
import { isSent, textFields } from '../../common/input.js';
import type { Child } from '../child.entity.js';
import { twoDigits } from '../../children/child.dto.js';
import type { Family } from '../family.entity.js';
import type { Guardian } from '../guardian.entity.js';

/** What staff may say of a family; everything else is decided by the server. */
export type FamilyDetails = Pick<Family, StaffFamilyField>;

/** Who is primary depends on the other guardians: `wantsPrimary` is a wish, `null` when nothing was said. */
export type GuardianDetails = Omit<Pick<Guardian, StaffGuardianField>, 'isPrimaryIndicator'> & {
  wantsPrimary: boolean | null;
};

export type ChildDetails = Pick<Child, StaffChildField>;

type Texts<Field extends string> = Record<Field, string>;

/** How a body becomes a record's fields. */
interface Reading<Field extends string> {
  readonly fields: readonly Field[];
  /** What stands where the body says nothing: what is stored, or what a new record begins with. */
  readonly base: Readonly<Partial<Record<Field, string | null>>>;
  /** Fields that stay when an empty one is sent: "Select One". */
  readonly blankStays: readonly Field[];
  readonly faults: (values: Texts<Field>) => FieldError[];
  /** A stored record is only asked about what is sent: what it holds was taken once, by the rules of that day. */
  readonly isStored: boolean;
}

function read<Field extends string>(body: unknown, reading: Reading<Field>): Texts<Field> {
  const { fields, base, blankStays, faults, isStored } = reading;
  const texts = textFields(body, fields);
  const sent = fields.filter(
    (field) => isSent(body, field) && !(blankStays.includes(field) && texts[field] === ''),
  );
  const values = Object.fromEntries(
    fields.map((field) => [field, sent.includes(field) ? texts[field] : (base[field] ?? '')]),
  ) as Texts<Field>;
  const found = faults(normalised(values)).filter(
    ({ field }) => !isStored || concerns(field, sent),
  );
  if (found.length > 0) throw invalidInput(found);
  return normalised(values);
}

/** A month that is still to come is the fault of whichever part of the birth was sent. */
function concerns(field: string, sent: readonly string[]): boolean {
  return sent.includes(field) || (field === 'monthOfBirth' && sent.includes('yearOfBirth'));
}

/** Addresses are compared without case; `3` and `03` are one month. */
export function normalised<Field extends string>(values: Texts<Field>): Texts<Field> {
  const entries = Object.entries<string>(values).map(([field, value]) => {
    if (field === 'email') return [field, value.toLowerCase()];
    return [field, field === 'monthOfBirth' ? twoDigits(value) : value];
  });
  return Object.fromEntries(entries) as Texts<Field>;
}

function fromForm<Field extends string>(
  body: unknown,
  form: FormRules<Field>,
  reading: Pick<Reading<Field>, 'base' | 'blankStays' | 'isStored'>,
): Texts<Field> {
  return read(body, {
    ...reading,
    fields: Object.keys(form) as Field[],
    faults: (values) => faultsOf(form, values),
  });
}

/** Reads a family. @param stored when it is edited: what is left out stays. @throws 400 with every fault. */
export function readFamily(body: unknown, stored: StaffFamily | null): FamilyDetails {
  const values = fromForm<StaffFamilyField>(body, STAFF_FAMILY_FORM, {
    base: stored ?? { okayToContactIndicator: 'Y' },
    blankStays: ['okayToContactIndicator'],
    isStored: stored !== null,
  });
  return {
    email: values.email,
    familyName: values.familyName,
    zipCode: values.zipCode,
    referredBy: values.referredBy as ReferralSource,
    okayToContactIndicator: values.okayToContactIndicator as Indicator,
    eml: orNull(values.eml),
  };
}

/** Whether whoever had the former address gets the new one as well; nothing but `true` says so. */
export function isWithSameEmail(body: unknown): boolean {
  return (body as { withSameEmail?: unknown } | null | undefined)?.withSameEmail === true;
}

/** Reads a guardian. @param stored as above. @throws 400 with every fault. */
export function readGuardian(body: unknown, stored: StaffGuardian | null): GuardianDetails {
  const { isPrimaryIndicator, ...values } = fromForm<StaffGuardianField>(
    body,
    STAFF_GUARDIAN_FORM,
    {
      // A wish that is not sent is none.
      base: { ...stored, isPrimaryIndicator: '' },
      blankStays: ['isPrimaryIndicator'],
      isStored: stored !== null,
    },
  );
  return {
    ...values,
    relationshipToChild: values.relationshipToChild as Relationship,
    notes: orNull(values.notes),
    eml: orNull(values.eml),
    wantsPrimary: isPrimaryIndicator === '' ? null : isPrimaryIndicator === 'Y',
  };
}

/**
 * Reads a child.
 * @param today the month in the lab's time zone.
 * @param stored as above; its year of birth stays valid, however long ago it was.
 * @throws 400 with every fault.
 */
export function readChild(
  body: unknown,
  today: CalendarMonth,
  stored: StaffChild | null,
): ChildDetails {
  const values = read<StaffChildField>(body, {
    fields: STAFF_CHILD_FIELDS,
    base: stored ?? { languageSpokenAtHome: DEFAULT_HOME_LANGUAGE },
    blankStays: [],
    isStored: stored !== null,
    faults: (child) => staffChildFaults(child, today, stored?.yearOfBirth),
  });
  return {
    firstName: values.firstName,
    gender: values.gender as Gender,
    monthOfBirth: Number(values.monthOfBirth),
    yearOfBirth: Number(values.yearOfBirth),
    whichHandId: values.whichHandId as Hand,
    languageSpokenAtHome: values.languageSpokenAtHome as Language,
    additionalLanguage1: orNull(values.additionalLanguage1) as Language | null,
    additionalLanguage2: orNull(values.additionalLanguage2) as Language | null,
    specialNeeds: orNull(values.specialNeeds),
    eml: orNull(values.eml),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
