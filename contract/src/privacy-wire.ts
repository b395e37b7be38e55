import { type ConsentRecord } from './agreement.js';
import type { StaffChild } from './child.js';
import type { StaffFamily } from './family.js';
import type { StaffGuardian } from './guardian.js';

/** What the daily retention run erases, in the portal's order. */
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

/** `GET privacy/retention`: what the next run would erase. Dates are ISO 8601, UTC. */
export interface RetentionPreview {
  nextRunAt: string;
  kinds: {
    kind: RetentionKind;
    /** Days after its purpose ended. */
    keptDays: number;
    count: number;
    /** When the purpose of the oldest one ended. */
    oldest: string | null;
  }[];
  /** Never confirmed, oldest first, at most `RETENTION.previewedFamilies`. */
  families: { guid: string; acceptedAt: string }[];
}

export const ACCESS_FORMATS = ['json', 'html'] as const;
export type AccessFormat = (typeof ACCESS_FORMATS)[number];

/** What is erased: the family, or only the guardians with that address if another guardian remains. */
export const ERASURE_SCOPES = ['family', 'guardian'] as const;
export type ErasureScope = (typeof ERASURE_SCOPES)[number];

/** A family with the address, or with a guardian who has it. Leaves out staff names and other people's addresses. */
export interface AccessFamily {
  family: StaffFamily;
  consent: ConsentRecord | null;
  /** With that address. */
  guardians: StaffGuardian[];
  /** No more than that: a person has a right to their own data only. */
  otherGuardians: Pick<StaffGuardian, 'firstName' | 'relationshipToChild'>[];
  children: StaffChild[];
  /** What may be erased. */
  scopes: ErasureScope[];
}

/** Everything about an address. `AccessReportDto` on the server types the parts that the portal only counts. */
export interface AccessReport {
  /** In lower case. */
  email: string;
  /** When the address was erased; it is no longer mailed. ISO 8601, UTC. */
  suppressedAt: string | null;
  families: AccessFamily[];
  mails: object[];
  links: object[];
  invitations: object[];
  events: object[];
  staffUser: object | null;
}

/** `POST privacy/erasures` */
export interface ErasureRequest {
  email: string;
  /** The address, typed once more. */
  confirmation: string;
  families: { guid: string; scope: ErasureScope }[];
}

/** What a receipt counts, in order. */
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

/** Proof of an erasure, without personal data: neither the address nor a hash of it. */
export interface ErasureReceipt {
  /** Random. */
  number: string;
  erasedAt: string;
  /** Id of the staff user. */
  erasedBy: number;
  counts: Record<ErasedKind, number>;
}

/** Grids of `GET exports/{grid}`, which takes the grid's `filter` and `sort`. */
export type ExportedGrid = 'families' | 'guardians' | 'children';
