import { type ConsentRecord } from './agreement.js';
import type { StaffChild } from './child.js';
import type { StaffFamily, StaffGuardian } from './staff-wire-records.js';
import type { InvitationState, ParticipationState } from './studies.js';

/** What the daily run of the retention erases, in the order in which the portal shows it. */
export const RETENTION_KINDS = [
  'families',
  'links',
  'passwordLinks',
  'mails',
  'capturedMails',
  'sessions',
  'rateCounts',
  'challenges',
  'mailedAddresses',
  'savedForms',
  'auditEvents',
  'receipts',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** One kind of it. */
export interface RetentionForecast {
  kind: RetentionKind;
  /** How long it is kept after its purpose has ended. */
  keptDays: number;
  /** How many the next run would erase, were nothing to happen before. */
  count: number;
  /** When the purpose of the oldest of them ended; ISO 8601, UTC. */
  oldest: string | null;
}

/** A family that never confirmed. No more of it than names it. */
export interface RetentionFamily {
  guid: string;
  /** When the agreement was accepted; ISO 8601, UTC. */
  acceptedAt: string;
}

/** `GET admin/api/privacy/retention`: what the next run would erase. */
export interface RetentionPreview {
  /** ISO 8601, UTC. */
  nextRunAt: string;
  kinds: RetentionForecast[];
  /** The oldest of the families, at most `RETENTION.previewedFamilies`. */
  families: RetentionFamily[];
}

export const ACCESS_FORMATS = ['json', 'html'] as const;
export type AccessFormat = (typeof ACCESS_FORMATS)[number];

/**
 * What of a family is erased: all of it; or the guardians with that address alone, where another guardian is left.
 */
export const ERASURE_SCOPES = ['family', 'guardian'] as const;
export type ErasureScope = (typeof ERASURE_SCOPES)[number];

/** Somebody else in the family. No more than that there is somebody: a person has a right to their own data only. */
export type AccessOtherGuardian = Pick<StaffGuardian, 'firstName' | 'relationshipToChild'>;

/**
 * A family that has the address, or a guardian with it. Who of the staff wrote what, and others' addresses, are left
 * out.
 */
export interface AccessFamily {
  family: StaffFamily;
  consent: ConsentRecord | null;
  /** With that address. */
  guardians: StaffGuardian[];
  otherGuardians: AccessOtherGuardian[];
  children: StaffChild[];
  /** What may be erased. */
  scopes: ErasureScope[];
}

/** A mail to the address. */
export interface AccessMail {
  kind: string;
  state: string;
  createdAt: string;
  sentAt: string | null;
}

/** A confirmation link of the families. */
export interface AccessLink {
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
}

/** An invitation of the families to a study. */
export interface AccessInvitation {
  /** As parents read its name. */
  study: string;
  state: InvitationState;
  withdrawnReason: string | null;
  sentAt: string | null;
  expiresAt: string | null;
  answeredAt: string | null;
  /** By the parent; `null` where it may be another guardian's. */
  note: string | null;
  answers: AccessAnswer[];
}

/** What was answered for a child. */
export interface AccessAnswer {
  firstName: string;
  state: ParticipationState;
  startsAt: string | null;
  endsAt: string | null;
  /** The place on the waiting list. */
  waitingNumber: number | null;
  /** When the parent said that the child is old enough on the day. */
  ageConfirmedAt: string | null;
}

/** An event of the audit trail that speaks of the families or names the address. */
export interface AccessEvent {
  occurredAt: string;
  action: string;
  subjectType: string;
  before: object | null;
  after: object | null;
}

/** The staff user with that address. */
export interface AccessStaffUser {
  id: number;
  email: string;
  enabled: boolean;
  createdDate: string;
}

/** Everything about an address. */
export interface AccessReport {
  /** In lower case. */
  email: string;
  /** ISO 8601, UTC; likewise below. */
  madeAt: string;
  /** When the address was erased before; it is not mailed since. */
  suppressedAt: string | null;
  families: AccessFamily[];
  mails: AccessMail[];
  links: AccessLink[];
  invitations: AccessInvitation[];
  events: AccessEvent[];
  staffUser: AccessStaffUser | null;
}

/** `POST admin/api/privacy/erasures` */
export interface ErasureRequest {
  email: string;
  /** The address once more, as a person has typed it. */
  confirmation: string;
  /** Each family of the report, and what of it is erased. */
  families: { guid: string; scope: ErasureScope }[];
}

/** What is counted in a receipt, in its order. */
export const ERASED_KINDS = [
  'families',
  'guardians',
  'children',
  'links',
  'invitations',
  'mails',
  'capturedMails',
  'staffUsers',
  'events',
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

/** That an address was erased. Without personal data: it neither holds the address nor a hash of it. */
export interface ErasureReceipt {
  /** Random. */
  number: string;
  erasedAt: string;
  /** Number of the staff user who did it. */
  erasedBy: number;
  counts: Record<ErasedKind, number>;
}

/** Grids that `GET admin/api/exports/{grid}` sends as a whole, with the grid's own `filter` and `sort`. */
export const EXPORTED_GRIDS = ['families', 'guardians', 'children'] as const;
export type ExportedGrid = (typeof EXPORTED_GRIDS)[number];
