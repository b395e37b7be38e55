import { INDICATORS, REFERRAL_SOURCES, RELATIONSHIPS } from './enumerations.js';
import { LENGTH } from './limits.js';
import { choice, type FieldRule, type FormRules, freeText, PATTERNS } from './rules.js';

/** Rules of staff forms. Source: admin portal, section 5, with one message for each field. */

export function isAgeRangeInvalid(min = '', max = ''): boolean {
  return min !== '' && max !== '' && Number(min) > Number(max);
}

export function staffName(message: string): FieldRule {
  return {
    required: message,
    // The specification has one message for all faults. A length is hard to see, so it is added.
    maxLength: {
      limit: LENGTH.name,
      message: `${message} Please use at most ${String(LENGTH.name)} characters.`,
    },
    pattern: { regex: PATTERNS.name, message },
  };
}

/** Not in the specification. */
const INDICATOR: FieldRule = {
  oneOf: { values: INDICATORS, message: 'Please select Yes or No.' },
};
const EMAIL_MESSAGE = 'Email format is invalid.';
/** A simple `x@y.z`: staff may enter addresses that the public site refuses. */
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

export const EML = freeText('eml', LENGTH.freeText);

export const STAFF_FAMILY_FORM = {
  familyName: staffName('Family name is invalid.'),
  email: STAFF_EMAIL,
  zipCode: ZIP_CODE,
  referredBy: choice(REFERRAL_SOURCES, 'Please select a valid reference.'),
  okayToContactIndicator: INDICATOR,
  pausedUntil: { day: { message: 'Paused until is invalid.' } },
  eml: EML,
} as const satisfies FormRules;

export const STAFF_GUARDIAN_FORM = {
  firstName: staffName('Guardian first name is invalid.'),
  lastName: staffName('Guardian last name is invalid.'),
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
