import { INDICATORS, REFERRAL_SOURCES, RELATIONSHIPS } from './enumerations.js';
import { LENGTH } from './limits.js';
import {
  choice,
  type FieldRule,
  type FormRules,
  freeText,
  PATTERNS,
  patterned,
  simpleEmail,
} from './rules.js';

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
/** Staff may enter addresses that the public site refuses. */
export const STAFF_EMAIL = simpleEmail('Email format is invalid.');
const ZIP_CODE = patterned(PATTERNS.zipCode, 'ZIP code should be 5 digits.');

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
  primaryPhone: patterned(PATTERNS.phone, 'Primary phone is invalid.'),
  zipCode: ZIP_CODE,
  relationshipToChild: choice(RELATIONSHIPS, 'Please select a valid relationship.'),
  isPrimaryIndicator: INDICATOR,
  notes: freeText('Notes', LENGTH.notes),
  eml: EML,
} as const satisfies FormRules;
