import type { ConsentRecord } from './agreement.js';
import type { StaffChild } from './child.js';
import {
  type ContactReason,
  type Indicator,
  REFERRAL_SOURCES,
  type ReferralSource,
  type SearchState,
} from './enumerations.js';
import type { StaffGuardian } from './guardian.js';
import type { StaffRecord } from './record.js';
import { choice, type FormRules } from './rules.js';
import type { ServiceArea } from './service-areas.js';
import { EML, STAFF_EMAIL, STAFF_INDICATOR, STAFF_ZIP_CODE, staffName } from './staff-rules.js';

/** The fields of a family for staff. Rules: admin portal, section 5. How to add one: docs/contributing.md. */

export const STAFF_FAMILY_FORM = {
  familyName: staffName('Family name is invalid.'),
  email: STAFF_EMAIL,
  zipCode: STAFF_ZIP_CODE,
  referredBy: choice(REFERRAL_SOURCES, 'Please select a valid reference.'),
  okayToContactIndicator: STAFF_INDICATOR,
  pausedUntil: { day: { message: 'Paused until is invalid.' } },
  eml: EML,
} as const satisfies FormRules;

/** Whether a family may be invited now. Computed, never stored. */
export interface ContactStatus {
  mayBeInvited: boolean;
  /** In the order of `CONTACT_REASONS`. */
  reasons: ContactReason[];
  /** First day of invitations (`YYYY-MM-DD`, lab's time zone); `null` if that is now or does not depend on time. */
  until: string | null;
  /** The last invitation by any study. `on` is a day (`YYYY-MM-DD`) in the lab's time zone. */
  invited: { studyName: string; on: string } | null;
}

/** A family in a list. */
export interface StaffFamily extends StaffRecord {
  guid: string;
  email: string;
  familyName: string;
  referredBy: ReferralSource;
  okayToContactIndicator: Indicator;
  zipCode: string;
  /** Looked up from the zip code; empty for an unknown one. */
  city: string;
  state: SearchState;
  /** Awaiting confirmation, and the newest link has expired. */
  confirmationExpired: boolean;
  firstEmailSentDate: string | null;
  secondEmailSentDate: string | null;
  /** No invitations before that day (`YYYY-MM-DD`). */
  pausedUntil: string | null;
  /** When the mail server refused the address permanently. */
  undeliverableAt: string | null;
  contactStatus: ContactStatus;
  area: ServiceArea;
}

/** `GET families/getByGuid/{guid}`, `GET families/{id}`, and the response of each call that writes a family. */
export interface StaffFamilyDetails extends StaffFamily {
  /** `null` for a family added by staff. */
  consent: ConsentRecord | null;
  /** Primary first, then by id. */
  guardians: StaffGuardian[];
  /** By id. */
  children: StaffChild[];
}

/** Names of the states of families. `expired`: awaiting confirmation, and the newest link has expired. */
export const FAMILY_STATE_TEXTS = {
  registered: 'Confirmed',
  awaiting: 'Awaiting confirmation',
  expired: 'Confirmation link expired',
} as const;
export type FamilyStateFilter = keyof typeof FAMILY_STATE_TEXTS;
export const FAMILY_STATE_FILTERS = Object.keys(FAMILY_STATE_TEXTS) as FamilyStateFilter[];
