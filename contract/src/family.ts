import type { ConsentRecord } from './agreement.js';
import type { ChildFilter, ChildRecordRequest, StaffChild } from './child.js';
import {
  type ContactReason,
  type FamilyOrigin,
  type Indicator,
  REFERRAL_SOURCES,
  type ReferralSource,
  type SearchState,
  type WaitingStage,
} from './enumerations.js';
import type { GuardianRequest, StaffGuardian } from './guardian.js';
import type { RecordChange, StaffRecord } from './record.js';
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

/** Whether a family may be invited now. A rule, never a field. */
export interface ContactStatus {
  mayBeInvited: boolean;
  /** In the order of `CONTACT_REASONS`. */
  reasons: ContactReason[];
  /** First day of invitations (`YYYY-MM-DD`, lab's time zone); `null` if that is now or not set by time. */
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

/** `GET families/getByGuid/{guid}`, `GET families/{id}`, and the answer of each call that writes a family. */
export interface StaffFamilyDetails extends StaffFamily {
  /** `null` for a family added by staff. */
  consent: ConsentRecord | null;
  /** Primary first, then by id. */
  guardians: StaffGuardian[];
  /** By id. */
  children: StaffChild[];
}

/**
 * `POST families`. Saves everything or nothing. Here and below, the audit and status fields of the documented payload
 * are ignored.
 */
export interface FamilyRequest extends Pick<
  StaffFamily,
  'email' | 'zipCode' | 'familyName' | 'referredBy'
> {
  /** `Y` when left out. */
  okayToContactIndicator?: Indicator | '';
  /** `YYYY-MM-DD`; empty for no pause. */
  pausedUntil?: string | null;
  eml?: string | null;
  /** At most two. The first is primary unless another says so. */
  guardians?: GuardianRequest[];
  /** At most five. */
  children?: ChildRecordRequest[];
}

/** `withSameEmail` also changes the address of guardians who have the family's, all or nothing. */
export type FamilyChange = RecordChange<FamilyRequest> & { withSameEmail?: boolean };

/** `expired` families are awaiting ones whose newest link has expired. */
export const FAMILY_STATE_FILTERS = ['registered', 'awaiting', 'expired'] as const;
export type FamilyStateFilter = (typeof FAMILY_STATE_FILTERS)[number];

/** `filter` of `GET families`. Gender and age apply to the same child. */
export interface FamilyFilter extends Pick<
  ChildFilter,
  'id' | 'okayToContactIndicator' | 'gender' | 'ageUOM' | 'minAge' | 'maxAge'
> {
  /**
   * Words in any order, each part of a name or an address (a single word of one or two letters: the family's name or
   * address), or at least three digits of a telephone number. Ignores case, accents, apostrophes and hyphens.
   */
  q?: string;
  state?: FamilyStateFilter;
  referredBy?: ReferralSource;
  /** Beginning of the zip code. */
  zipCode?: string;
  /** Part of the name, any case. */
  city?: string;
  /** `Y`: kept, but never mailed. */
  disabledIndicator?: Indicator;
  /** First and last day of confirmation (`YYYY-MM-DD`, lab's time zone). */
  registeredFrom?: string;
  registeredTo?: string;
  /** First and last day of signing up: when the agreement was accepted, or staff added the family. */
  signedUpFrom?: string;
  signedUpTo?: string;
  origin?: FamilyOrigin;
  /** The rows that the dashboard counts. */
  waitingStage?: WaitingStage;
}
