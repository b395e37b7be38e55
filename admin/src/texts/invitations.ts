import {
  type Candidate,
  INVITATION,
  INVITATION_STATE_TEXTS,
  type InvitationState,
  PARTICIPATION_STATE_TEXTS,
  type RosterChild,
  type StaffParticipation,
  type Verdict,
  type WaitingReason,
} from '@kidlab/contract';

import { firstOf, plural } from './dates.js';
import { startText } from './studies.js';

/** Texts for invitations and answers, on the pages of a study, a session and a family. */

const AND = new Intl.ListFormat('en-US');

/** For a child that may not be invited, the reasons are shown instead. */
export const VERDICT_TEXTS: Readonly<Record<Exclude<Verdict, 'not'>, string>> = {
  certain: 'May be invited',
  possible: 'Possibly the right age',
};

/** `12 families get an email.` @param families `null` while unknown. @param when starts the sentence. */
export function mailedText(families: number | null, when = ''): string {
  if (families === null || families === 0) return '';
  return `${when} ${plural(families, 'family gets', 'families get')} an email.`.trim();
}

/** `On that day, Maya Doe and Kai Lee are outside the study’s ages. …` */
export function outsideAgesText(names: readonly string[]): string {
  const are = names.length === 1 ? 'is' : 'are';
  return `On that day, ${AND.format(firstOf(names))} ${are} outside the study’s ages. Children with a seat keep it; those waiting will not get one.`;
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
  nobodyCancelled: 'Nobody had a seat or was waiting.',
  print: 'Print',
  came: 'Came',
  noShow: 'No-show',
  undoHint: 'Tap the same button again to undo.',
  notYet: 'You can record attendance from one hour before the start.',
  seat: 'Give a Seat',
  remove: 'Remove',
  seated: 'The child has a seat now.',
  removed: 'The child was removed from the session.',
  removeQuestion: 'The child is removed from this session. The family will get an email.',
  confirmAge: 'Confirm Age',
  ageConfirmed: 'The age is confirmed.',
} as const;

/** Why families wait: a sentence about the session, or what keeps a family from the free seats. */
export const WAITING_TEXTS: Readonly<Record<WaitingReason, string>> = {
  'no-seat': 'No seat is free. Add seats, or remove a child.',
  filling: 'The free seats are being filled. Refresh the page in a moment to see who got them.',
  'cut-off': `Within ${String(INVITATION.cutOffHours)} hours of the start, seats are not filled automatically. You can fill them by hand.`,
  'no-mail': 'a family is disabled, or the mail server rejects its address',
  siblings: 'siblings need more seats together',
  age: 'a child is outside the study’s ages, or its age is not confirmed',
  busy: 'a family has another session at that time',
};

const OF_THE_SESSION: readonly WaitingReason[] = ['no-seat', 'filling', 'cut-off'];

/** @param reasons at least one */
export function whyWaitingText(reasons: readonly WaitingReason[]): string {
  const why = AND.format(reasons.map((reason) => WAITING_TEXTS[reason]));
  if (reasons.some((reason) => OF_THE_SESSION.includes(reason))) return why;
  return `No waiting family can take the free seats: ${why}. You can fill them by hand.`;
}

/** @param question to the parent, about the age */
export function confirmAgeQuestion(question: string): string {
  return `Ask the parent: “${question}” Confirm the age if the answer is yes.`;
}

export function seatQuestion({ waitingBefore }: RosterChild): string {
  const ahead = waitingBefore === 0 ? '' : ' ahead of others on the waiting list';
  return `This child gets a seat${ahead}. The family will get an email.`;
}

/** Only one child is changed: `Kai, of the same family, stays on the waiting list.` */
export function siblingsText(names: readonly string[]): string {
  if (names.length === 0) return '';
  const stay = names.length === 1 ? 'stays' : 'stay';
  return `${AND.format(names)}, of the same family, ${stay} on the waiting list.`;
}

export const SEATS_NOT_LOADED = 'The seats in upcoming sessions could not be loaded.';

/** `Maya has a seat in Blocks 3 on Tue, Jan 12, 2027, 9:30 AM. This frees the seat.` */
export function seatLostText(
  { firstName, startsLocal }: StaffParticipation,
  study: string,
): string {
  return `${firstName} has a seat in ${study} on ${startText(startsLocal ?? '')}. This frees the seat.`;
}

/** @param isCut there may be more seats, even if `seats` is 0 */
export function seatsLostText(seats: number, isCut: boolean): string {
  if (isCut && seats === 0) return 'This may free seats in upcoming sessions.';
  return `This frees ${isCut ? 'at least ' : ''}${plural(seats, 'seat')} in upcoming sessions.`;
}

/** The invitation was withdrawn before there was an answer for this child. */
export function wasWithdrawn({ state }: StaffParticipation, invitation: InvitationState): boolean {
  return state === 'invited' && invitation === 'withdrawn';
}

function aheadText(families: number): string {
  return families === 0 ? 'first in line' : `${plural(families, 'family', 'families')} ahead`;
}

/** `Has a seat: Tue, Jan 12, 2027, 9:30 AM`, `On the waiting list: Tue, …, 2 families ahead`. */
export function answerText(child: StaffParticipation, invitation: InvitationState): string {
  const { state, startsLocal, waitingBefore } = child;
  const parts = [
    // A declined child may still have the session it was waiting for.
    startsLocal === null || state === 'declined' ? null : startText(startsLocal),
    waitingBefore === null ? null : aheadText(waitingBefore),
  ].filter((part) => part !== null);
  const text = wasWithdrawn(child, invitation)
    ? INVITATION_STATE_TEXTS.withdrawn
    : PARTICIPATION_STATE_TEXTS[state];
  return parts.length === 0 ? text : `${text}: ${parts.join(', ')}`;
}

/** `Maya Doe` */
export function childName({ firstName, familyName }: Candidate | RosterChild): string {
  return `${firstName} ${familyName}`;
}
