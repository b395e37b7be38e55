import type { ErasedKind, ErasureScope, RetentionKind } from '@kidlab/contract';

import { plural } from './dates.js';

/** Texts of the privacy page, which is not in the specification. */
export const PRIVACY_TEXTS = {
  heading: 'Privacy',

  retentionHeading: 'Next scheduled erasure',
  retentionExplained:
    'This data is no longer needed and is erased automatically. You do not need to do anything.',
  retentionRunsAt: 'Runs',
  retentionColumns: ['What', 'Kept', 'Next run erases', 'Oldest'],
  retentionNothing: 'none',
  retentionFamilies: 'Families that never confirmed',
  retentionFamiliesNone: 'No family would be erased.',
  retentionFamilyColumns: ['Family', 'Agreement accepted'],
} as const;

export const RETENTION_KIND_NAMES: Readonly<Record<RetentionKind, string>> = {
  families: 'Families that never confirmed',
  links: 'Links of confirmed families',
  passwordLinks: 'Set-password links',
  mails: 'Email records',
  capturedMails: 'Captured emails',
  sessions: 'Expired browser sessions of staff and parents',
  rateCounts: 'Rate limit counts',
  challenges: 'Used bot checks',
  mailedAddresses: 'Hashes of emailed addresses',
  savedForms: 'Stored results of forms that staff saved',
  auditEvents: 'Audit events',
  receipts: 'Erasure receipts',
};

export function keptText(days: number): string {
  return days === 0 ? 'until the next run' : plural(days, 'day');
}

/** Texts of requests for access and erasure. */
export const REQUEST_TEXTS = {
  heading: 'Access and removal',
  explained:
    'Find everything stored about an email address, give it to its owner, or erase it. Each step is recorded in the audit trail, without the address.',
  email: 'Email Address',
  search: 'Search',
  found: 'Data about',
  nothing: 'Nothing is stored about this address.',
  suppressed: 'This address was erased and gets no email. Erased on',
  lift: 'Allow email again',
  liftQuestion:
    'Only if its owner has asked for it. The address can then be added and emailed again.',
  lifted: 'The address can be emailed again.',
  downloadJson: 'Download as JSON',
  downloadHtml: 'Download as HTML',
  family: 'Family',
  state: 'Status',
  agreement: 'Agreement accepted',
  agreementVersion: 'Agreement version',
  agreementOrigin: 'Accepted on',
  agreementNetwork: 'Network',
  otherGuardians: 'Other guardian',
  staffUser: 'Staff user',
  scope: 'What to erase',
  erase: 'Erase',
  eraseHeading: 'Erase this address',
  erased: 'Erased. This is the receipt.',
  receiptHeading: 'Erasure receipt',
  receiptNumber: 'Number',
  receiptDate: 'Date',
  receiptBy: 'Erased by staff user no.',
  print: 'Print',
  receiptsHeading: 'Receipts',
  receiptsNone: 'Nothing has been erased on request yet.',
  receiptShow: 'Show',
} as const;

interface AskedFamily {
  readonly familyName: string;
  readonly scope: ErasureScope;
}

/** @param families with this address, and what to erase of each. */
export function eraseQuestion(families: readonly AskedFamily[]): string {
  const erased = families.map(({ familyName, scope }) =>
    scope === 'family'
      ? `The whole ${familyName} family is erased, with its children.`
      : `Only this guardian of the ${familyName} family is erased; the other one and the children stay.`,
  );
  const what =
    erased.length === 0
      ? 'Everything above is erased.'
      : `${erased.join(' ')} Emails and links of this address are erased too.`;
  return `This cannot be undone. ${what} The address gets no more email. Type the address to confirm:`;
}

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
  capturedMails: 'Captured emails',
  staffUsers: 'Staff users',
  events: 'Audit events',
};
