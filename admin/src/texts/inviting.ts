import {
  type CandidateReason,
  type Funnel,
  type FunnelStep,
  reasonText,
  type StaffSlot,
  type StaffStudy,
} from '@kidlab/contract';

import { countOf, NAMED, plural } from './dates.js';
import { slotText } from './studies.js';

/** Texts for a study's funnel, its invitations and their answers. */

export const FUNNEL_STEP_TEXTS: Readonly<Record<FunnelStep, string>> = {
  registered: 'children registered',
  'right-age': 'the right age on a session’s date',
  fits: 'also fit',
  contactable: 'may be contacted',
  rested: 'not resting',
  'can-be-invited': 'can be invited',
};

export const FUNNEL_TEXTS = {
  heading: 'Who can be invited',
  invite: 'Invite',
  closed: 'This study is closed, so no family can be invited.',
  noSessionYet: 'There are no sessions yet.',
  noSession: 'No session is open for invitations: each is full or starts within 24 hours.',
  agesToday: 'Ages are as of today.',
} as const;

/** `52 only possibly` */
export function possibleText(children: number): string {
  return `${countOf(children)} only possibly`;
}

export const CANDIDATE_LABELS = {
  firstName: 'Child',
  familyName: 'Family',
  ageText: 'Age at First Suitable Session',
  lastInvitedAt: 'Last Invited',
  verdict: 'Status',
} as const;

export const INVITE_TEXTS = {
  heading: 'Invite to a Study',
  toStudy: 'Back to the study',
  send: 'Send Invitations',
  invite: 'Invite',
  name: 'Name',
  families: 'Families to invite',
  familiesHint:
    'A family may bring several children. Families never invited before come first. Once the seats are taken, families who say yes join the waiting list.',
  withPossible: 'Also children who are only possibly the right age',
  wrongNumber: 'Please enter a number from 1 to 1,000.',
  question: 'The invitations are sent immediately and can’t be recalled.',
  nobody: 'No family can be invited now.',
  letter: 'What parents receive',
  children: 'Children',
  shown: 'Show',
  never: 'never',
} as const;

/** The children that the list shows: by whether they may be invited, then by steps of the funnel. */
export const SHOWN_TEXTS = {
  certain: 'May be invited, certainly the right age',
  possible: 'May be invited, certainly or possibly the right age',
  not: 'May not be invited',
  'right-age': 'The right age on a session’s date',
  fits: 'Right age, meets the criteria',
  contactable: 'Meets the criteria, may be contacted',
  rested: 'May be contacted, not resting',
} as const;

/** `6 seats are free.` */
function seatsFreeText(seats: number): string {
  return `${plural(seats, 'seat is', 'seats are')} free.`;
}

/** Why the number of families is not the number of seats. */
export function familiesHint(freeSeats: number): string {
  return `${seatsFreeText(freeSeats)} ${INVITE_TEXTS.familiesHint}`;
}

/**
 * `To: Doe, Lee, Kim and 3 more.`
 * @param names of the first families, at most `take`
 * @param areKnown no other family gets an invitation
 */
export function firstFamiliesText(
  names: readonly string[],
  take: number,
  areKnown: boolean,
): string {
  const named = names.slice(0, NAMED);
  const more = (areKnown ? names.length : take) - named.length;
  if (named.length === 0) return INVITE_TEXTS.nobody;
  const start = areKnown ? 'To' : 'First on the list now';
  return `${start}: ${named.join(', ')}${more > 0 ? ` and ${countOf(more)} more` : ''}.`;
}

/** `6 seats are free. 83 children can be invited, 12 only possibly.` */
export function freeSeatsText({ state, slots }: StaffStudy, funnel: Funnel): string {
  const { steps, freeSeats, unanswered } = funnel;
  if (state === 'closed') return FUNNEL_TEXTS.closed;
  if (slots === 0) return FUNNEL_TEXTS.noSessionYet;
  if (freeSeats === 0) return FUNNEL_TEXTS.noSession;
  const { children = 0, possible = 0 } = steps.at(-1) ?? {};
  const more = possible === 0 ? '' : `, ${possibleText(possible)}`;
  const families = plural(unanswered, 'invited family has', 'invited families have');
  const waiting = unanswered === 0 ? '' : ` ${families} not answered yet.`;
  return `${seatsFreeText(freeSeats)} ${plural(children, 'child', 'children')} can be invited${more}.${waiting}`;
}

/** @param study if closed, that replaces the reason `nothing-left` */
export function reasonsText(
  reasons: readonly CandidateReason[],
  study?: Pick<StaffStudy, 'state'>,
): string {
  return reasons.map((reason) => reasonText(reason, study)).join(', ');
}

/** Why a family was not invited. Without a reason, only the age is uncertain. */
export function refusalText(reasons: readonly CandidateReason[]): string {
  return reasons.length === 0 ? 'only possibly the right age' : reasonsText(reasons);
}

export function queuedText(queued: number): string {
  if (queued === 0) return 'No invitation was sent.';
  return `${plural(queued, 'invitation is on its', 'invitations are on their')} way.`;
}

export const ANSWER_TEXTS = {
  section: 'Invitations and answers',
  name: 'Name',
  note: 'Note from the parent',
  enter: 'Answer',
  heading: 'Enter an answer',
  question:
    'Enter what the family told you, for example by phone. The family will get an email with the result.',
  legend: 'Answer',
  save: 'Save',
  noneChosen: 'Please choose an answer.',
  tooFew:
    'This session has too few free seats for all these children. Please choose another answer.',
  no: 'No',
  withSiblings: 'Same answer for',
  withdraw: 'Withdraw',
  withdrawn: 'The invitation was withdrawn.',
  keep: 'Keep Invitation',
  withdrawHeading: 'Withdraw the invitation',
  withdrawQuestion: 'The link in the email stops working, and the family can no longer answer.',
} as const;

/** `3 children wait` */
export function waitingText({ waiting }: StaffSlot): string {
  return plural(waiting, 'child waits', 'children wait');
}

/**
 * `Yes: Tue, Jan 12, 2027, 9:30 – 10:30 AM (2 seats free)`, `Waiting list: Tue, … (3 children wait)`, or for siblings
 * `Waiting list: Tue, … (2 seats free, too few for 3 children)`.
 */
export function offerText(
  state: 'accepted' | 'waitlisted',
  slot: StaffSlot,
  children: number,
): string {
  const free = slot.seats - slot.taken;
  const seats = `${plural(free, 'seat')} free`;
  if (state === 'accepted') return `Yes: ${slotText(slot)} (${seats})`;
  const why = free > 0 ? `${seats}, too few for ${countOf(children)} children` : waitingText(slot);
  return `Waiting list: ${slotText(slot)} (${why})`;
}

export const AGE_NOT_CONFIRMED = 'Please ask the parent, and check the box if the answer is yes.';

/** A checkbox. @param question to the parent, about the age */
export function ageConfirmedText(question: string): string {
  return `The parent says yes: ${question}`;
}
