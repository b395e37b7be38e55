import { type CalendarMonth, isCalendarDay } from './age.js';
import { REFERRAL_SOURCES, RELATIONSHIPS } from './enumerations.js';
import { parentBirthYears } from './format.js';
import { LENGTH, YEARS } from './limits.js';

/**
 * What one field must look like. The parts are checked in the order in which they stand here and the first that fails
 * gives the message, so that a person is told one thing at a time.
 */
export interface FieldRule {
  /** Message for an empty field; left out, the field is optional. */
  readonly required?: string;
  /** Longest text, in characters. */
  readonly maxLength?: { readonly limit: number; readonly message: string };
  readonly pattern?: { readonly regex: RegExp; readonly message: string };
  /** A day of the calendar, `2027-03-14`. */
  readonly day?: { readonly message: string };
  readonly oneOf?: { readonly values: readonly string[]; readonly message: string };
}

/** A form: its fields by their names on the wire, in the order in which they stand on the page. */
export type FormRules<Field extends string = string> = Readonly<Record<Field, FieldRule>>;

/** One fault: `field` is the name on the wire. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * What has no place in an address, for a class of a pattern: what sets an address apart from a name or from other
 * addresses, and what can't be seen. The apostrophe is missing: the strict pattern takes it.
 */
const NOT_IN_ADDRESS = String.raw`\s@<>"“”‘’,;:()[\]\\\p{Cc}\p{Default_Ignorable_Code_Point}`;

/** Patterns. Each runs in linear time; lengths are checked before them. */
export const PATTERNS = {
  /**
   * Letters of any script with their marks, space, period, apostrophes, double quotes, hyphen, en and em dash; at least
   * one letter, and none that can't be seen.
   */
  name: /^(?=.*\p{L})(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M} .'’‘"“”\-–—]+$/u,
  /** Strict: no leading, trailing or consecutive dots; the specials that the specification allows. */
  email:
    /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{2,59})$/,
  /** Simple: `x@y.z`, in any script. */
  simpleEmail: new RegExp(
    `^[^${NOT_IN_ADDRESS}]+@[^${NOT_IN_ADDRESS}.]+(?:\\.[^${NOT_IN_ADDRESS}.]+)+$`,
    'u',
  ),
  zipCode: /^[0-9]{5}$/,
  phone: /^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$/,
} as const;

/** As limits count them. */
export function characters(text: string): number {
  return Array.from(text).length;
}

/** Text without surrounding space, and with plain spaces alone: pasted text has others, which look the same. */
export function tidied(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').trim();
}

/**
 * The first fault of a value, or `null`. Text is tidied first.
 * @returns the message for a person, as the specification words it.
 */
export function faultOf(rule: FieldRule, value: string): string | null {
  const text = tidied(value);
  if (text === '') return rule.required ?? null;
  if (rule.maxLength !== undefined && characters(text) > rule.maxLength.limit) {
    return rule.maxLength.message;
  }
  if (rule.pattern !== undefined && !rule.pattern.regex.test(text)) return rule.pattern.message;
  if (rule.day !== undefined && !isCalendarDay(text)) return rule.day.message;
  if (rule.oneOf !== undefined && !rule.oneOf.values.includes(text)) return rule.oneOf.message;
  return null;
}

/** All faults of a form, in the order of its fields; a missing value counts as empty. */
export function faultsOf<Field extends string>(
  form: FormRules<Field>,
  values: Readonly<Partial<Record<Field, string>>>,
): FieldError[] {
  const faults: FieldError[] = [];
  for (const field of Object.keys(form) as Field[]) {
    const message = faultOf(form[field], values[field] ?? '');
    if (message !== null) faults.push({ field, message });
  }
  return faults;
}

/** Text that is kept as sent. */
export function freeText(label: string, limit: number): FieldRule {
  return { maxLength: { limit, message: `${label} must be ≤ ${String(limit)} characters.` } };
}

/** A name of somebody. @param required the message for an empty one. */
export function personName(label: string, required: string): FieldRule {
  return {
    required,
    maxLength: {
      limit: LENGTH.name,
      message: `${label} must be ≤ ${String(LENGTH.name)} characters.`,
    },
    pattern: {
      regex: PATTERNS.name,
      message: `${label} should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.`,
    },
  };
}

/** One of a list, with one message for whatever is wrong. */
export function choice(values: readonly string[], message: string): FieldRule {
  return { required: message, oneOf: { values, message } };
}

const registrantEmail: FieldRule = {
  required: 'Please enter your email address.',
  maxLength: {
    limit: LENGTH.email,
    message: `Email must be ≤ ${String(LENGTH.email)} characters.`,
  },
  pattern: {
    regex: PATTERNS.email,
    message:
      "Invalid email format (dot can't start/end or be consecutive; allowed specials: !#$%&'*+-/=?^_`{|}~).",
  },
};

const registrantZipCode: FieldRule = {
  required: 'Please enter your zip code',
  pattern: { regex: PATTERNS.zipCode, message: 'Zip Code should contain 5 digits only.' },
};

/** Step 1, as a person fills it in. Source: public site, section 5. */
export const GUARDIAN_FORM = {
  guardianFirstName: personName('First name', 'Please enter your first name'),
  guardianLastName: personName('Last name', 'Please enter your last name'),
  email: registrantEmail,
  zipCode: registrantZipCode,
  primaryPhone: {
    required: 'Please enter your primary phone number',
    pattern: {
      regex: PATTERNS.phone,
      message: 'Primary phone number must be in the format: (123) 456-7890.',
    },
  },
  relationshipToChild: choice(RELATIONSHIPS, 'Please select your relationship to the child'),
  referredBy: choice(REFERRAL_SOURCES, 'Please select how you heard about the Lab'),
} as const satisfies FormRules;
export type GuardianField = keyof typeof GUARDIAN_FORM;

/** The parent's year of birth: asked in step 1, never sent. */
export function parentBirthYearRule(today: CalendarMonth): FieldRule {
  const years = parentBirthYears(today);
  return {
    required: 'Please enter your year of birth',
    oneOf: {
      values: years.filter((year) => today.year - year >= YEARS.parentMinimumAge).map(String),
      message: 'Parent must be at least 18 years old',
    },
  };
}

const CONFIRM_EMAIL_MESSAGE = 'Email should contain valid characters and format.';
const CONFIRM_ZIP_MESSAGE = 'Zip Code should contain 5 digits only.';

/** The confirm form. Source: public site, section 5. */
export const CONFIRMATION_FORM = {
  email: {
    required: CONFIRM_EMAIL_MESSAGE,
    maxLength: { limit: LENGTH.email, message: CONFIRM_EMAIL_MESSAGE },
    pattern: { regex: PATTERNS.simpleEmail, message: CONFIRM_EMAIL_MESSAGE },
  },
  zipCode: {
    required: CONFIRM_ZIP_MESSAGE,
    pattern: { regex: PATTERNS.zipCode, message: CONFIRM_ZIP_MESSAGE },
  },
} as const satisfies FormRules;
export type ConfirmationField = keyof typeof CONFIRMATION_FORM;
