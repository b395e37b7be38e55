import { MAIL_KIND_NAMES, MAIL_STATE_NAMES, type MailRow } from '@kidlab/contract';

import { plural, timeText } from './dates.js';

/** Texts of the pages on users, emails, follow-up and audit that are not in the specification. */
export const OPERATIONS_TEXTS = {
  followUpSeeMails: 'See the emails',

  deleteUserHeading: 'Delete this user?',
  deleteUserQuestion: 'The user will be signed out now and can no longer sign in.',
  disableUserHeading: 'Disable this user?',
  disableUserQuestion: 'The user will be signed out now and cannot sign in until enabled again.',
  enable: 'Enable',
  disable: 'Disable',
  userAdded: 'The user was added and gets an email with a link to set a password.',
  userDeleted: 'The user was deleted.',
  userChanged: 'The user was updated.',
  noPasswordYet: 'has not set a password yet',
  userAdministrator: 'user administrator',
  you: 'you (only another user can disable or delete you)',
  sendLinkAgain: 'Send the link again',
  linkSent:
    'A new link to set a password is on its way, unless this address has had several within the hour.',

  retry: 'Send again',
  auditNothing: 'none',
} as const;

export const MAIL_LABELS = {
  createdAt: 'Queued',
  toAddress: 'To',
  kind: 'Kind',
  state: 'Status',
  sentAt: 'Sent',
  nextAttemptAt: 'Next Try',
  attempts: 'Tries',
  serverAnswer: "Mail Server's Answer",
} as const;

export const AUDIT_LABELS = {
  occurredAt: 'When',
  actor: 'Who',
  action: 'What',
  subjectType: 'Record',
  subjectId: 'Record Id',
  after: 'Changes',
  from: 'From',
  to: 'To',
} as const;

/** Labels for fields of the audit trail whose names mean nothing to staff. */
export const AUDIT_FIELD_LABELS: Readonly<Record<string, string>> = {
  ageUOM: 'Age unit',
  slotId: 'Session number',
  withdrawnReason: 'Reason',
};

/** Whether the email is scheduled for later, like a reminder. */
export function isScheduled({ state, attempts, nextAttemptAt }: MailRow): boolean {
  return state === 'pending' && attempts === 0 && Date.parse(nextAttemptAt ?? '') > Date.now();
}

export function mailStateName(mail: MailRow): string {
  return isScheduled(mail)
    ? `Scheduled for ${timeText(mail.nextAttemptAt)}`
    : MAIL_STATE_NAMES[mail.state];
}

/** The text for a code. An unknown code is shown unchanged. */
export function nameIn(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}

export function kindName({ kind }: MailRow): string {
  return nameIn(MAIL_KIND_NAMES, kind);
}

export function followUpDone(queued: number): string {
  if (queued === 0) return 'No follow-up emails are due.';
  return `${plural(queued, 'follow-up email is on its', 'follow-up emails are on their')} way.`;
}
