import { type ConsentRecord } from './agreement.js';
import type {
  AgeUnit,
  ContactReason,
  FamilyOrigin,
  Gender,
  Indicator,
  Language,
  ReferralSource,
  Relationship,
  Hand,
  SearchState,
  WaitingStage,
} from './enumerations.js';
import type { ChildRecordRequest, StaffChild } from './child.js';
import type { MemberRecord, StaffRecord } from './record.js';
import type { ServiceArea } from './service-areas.js';
import type { ErrorBody } from './wire.js';

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

/**
 * `POST guardians`. The family is named by `familyId`, `familyGuid` or `familyEmail`, which must agree (409); none of
 * them is used in `FamilyRequest.guardians`.
 */
export interface GuardianRequest {
  familyId?: number;
  familyGuid?: string;
  familyEmail?: string;
  firstName: string;
  lastName: string;
  email: string;
  primaryPhone: string;
  zipCode: string;
  relationshipToChild: Relationship;
  /** The family's first guardian is primary, whatever is sent. */
  isPrimaryIndicator?: Indicator | '';
  notes?: string | null;
  eml?: string | null;
}

/** `PUT` of a record: missing fields stay unchanged. */
type RecordChange<Request> = Partial<Request> & { version?: number };

/** `withSameEmail` also changes the address of guardians who have the family's, all or nothing. */
export type FamilyChange = RecordChange<FamilyRequest> & { withSameEmail?: boolean };
/** `withSameEmail` also changes the family's address if it is the guardian's, all or nothing. */
export type GuardianChange = RecordChange<GuardianRequest> & { withSameEmail?: boolean };
export type ChildRecordChange = RecordChange<ChildRecordRequest>;

/** 409 of a `PUT` with an outdated `version`. */
export interface StaleRecordBody extends ErrorBody {
  /** The save in between. */
  current: Pick<StaffRecord, 'modifiedBy' | 'modifiedDate' | 'version'> & {
    /** Stored values, as text, of the fields that differ from the body. */
    fields: Readonly<Record<string, string>>;
  };
}

/** `expired` families are awaiting ones whose newest link has expired. */
export const FAMILY_STATE_FILTERS = ['registered', 'awaiting', 'expired'] as const;
export type FamilyStateFilter = (typeof FAMILY_STATE_FILTERS)[number];

/** `filter` of `GET families`. */
export interface FamilyFilter {
  id?: number | number[];
  /**
   * Words in any order, each part of a name or an address (a single word of one or two letters: the family's name or
   * address), or at least three digits of a telephone number. Ignores case, accents, apostrophes and hyphens.
   */
  q?: string;
  state?: FamilyStateFilter;
  okayToContactIndicator?: Indicator;
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
  /** Gender and age apply to the same child. */
  gender?: Gender;
  ageUOM?: AgeUnit;
  minAge?: number;
  maxAge?: number;
}

/** `filter` of `GET children`. */
export interface ChildFilter extends Pick<
  FamilyFilter,
  'id' | 'okayToContactIndicator' | 'gender' | 'ageUOM' | 'minAge' | 'maxAge'
> {
  familyId?: number | number[];
  /** Part of the first name or of the family's name, any case. */
  q?: string;
  /** The family's. */
  state?: SearchState;
  /** `Y`: the child or its family is never invited. */
  disabledIndicator?: Indicator;
  /** `Y`: child and family may be invited now. */
  contactable?: 'Y';
  languageSpokenAtHome?: Language;
  additionalLanguage?: Language;
  whichHandId?: Hand;
}
