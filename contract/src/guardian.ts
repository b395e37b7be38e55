import { type Indicator, type Relationship, RELATIONSHIPS } from './enumerations.js';
import { LENGTH } from './limits.js';
import type { MemberRecord } from './record.js';
import { choice, type FormRules, freeText, PATTERNS, patterned } from './rules.js';
import { EML, STAFF_EMAIL, STAFF_INDICATOR, STAFF_ZIP_CODE, staffName } from './staff-rules.js';

/** The fields of a guardian for staff. Rules: admin portal, section 5. How to add one: docs/contributing.md. */

export const STAFF_GUARDIAN_FORM = {
  firstName: staffName('Guardian first name is invalid.'),
  lastName: staffName('Guardian last name is invalid.'),
  email: STAFF_EMAIL,
  primaryPhone: patterned(PATTERNS.phone, 'Primary phone is invalid.'),
  zipCode: STAFF_ZIP_CODE,
  relationshipToChild: choice(RELATIONSHIPS, 'Please select a valid relationship.'),
  isPrimaryIndicator: STAFF_INDICATOR,
  notes: freeText('Notes', LENGTH.freeText),
  eml: EML,
} as const satisfies FormRules;

export interface StaffGuardian extends MemberRecord {
  firstName: string;
  lastName: string;
  email: string;
  familyEmail: string;
  primaryPhone: string;
  zipCode: string;
  /** Looked up from the zip code; empty for an unknown one. */
  city: string;
  relationshipToChild: Relationship;
  /** Exactly one guardian of a family is primary. */
  isPrimaryIndicator: Indicator;
  notes: string | null;
}
