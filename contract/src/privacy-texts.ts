import { type RetentionKind } from './privacy-wire.js';

/** Words of the page on privacy, which the specification does not have. */
export const PRIVACY_TEXTS = {
  heading: 'Privacy',

  retentionHeading: 'Next scheduled erasure',
  retentionExplained:
    'Erased by itself, because it serves no purpose any more. Nothing has to be done here.',
  retentionRunsAt: 'Runs at',
  retentionKind: 'What',
  retentionKept: 'Kept for',
  retentionCount: 'Next run erases',
  retentionOldest: 'Oldest',
  retentionNothing: 'none',
  retentionFamilies: 'Families that never confirmed',
  retentionFamiliesNone: 'No family would be erased.',
  retentionFamily: 'Family',
  retentionAccepted: 'Agreement accepted',
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
  auditEvents: 'Audit events',
  receipts: 'Receipts of erasures',
};

/** How long something is kept once it has served its purpose. */
export function keptText(days: number): string {
  if (days === 0) return 'not at all';
  return days === 1 ? '1 day' : `${String(days)} days`;
}
