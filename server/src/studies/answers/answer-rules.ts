import { INVITATION, type ParticipationState } from '@kidlab/contract';

import { HOUR } from '../../common/durations.js';

const CUT_OFF_MS = INVITATION.cutOffHours * HOUR;

/** Slots that start later than this are open: parents can say yes, and free seats go to the waiting list. */
export function openAfter(now: Date): Date {
  return new Date(now.getTime() + CUT_OFF_MS);
}

/**
 * The deadline for a yes, which is never after the cut-off of the last slot that the family may choose. Full slots
 * count, too, because the family can join their waiting lists.
 */
export function answerBy(expiresAt: Date, slots: readonly { readonly startsAt: Date }[]): Date {
  const cutOffs = slots.map(({ startsAt }) => startsAt.getTime() - CUT_OFF_MS);
  const last = cutOffs.length === 0 ? Infinity : Math.max(...cutOffs);
  return new Date(Math.min(expiresAt.getTime(), last));
}

/** Messages of the calls on answers. */
export const ANSWER_MESSAGES = {
  changed: 'Something has changed since you opened this page. Please check it and answer again.',
  noAnswer: 'Please answer for at least one child.',
  otherChild: 'This child is not invited.',
  twice: 'There are two answers for this child.',
  timeGone: 'This time is no longer available. Please choose another one.',
  ageQuestion: 'Please confirm your child’s age on that day.',
  begun: 'This session has begun, so the answer can no longer be changed.',
  recorded: 'The lab has already recorded the attendance, so the answer can no longer be changed.',
  busy: 'Your family has another session at that time.',
  seatLost:
    'This session has too few free seats. To join its waiting list, first say no to the seat that you have.',
  notFound: 'There is no such answer.',
  noSlot: 'Please choose a session of this study.',
  otherState: 'This change of answer isn’t possible.',
  notSent: 'The invitation has not been sent yet, so it can’t be answered. Please try again later.',
  noSeatLeft: 'There is no seat left in this session.',
  tooSmall:
    'This session has too few seats for all these children. Please choose another one for some of them.',
  othersWait: 'Other families are waiting for a seat in this session.',
  attendance: `You can record attendance from an hour before the start until ${String(INVITATION.attendanceDays)} days after it.`,
} as const;

export const ENDED_MESSAGES = {
  expired: 'The deadline to answer this invitation has passed.',
  withdrawn: 'This invitation has been withdrawn.',
  closed: 'We have found enough families for this study.',
  over: 'This study has no more test sessions.',
} as const;
export type EndedReason = keyof typeof ENDED_MESSAGES;

export const SITTING_OR_WAITING: readonly ParticipationState[] = ['accepted', 'waitlisted'];

/** Has a seat or is on the waiting list, before the attendance is recorded. */
export const sitsOrWaits = (state: ParticipationState): boolean =>
  SITTING_OR_WAITING.includes(state);

export const hasAttendance = (state: ParticipationState): boolean =>
  state === 'attended' || state === 'no_show';

/** The state shown to the family. Hides attendance until the end, because staff can record it early and correct it. */
export function stateForFamily(state: ParticipationState, endsAt: Date | null, now: Date) {
  return hasAttendance(state) && endsAt !== null && endsAt > now ? 'accepted' : state;
}

/** Has a seat, or had one when the session took place. */
export const hasSeat = ({ state }: { readonly state: ParticipationState }): boolean =>
  state === 'accepted' || hasAttendance(state);

/** Has a seat or is on the waiting list, even after the session. */
export const isBooked = (one: { readonly state: ParticipationState }): boolean =>
  hasSeat(one) || one.state === 'waitlisted';
