import { type CandidateReason, CANDIDATE_REASONS } from './invitations.js';
import type { ContactReason } from './enumerations.js';
import type { ContactStatus } from './family.js';
import type { StaffStudy } from './studies.js';

/** Texts about invitations and answers, for the portal's pages and the access report. */

const AND = new Intl.ListFormat('en-US');

/** Completes "the family …". */
const FAMILY_REASONS = {
  erased: 'asked for its data to be erased',
  disabled: 'is disabled and gets no email',
  unconfirmed: 'has not confirmed',
  'opted-out': 'does not want to be contacted',
  undeliverable: 'has an address that the mail server rejects',
  paused: 'asked for a pause',
  resting: 'was invited recently',
  busy: 'has a seat in another session at that time',
  invited: 'is already invited to this study',
} as const;

const CHILD_REASONS = {
  unknown: 'no such family',
  // The family or only the child is disabled.
  disabled: 'disabled',
  'too-young': 'too young',
  'too-old': 'too old',
  gender: 'different gender',
  hand: 'different hand preference',
  language: 'different language',
  area: 'lives in another area',
  seen: 'has or had a seat in a study that this one excludes',
  'nothing-left': 'no session with a free seat',
} as const;

/**
 * Why a child may not be invited: `too young`, `the family has not confirmed`.
 * @param study if closed, that replaces the reason `nothing-left`
 */
export function reasonText(reason: CandidateReason, study?: Pick<StaffStudy, 'state'>): string {
  if (reason === 'nothing-left' && study?.state === 'closed') return 'the study is closed';
  return reason in CHILD_REASONS
    ? CHILD_REASONS[reason as keyof typeof CHILD_REASONS]
    : `the family ${FAMILY_REASONS[reason as keyof typeof FAMILY_REASONS]}`;
}

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `May be invited from March 3, 2027, because the family asked for a pause.` */
export function contactStatusText(status: ContactStatus): string {
  const { mayBeInvited, reasons, until, invited } = status;
  if (mayBeInvited) return 'May be invited.';
  const shown = (day: string): string => LONG_DATE.format(new Date(day));
  const why = (reason: ContactReason): string =>
    reason === 'resting' && invited !== null
      ? `was invited to ${invited.studyName} on ${shown(invited.on)}`
      : FAMILY_REASONS[reason];
  const when = until === null ? 'May not be invited' : `May be invited from ${shown(until)}`;
  return `${when}, because the family ${AND.format(reasons.map(why))}.`;
}

/** Why an invitation was withdrawn: by staff, or by a rule checked right before its email was sent. */
export function withdrawnText(reason: string | null): string {
  // The mail server may have been down for a day, which says nothing about the address.
  if (reason === 'undeliverable') return 'its email could not be delivered';
  const known = CANDIDATE_REASONS.find((each) => each === reason);
  return known === undefined ? 'by staff' : reasonText(known);
}
