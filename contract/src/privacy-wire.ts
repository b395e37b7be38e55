import { type ConsentRecord } from './agreement.js';
import type { StaffChild } from './child.js';
import type { StaffFamily, StaffGuardian } from './staff-wire-records.js';

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

/** `GET admin/api/privacy/retention`: what the next run would erase. Moments are ISO 8601, UTC. */
export interface RetentionPreview {
  nextRunAt: string;
  kinds: {
    kind: RetentionKind;
    /** How long it is kept after its purpose has ended. */
    keptDays: number;
    /** How many the next run would erase, were nothing to happen before. */
    count: number;
    /** When the purpose of the oldest of them ended. */
    oldest: string | null;
  }[];
  /** Never confirmed, oldest first, at most `RETENTION.previewedFamilies`. */
  families: { guid: string; acceptedAt: string }[];
}

export const ACCESS_FORMATS = ['json', 'html'] as const;
export type AccessFormat = (typeof ACCESS_FORMATS)[number];

/**
 * What of a family is erased: all of it; or the guardians with that address alone, where another guardian is left.
 */
export const ERASURE_SCOPES = ['family', 'guardian'] as const;
export type ErasureScope = (typeof ERASURE_SCOPES)[number];

/**
 * A family that has the address, or a guardian with it. Who of the staff wrote what, and others' addresses, are left
 * out.
 */
export interface AccessFamily {
  family: StaffFamily;
  consent: ConsentRecord | null;
  /** With that address. */
  guardians: StaffGuardian[];
  /** The others, and no more of them than that: a person has a right to their own data only. */
  otherGuardians: Pick<StaffGuardian, 'firstName' | 'relationshipToChild'>[];
  children: StaffChild[];
  /** What may be erased. */
  scopes: ErasureScope[];
}

/** Everything about an address. The portal counts what has no type here; the server's `AccessReportDto` has it all. */
export interface AccessReport {
  /** In lower case. */
  email: string;
  /** When the address was erased before; it is not mailed since. ISO 8601, UTC. */
  suppressedAt: string | null;
  families: AccessFamily[];
  mails: object[];
  links: object[];
  invitations: object[];
  events: object[];
  staffUser: object | null;
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
