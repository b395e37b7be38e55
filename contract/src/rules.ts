import { REFERRAL_SOURCES, RELATIONSHIPS } from './enumerations.js';
import { type CalendarMonth, parentBirthYears } from './format.js';
import { LENGTH, YEARS } from './limits.js';

/** The rule of a field. Parts are checked in this order, and the first that fails gives the message. */
export interface FieldRule {
  /** Message for an empty field; without it the field is optional. */
  readonly required?: string;
  /** Longest text, in characters. */
  readonly maxLength?: { readonly limit: number; readonly message: string };
  readonly pattern?: { readonly regex: RegExp; readonly message: string };
  /** A day of the calendar, `2027-03-14`. */
  readonly day?: { readonly message: string };
  /** Must equal this lower-case text, ignoring case. */
  readonly same?: { readonly as: string; readonly message: string };
  readonly oneOf?: { readonly values: readonly string[]; readonly message: string };
}

/** Rules of a form by wire name, in page order. */
export type FormRules<Field extends string = string> = Readonly<Record<Field, FieldRule>>;

/** `field` is the wire name. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Each runs in linear time; lengths are checked first. */
export const PATTERNS = {
  /**
   * Letters of any script with their marks, spaces, periods, apostrophes, double quotes, hyphens, en and em dashes. At
   * least one letter, and no invisible characters: `Renée O’Brien-Smith`.
   */
  name: /^(?=.*\p{L})(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M} .'’‘"“”\-–—]+$/u,
  /** Strict: no leading, trailing or consecutive dots; the specials that the specification allows. */
  email:
    /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{2,59})$/,
  /** Simple: `x@y.z` in any script, without delimiters and invisible characters. Apostrophes are allowed. */
  simpleEmail:
    /^(?![\s\S]*[\s<>"“”‘’,;:()[\]\\\p{Cc}\p{Default_Ignorable_Code_Point}])[^@]+@[^@.]+(?:\.[^@.]+)+$/u,
  zipCode: /^[0-9]{5}$/,
  phone: /^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$/,
} as const;

/** Length in Unicode code points. */
export function characters(text: string): number {
  return Array.from(text).length;
}

/**
 * Text as it is compared and stored: trimmed, and in Unicode's composed form (NFC). Special spaces and hyphens of
 * pasted text become plain ones.
 */
export function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
}

/** Whether the text is a real day (not February 30), from year 1 on. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The message of a value's first error, or `null`. The value is tidied first. */
export function faultOf(rule: FieldRule, value: string): string | null {
  const text = tidied(value);
  if (text === '') return rule.required ?? null;
  if (rule.maxLength !== undefined && characters(text) > rule.maxLength.limit) {
    return rule.maxLength.message;
  }
  if (rule.pattern !== undefined && !rule.pattern.regex.test(text)) return rule.pattern.message;
  if (rule.day !== undefined && !isCalendarDay(text)) return rule.day.message;
  if (rule.same && text.toLowerCase() !== rule.same.as) return rule.same.message;
  if (rule.oneOf !== undefined && !rule.oneOf.values.includes(text)) return rule.oneOf.message;
  return null;
}

/** All errors of a form, in field order; a missing value counts as empty. */
export function faultsOf<Field extends string>(
  form: FormRules<Field>,
  values: Readonly<Partial<Record<Field, string>>>,
): FieldError[] {
  return (Object.keys(form) as Field[]).flatMap((field) => {
    const message = faultOf(form[field], values[field] ?? '');
    return message === null ? [] : [{ field, message }];
  });
}

export function freeText(label: string, limit: number): FieldRule {
  return { maxLength: { limit, message: `${label} must be ≤ ${String(limit)} characters.` } };
}

/** A person's name. @param required message for an empty one */
export function personName(label: string, required: string): FieldRule {
  return {
    required,
    ...freeText(label, LENGTH.name),
    pattern: {
      regex: PATTERNS.name,
      message: `${label} should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.`,
    },
  };
}

/** One of a list, with one message for every error. */
export function choice(values: readonly string[], message: string): FieldRule {
  return { required: message, oneOf: { values, message } };
}

/** Text that must match a pattern, which also limits its length; one message for every error. */
export function patterned(regex: RegExp, message: string) {
  return { required: message, pattern: { regex, message } } satisfies FieldRule;
}

/** A simple `x@y.z`, with one message for every error. */
export function simpleEmail(message: string) {
  const maxLength = { limit: LENGTH.email, message };
  return { ...patterned(PATTERNS.simpleEmail, message), maxLength };
}

const registrantEmail: FieldRule = {
  required: 'Please enter your email address.',
  ...freeText('Email', LENGTH.email),
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

/** Step 1. Source: public site, section 5. */
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

/** Asked in step 1, never sent. */
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

/** The confirm form. Source: public site, section 5. */
export const CONFIRMATION_FORM = {
  email: simpleEmail('Email should contain valid characters and format.'),
  zipCode: patterned(PATTERNS.zipCode, 'Zip Code should contain 5 digits only.'),
} as const satisfies FormRules;
export type ConfirmationField = keyof typeof CONFIRMATION_FORM;
