import { INDICATORS } from './enumerations.js';
import { LENGTH } from './limits.js';
import { type FieldRule, freeText, PATTERNS, patterned, simpleEmail } from './rules.js';

/** Rules that several staff forms share. Source: admin portal, section 5, with one message for each field. */

type Age = string | number;

export function isAgeRangeInvalid(min: Age = '', max: Age = ''): boolean {
  return min !== '' && max !== '' && Number(min) > Number(max);
}

export function staffName(message: string): FieldRule {
  return {
    required: message,
    // The specification has one message for all errors. A length is hard to see, so the limit is added.
    maxLength: {
      limit: LENGTH.name,
      message: `${message} Please use at most ${String(LENGTH.name)} characters.`,
    },
    pattern: { regex: PATTERNS.name, message },
  };
}

/** Not in the specification. */
export const STAFF_INDICATOR: FieldRule = {
  oneOf: { values: INDICATORS, message: 'Please select Yes or No.' },
};
/** Staff may enter addresses that the public site refuses. */
export const STAFF_EMAIL = simpleEmail('Email format is invalid.');
export const STAFF_ZIP_CODE = patterned(PATTERNS.zipCode, 'ZIP code should be 5 digits.');
export const EML = freeText('eml', LENGTH.freeText);
