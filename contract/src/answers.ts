import { type FormRules, freeText } from './rules.js';
import type { ParticipationState } from './studies.js';
import type { ErrorBody } from './wire.js';

/** What the server and the public site agree on about the link in the mail of an invitation. */

/** Numbers of invitations and their answers. */
export const INVITATION = {
  /** Parents say yes until so many hours before the start. */
  cutOffHours: 24,
  /** Staff mark who came from so many minutes before the start, and correct it for so many days after it. */
  attendanceFromMinutes: 60,
  attendanceDays: 30,
  /** What a parent writes to the lab, in characters. */
  note: 500,
  /** Families that one call invites at most. */
  maxFamilies: 1000,
} as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment, in any form that `Date` takes. */
type Moment = Date | string | number;

/** Until then parents may say yes, and free seats go to families on the waiting list. */
export function cutOffOf(startsAt: Moment): Date {
  return new Date(new Date(startsAt).getTime() - INVITATION.cutOffHours * HOUR);
}

/** The start of a session whose cut-off is now: those that start later are open. */
export function openAfter(now: Moment): Date {
  return new Date(new Date(now).getTime() + INVITATION.cutOffHours * HOUR);
}

export function isBeforeCutOff(startsAt: Moment, now: Moment): boolean {
  return new Date(startsAt) > openAfter(now);
}

/** Whether staff may mark who came: not yet (`early`), now, or no more. */
export function attendanceAt(startsAt: Moment, now: Moment): 'early' | 'open' | 'over' {
  const sinceStart = new Date(now).getTime() - new Date(startsAt).getTime();
  if (sinceStart < -INVITATION.attendanceFromMinutes * MINUTE) return 'early';
  return sinceStart <= INVITATION.attendanceDays * DAY ? 'open' : 'over';
}

/** `GET invitations?guid=`, and the answer of `POST invitations/answers?guid=`. */
export interface InvitationView {
  /** The study's name for parents. */
  studyName: string;
  place: string;
  /** To be sent with the answer; an older one is refused with 409. */
  sequence: number;
  /** Until when a yes is taken, as a moment; later only a no is. */
  expiresAt: string;
  note: string;
  children: InvitedChild[];
}

export interface InvitedChild {
  participationId: number;
  firstName: string;
  state: ParticipationState;
  /** Its slot, where it sits or waits. */
  slot: OfferedSlot | null;
  /** The session that the lab canceled for it. */
  cancelled: CancelledSession | null;
  /** Families before it on the waiting list; `null`: it does not wait. */
  waitingBefore: number | null;
  /** Slots that fit, by start; only those whose cut-off has not come. */
  slots: OfferedSlot[];
}

export interface CancelledSession {
  /** On the lab's clocks. */
  startsLocal: string;
  endsLocal: string;
  /** Empty when only this child’s seat was canceled. */
  reason: string;
}

export interface OfferedSlot {
  id: number;
  /** On the lab's clocks. */
  startsLocal: string;
  endsLocal: string;
  seatsLeft: number;
  /** Families on its waiting list. */
  waiting: number;
  /** The question to be confirmed for this child, when its age on the day is only possible. */
  ageQuestion: string | null;
}

/** `POST invitations/answers?guid=` */
export interface AnswersRequest {
  sequence: number;
  note?: string;
  answers: {
    participationId: number;
    answer: 'yes' | 'no';
    /** With a yes. */
    slotId?: number;
    /** A yes to `ageQuestion`. */
    ageConfirmed?: boolean;
    /** A yes to giving up the child’s seat, should the slot be full. Without it, that is refused with 409. */
    givesUpSeat?: boolean;
  }[];
}

export const ANSWERS_FORM = {
  note: freeText('Your note', INVITATION.note),
} as const satisfies FormRules;

/** 409 of `POST invitations/answers`: what is there now. */
export interface AnswersConflict extends ErrorBody {
  present: InvitationView;
}

/** `GET mail-preferences?guid=`, and the answer of the `POST`. */
export interface MailPreferences {
  /** Whether the family may be mailed invitations. */
  isSubscribed: boolean;
  /** First day on which it is invited again (`YYYY-MM-DD`); `null`: no pause. */
  pausedUntil: string | null;
}

/** `POST mail-preferences?guid=`: one of these. */
export type MailPreferencesRequest =
  | { pauseUntil: string }
  | { unsubscribe: true }
  /** Ends a pause, and mails again. */
  | { resume: true };
