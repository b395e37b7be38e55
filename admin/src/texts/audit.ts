import type { AuditAction, AuditSubjectType } from '@kidlab/contract';

/** Actions and records of the audit trail in plain words. An unknown one is shown as it is. */

export const AUDIT_ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  'child.created': 'Child added',
  'child.deleted': 'Child deleted',
  'child.updated': 'Child changed',
  'confirmation.resent': 'Confirmation sent again',
  'draft.expired': 'Unfinished sign-up expired',
  'draft.replaced': 'Unfinished sign-up replaced',
  'family.created': 'Family added',
  'family.deleted': 'Family deleted',
  'family.erased': 'Family erased',
  'family.guardian-erased': 'Guardian erased',
  'family.retention-ended': 'Family erased after its retention period',
  'family.updated': 'Family changed',
  'guardian.created': 'Guardian added',
  'guardian.deleted': 'Guardian deleted',
  'guardian.updated': 'Guardian changed',
  'invitation.queued': 'Invitation queued',
  'invitation.withdrawn': 'Invitation withdrawn',
  'list.exported': 'List exported',
  'mail.retried': 'Failed email sent again',
  'participation.updated': 'Attendance or answer changed',
  'privacy.downloaded': 'Privacy: data downloaded',
  'privacy.erased': 'Privacy: address erased',
  'privacy.searched': 'Privacy: address searched',
  'privacy.suppression-lifted': 'Privacy: email allowed again',
  'registration.accepted': 'Sign-up sent',
  'registration.cancelled': 'Sign-up canceled',
  'registration.confirmed': 'Sign-up confirmed',
  'registration.refused-by-mail': 'Sign-up refused from the email',
  'retention.done': 'Scheduled erasure done',
  'second-notice.queued': 'Second notice queued',
  'slot.cancelled': 'Session canceled',
  'slot.created': 'Session added',
  'slot.deleted': 'Session deleted',
  'slot.updated': 'Session changed',
  'staff.logged-in': 'Login',
  'staff.logged-out': 'Logout',
  'staff.login-failed': 'Login failed',
  'staff.proof-failed': 'Wrong password or code on a settings page',
  'study.created': 'Study added',
  'study.deleted': 'Study deleted',
  'study.updated': 'Study changed',
  'user.added': 'User added',
  'user.deleted': 'User deleted',
  'user.disabled': 'User disabled',
  'user.enabled': 'User enabled',
  'user.password-forgotten': 'Password forgotten',
  'user.password-set': 'Password set',
  'user.recovery-code-used': 'Recovery code used',
  'user.recovery-codes-made': 'New recovery codes made',
  'user.second-factor-off': 'Two-step sign-in off',
  'user.second-factor-on': 'Two-step sign-in on',
  'user.second-factor-reset': 'Two-step sign-in reset',
};

export const AUDIT_SUBJECT_NAMES: Readonly<Record<AuditSubjectType, string>> = {
  address: 'Email address',
  child: 'Child',
  children: 'List of children',
  families: 'List of families',
  family: 'Family',
  'family-guardian-child': 'Search results, exported',
  guardian: 'Guardian',
  guardians: 'List of guardians',
  mail: 'Email',
  'registration-report': 'Registration report',
  retention: 'Scheduled erasure',
  slot: 'Session',
  study: 'Study',
  summary: 'Search results',
  user: 'User',
};

function nameIn(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}

export const auditActionName = (action: string): string => nameIn(AUDIT_ACTION_NAMES, action);
export const auditSubjectName = (type: string): string => nameIn(AUDIT_SUBJECT_NAMES, type);
