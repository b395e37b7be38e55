import type { ErasedKind, ErasureScope, RetentionKind } from '@kidlab/contract';

export const RETENTION_KIND_NAMES: Readonly<Record<RetentionKind, string>> = {
  families: 'Families that never confirmed',
  links: 'Links of confirmed families',
  passwordLinks: 'Set-password links',
  mails: 'Rows of the mail ledger',
  capturedMails: 'Captured mails',
  sessions: 'Sessions that ended',
  rateCounts: 'Counts of calls',
  challenges: 'Used bot checks',
  mailedAddresses: 'Hashes of mailed addresses',
  savedForms: 'Answers to forms that staff saved',
  auditEvents: 'Audit events',
  receipts: 'Receipts of erasures',
};

/** How long something is kept once it has served its purpose. */
export function keptText(days: number): string {
  if (days === 0) return 'not at all';
  return days === 1 ? '1 day' : `${String(days)} days`;
}

/** Words around requests for access and removal. */
export const REQUEST_TEXTS = {
  email: 'Email Address',
  lift: 'Let it be mailed again',
  agreement: 'Agreement accepted',
  erase: 'Erase',
  receiptHeading: 'Receipt of an erasure',
  receiptNumber: 'Number',
  receiptDate: 'Date',
  receiptsHeading: 'Receipts',
  receiptShow: 'Show',
} as const;

export const ERASURE_SCOPE_NAMES: Readonly<Record<ErasureScope, string>> = {
  family: 'The whole family, with its children',
  guardian: 'This guardian only; the other one and the children stay',
};

export const ERASED_KIND_NAMES: Readonly<Record<ErasedKind, string>> = {
  families: 'Families',
  guardians: 'Guardians',
  children: 'Children',
  links: 'Confirmation links',
  invitations: 'Invitations',
  mails: 'Emails',
  capturedMails: 'Captured mails',
  staffUsers: 'Staff users',
  events: 'Audit events',
};
