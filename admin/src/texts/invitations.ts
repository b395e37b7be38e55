import {
  type Candidate,
  CANDIDATE_REASONS,
  type CandidateReason,
  type ContactReason,
  type ContactStatus,
  type InvitationState,
  type ParticipationState,
  type RosterChild,
  type StaffParticipation,
  type StaffStudy,
  type Verdict,
} from '@kidlab/contract';

import { plural } from './dates.js';
import { startText } from './studies.js';

/** Texts for invitations and answers, on the pages of a study, a session and a family. */

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
 * @param study a closed one offers nothing
 */
export function reasonText(reason: CandidateReason, study?: Pick<StaffStudy, 'state'>): string {
  if (reason === 'nothing-left' && study?.state === 'closed') return 'the study is closed';
  return reason in CHILD_REASONS
    ? CHILD_REASONS[reason as keyof typeof CHILD_REASONS]
    : `the family ${FAMILY_REASONS[reason as keyof typeof FAMILY_REASONS]}`;
}

export function reasonsText(
  reasons: readonly CandidateReason[],
  study?: Pick<StaffStudy, 'state'>,
): string {
  return reasons.map((reason) => reasonText(reason, study)).join(', ');
}

const AND = new Intl.ListFormat('en-US');
const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `May be invited from March 3, 2027, because it asked for a pause.` */
export function contactStatusText(status: ContactStatus): string {
  const { mayBeInvited, reasons, until, invited } = status;
  if (mayBeInvited) return 'May be invited.';
  const shown = (day: string): string => LONG_DATE.format(new Date(day));
  const why = (reason: ContactReason): string =>
    reason === 'resting' && invited !== null
      ? `it was invited to ${invited.studyName} on ${shown(invited.on)}`
      : `it ${FAMILY_REASONS[reason]}`;
  const when = until === null ? 'May not be invited' : `May be invited from ${shown(until)}`;
  return `${when}, because ${AND.format(reasons.map(why))}.`;
}

export const VERDICT_TEXTS: Readonly<Record<Verdict, string>> = {
  certain: 'May be invited',
  possible: 'Possibly the right age',
  not: 'May not be invited',
};

export const INVITATION_STATE_TEXTS: Readonly<Record<InvitationState, string>> = {
  queued: 'Being sent',
  sent: 'Sent',
  withdrawn: 'Withdrawn',
};

export const PARTICIPATION_STATE_TEXTS: Readonly<Record<ParticipationState, string>> = {
  invited: 'No answer yet',
  accepted: 'Has a seat',
  waitlisted: 'On the waiting list',
  declined: 'Said no',
  cancelled_by_parent: 'Canceled by the family',
  cancelled_by_lab: 'Canceled by the lab',
  attended: 'Came',
  no_show: 'Did not come',
};

/** `12 families get an email.` @param families `null` while unknown. @param when starts the sentence. */
export function mailedText(families: number | null, when = ''): string {
  if (families === null || families === 0) return '';
  return `${when} ${plural(families, 'family gets', 'families get')} an email.`.trim();
}

/** The page of a family. */
export const INVITATION_HISTORY_TEXTS = {
  heading: 'Invitations',
  none: 'Not invited yet.',
  columns: ['Child', 'Study', 'Invited', 'Answer', 'Session'],
} as const;

/** The page of a session. */
export const SESSION_TEXTS = {
  heading: 'Session',
  roster: 'Roster',
  nobody: 'Nobody has a seat yet.',
  waiting: 'Waiting List',
  nobodyWaits: 'The waiting list is empty.',
  cancelled: 'Who Had a Seat or Was Waiting',
  nobodyCancelled: 'Nobody had a seat or waited.',
  noFreeSeat: 'No seat is free. Add seats, or remove a child.',
  print: 'Print',
  came: 'Came',
  noShow: 'No-show',
  undoHint: 'Tap the same button again to undo.',
  notYet: 'You can record attendance from one hour before the start.',
  seat: 'Give a Seat',
  remove: 'Remove',
  seatQuestion:
    'This child gets a seat ahead of others on the waiting list. The family gets an email.',
  seated: 'The child has a seat now.',
  removed: 'The child was removed from the session.',
  removeQuestion: 'The child is removed from this session. The family gets an email.',
} as const;

/** Only one child is changed: `Kai, of the same family, stays on the waiting list.` */
export function siblingsText(names: readonly string[]): string {
  if (names.length === 0) return '';
  const stay = names.length === 1 ? 'stays' : 'stay';
  return `${AND.format(names)}, of the same family, ${stay} on the waiting list.`;
}

export const SEATS_NOT_LOADED = 'The seats in coming sessions could not be loaded.';

/** `Maya has a seat in Blocks 3 on Tue, Jan 12, 2027, 9:30 AM. This frees the seat.` */
export function seatLostText(
  { firstName, startsLocal }: StaffParticipation,
  study: string,
): string {
  return `${firstName} has a seat in ${study} on ${startText(startsLocal ?? '')}. This frees the seat.`;
}

/**
 * `Has a seat: Tue, Jan 12, 2027, 9:30 AM`, `On the waiting list: Tue, …, 2 families ahead`. A withdrawn invitation can
 * no longer be answered.
 */
export function answerText(child: StaffParticipation, invitation: InvitationState): string {
  const { state, startsLocal, waitingBefore } = child;
  const parts = [
    // A declined child may still have the session it was waiting for.
    startsLocal === null || state === 'declined' ? null : startText(startsLocal),
    waitingBefore === null ? null : `${plural(waitingBefore, 'family', 'families')} ahead`,
  ].filter((part) => part !== null);
  const isOver = state === 'invited' && invitation === 'withdrawn';
  const text = isOver ? INVITATION_STATE_TEXTS.withdrawn : PARTICIPATION_STATE_TEXTS[state];
  return parts.length === 0 ? text : `${text}: ${parts.join(', ')}`;
}

/** `Maya Doe` */
export function childName({ firstName, familyName }: Candidate | RosterChild): string {
  return `${firstName} ${familyName}`;
}

/** `23–24 months (confirmed by the parent)` */
export function rosterAgeText({ ageText, ageConfirmedAt }: RosterChild): string {
  return ageConfirmedAt === null ? ageText : `${ageText} (confirmed by the parent)`;
}

/** Why an invitation was withdrawn: by staff, or by a rule checked right before its email was sent. */
export function withdrawnText(reason: string | null): string {
  const known = CANDIDATE_REASONS.find((each) => each === reason);
  return known === undefined ? 'by staff' : reasonText(known);
}
