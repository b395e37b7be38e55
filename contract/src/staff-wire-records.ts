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
  /** All of them, in the order of `CONTACT_REASONS`. */
  reasons: ContactReason[];
  /** The first day on which it may be invited (`YYYY-MM-DD`, in the lab's time zone); `null`: now, or not by itself. */
  until: string | null;
  /** Its last invitation, by any study; `on` is a day (`YYYY-MM-DD`), in the lab's time zone. */
  invited: { studyName: string; on: string } | null;
}

/** A family in a list. Staff see registered and awaiting families; drafts never. */
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
  /** Awaiting confirmation, and the link that was mailed last is no longer valid. */
  confirmationExpired: boolean;
  firstEmailSentDate: string | null;
  secondEmailSentDate: string | null;
  /** It asked not to be invited before that day (`YYYY-MM-DD`). */
  pausedUntil: string | null;
  /** When the mail server refused its address for good. */
  undeliverableAt: string | null;
  contactStatus: ContactStatus;
  /** Of the zip code. */
  area: ServiceArea;
}

/**
 * A single family: `GET families/getByGuid/{guid}`, `GET families/{id}`, and the answer of each call that writes one.
 */
export interface StaffFamilyDetails extends StaffFamily {
  /** `null` for a family that staff have added. */
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
 * `POST families`. The audit and status fields of the documented payload are taken and ignored, here and in all that
 * follow. With guardians and children all of it is saved, or nothing.
 */
export interface FamilyRequest {
  email: string;
  zipCode: string;
  familyName: string;
  referredBy: ReferralSource;
  /** `Y` when left out. */
  okayToContactIndicator?: Indicator | '';
  /** `YYYY-MM-DD`; empty: no pause. */
  pausedUntil?: string | null;
  eml?: string | null;
  /** At most two; the first is primary when none says so. */
  guardians?: GuardianRequest[];
  /** At most five. */
  children?: ChildRecordRequest[];
}

/**
 * `POST guardians`: the family by `familyId` or `familyGuid`, else by `familyEmail`; none of them in
 * `FamilyRequest.guardians`. When they name different families, nothing is saved (409).
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

/** `PUT` of a family, a guardian or a child: what is left out stays. */
type RecordChange<Request> = Partial<Request> & { version?: number };

/** `withSameEmail`: its guardians with the family's former address get the new one as well, all or nothing. */
export type FamilyChange = RecordChange<FamilyRequest> & { withSameEmail?: boolean };
/** `withSameEmail`: the family, where its address was the guardian's, gets the new one as well, all or nothing. */
export type GuardianChange = RecordChange<GuardianRequest> & { withSameEmail?: boolean };
export type ChildRecordChange = RecordChange<ChildRecordRequest>;

/** 409 of a `PUT` whose `version` is not the record's any more. */
export interface StaleRecordBody extends ErrorBody {
  /** Who saved it in between, when (ISO 8601, UTC), and the version since. */
  current: Pick<StaffRecord, 'modifiedBy' | 'modifiedDate' | 'version'> & {
    /** What is stored in the fields in which the body differs from it, as text. */
    fields: Readonly<Record<string, string>>;
  };
}

/** Values of `state` in the families' filter. `expired` are those of `awaiting` whose last link is no longer valid. */
export const FAMILY_STATE_FILTERS = ['registered', 'awaiting', 'expired'] as const;
export type FamilyStateFilter = (typeof FAMILY_STATE_FILTERS)[number];

/** `filter` of `GET families`. */
export interface FamilyFilter {
  id?: number | number[];
  /**
   * Words in any order, each part of the family's name, of a guardian's name, of a child's first name or of an
   * address (a word of one or two letters by itself: of the family's name or address); or a telephone number by its
   * digits, at least three. Without case, accents, apostrophes and hyphens.
   */
  q?: string;
  state?: FamilyStateFilter;
  okayToContactIndicator?: Indicator;
  referredBy?: ReferralSource;
  /** The zip code, or how it begins. */
  zipCode?: string;
  /** Part of the city's name, any case. */
  city?: string;
  /** `Y`: kept, but never mailed. */
  disabledIndicator?: Indicator;
  /** First and last day of registration, which is when the family confirmed (`YYYY-MM-DD`, in the lab's time zone). */
  registeredFrom?: string;
  registeredTo?: string;
  /** First and last day of signing up, confirmed or not: when the agreement was accepted, or staff added the family. */
  signedUpFrom?: string;
  signedUpTo?: string;
  origin?: FamilyOrigin;
  /** Families that await confirmation, by where they stand: exactly the rows that the dashboard counts. */
  waitingStage?: WaitingStage;
  /** Gender and age hold of one and the same child. */
  gender?: Gender;
  ageUOM?: AgeUnit;
  minAge?: number;
  maxAge?: number;
}

/** `filter` of `GET children`. */
export interface ChildFilter {
  id?: number | number[];
  familyId?: number | number[];
  /** Part of the first name or of the family's name, any case. */
  q?: string;
  /** Of the child's family, as is the next. */
  state?: SearchState;
  okayToContactIndicator?: Indicator;
  /** `Y`: the child or its family is kept, but not to be invited. */
  disabledIndicator?: Indicator;
  /** `Y`: the child may be invited now, and so may its family. */
  contactable?: 'Y';
  languageSpokenAtHome?: Language;
  /** Whether the child has it as one of its additional languages. */
  additionalLanguage?: Language;
  whichHandId?: Hand;
  gender?: Gender;
  ageUOM?: AgeUnit;
  minAge?: number;
  maxAge?: number;
}
