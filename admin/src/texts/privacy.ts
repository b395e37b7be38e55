import type { ErasedKind, ErasureScope, RetentionKind } from '@kidlab/contract';

import { plural } from './dates.js';

/** Words of the page on privacy, which the specification does not have. */
export const PRIVACY_TEXTS = {
  heading: 'Privacy',

  retentionHeading: 'Next scheduled erasure',
  retentionExplained:
    'Erased by itself, because it serves no purpose any more. Nothing has to be done here.',
  retentionRunsAt: 'Runs at',
  retentionColumns: ['What', 'Kept for', 'Next run erases', 'Oldest'],
  retentionNothing: 'none',
  retentionFamilies: 'Families that never confirmed',
  retentionFamiliesNone: 'No family would be erased.',
  retentionFamilyColumns: ['Family', 'Agreement accepted'],
} as const;

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
  return days === 0 ? 'not at all' : plural(days, 'day');
}

/** Words around requests for access and removal. */
export const REQUEST_TEXTS = {
  heading: 'Access and removal',
  explained:
    'Find everything about an email address, hand it to its owner, or erase it. Each step is written down in the audit trail, without the address.',
  email: 'Email Address',
  search: 'Search',
  found: 'What there is of',
  nothing: 'Nothing is kept about this address.',
  suppressed: 'This address was erased and is not mailed. Erased on',
  lift: 'Let it be mailed again',
  liftQuestion: 'Only when its owner has asked for it. The address may be added and mailed again.',
  lifted: 'The address may be mailed again.',
  downloadJson: 'Download as JSON',
  downloadHtml: 'Download as a page to read',
  family: 'Family',
  state: 'State',
  agreement: 'Agreement accepted',
  agreementVersion: 'Version of its text',
  agreementOrigin: 'Accepted on',
  agreementNetwork: 'From the network',
  otherGuardians: 'Other guardian',
  staffUser: 'Staff user',
  scope: 'What is erased of this family',
  erase: 'Erase',
  eraseHeading: 'Erase this address',
  eraseQuestion:
    'This cannot be undone. Everything above is erased, and the address is not mailed any more. Type the address to confirm:',
  erased: 'Erased. This is the receipt.',
  receiptHeading: 'Receipt of an erasure',
  receiptNumber: 'Number',
  receiptDate: 'Date',
  receiptBy: 'Erased by staff user no.',
  print: 'Print',
  receiptsHeading: 'Receipts',
  receiptsNone: 'Nothing was erased on request yet.',
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
