import { type FormRules, freeText } from './rules.js';
import type { LocalTimes, ParticipationState } from './studies.js';
import type { ErrorBody } from './wire.js';

export const INVITATION = {
  /** Parents can say yes until this many hours before the start. */
  cutOffHours: 24,
  /** Staff can record attendance from this many minutes before the start until this many days after it. */
  attendanceFromMinutes: 60,
  attendanceDays: 30,
  /** Longest note of a parent, in characters. */
  note: 500,
  /** Most families in one call. */
  maxFamilies: 1000,
} as const;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Whether staff may record attendance now. Times are in milliseconds. */
export function attendanceAt(startsAt: number, now: number): 'early' | 'open' | 'over' {
  const sinceStart = now - startsAt;
  if (sinceStart < -INVITATION.attendanceFromMinutes * MINUTE) return 'early';
  return sinceStart <= INVITATION.attendanceDays * DAY ? 'open' : 'over';
}

/** `GET invitations?guid=`, and the response of `POST invitations/answers?guid=`. */
export interface InvitationView {
  /** The study's name for parents. */
  studyName: string;
  place: string;
  /** Sent with the answers; an outdated one gets a 409. */
  sequence: number;
  /** In the lab's time zone, `2027-03-14T09:30`. After this time, only a no is accepted. */
  expiresLocal: string;
  note: string;
  children: InvitedChild[];
}

export interface InvitedChild {
  participationId: number;
  firstName: string;
  state: ParticipationState;
  /** Where the child has a seat or waits. */
  slot: OfferedSlot | null;
  /** That session has begun. */
  hasBegun: boolean;
  /** The session that the lab canceled for the child. */
  cancelled: CancelledSession | null;
  /** Families ahead on the waiting list; `null` when not waiting. */
  waitingBefore: number | null;
  /** Open slots that fit, by start. */
  slots: OfferedSlot[];
}

export interface CancelledSession extends LocalTimes {
  /** Empty when only this child's seat was canceled. */
  reason: string;
}

export interface OfferedSlot extends LocalTimes {
  id: number;
  seatsLeft: number;
  /** Families on its waiting list. */
  waiting: number;
  /** The question to confirm if the child is only possibly the right age that day. */
  ageQuestion: string | null;
}

/** `POST invitations/answers?guid=` */
export interface AnswersRequest {
  sequence: number;
  note?: string;
  /** The note as last read. A note alone does not raise the sequence, so this detects a newer note (409). */
  noteSeen?: string;
  answers: {
    participationId: number;
    answer: 'yes' | 'no';
    /** With a yes. */
    slotId?: number;
    /** A yes to `ageQuestion`. */
    ageConfirmed?: boolean;
  }[];
}

export const ANSWERS_FORM = {
  note: freeText('Your note', INVITATION.note),
} as const satisfies FormRules;

/** 409 of `POST invitations/answers`, with the current state. */
export interface AnswersConflict extends ErrorBody {
  present: InvitationView;
}

/** `GET mail-preferences?guid=`, and the response of the `POST`. */
export interface MailPreferences {
  isSubscribed: boolean;
  /** First day of new invitations (`YYYY-MM-DD`); `null` without a pause. */
  pausedUntil: string | null;
}

/** `POST mail-preferences?guid=` */
export type MailPreferencesRequest =
  | { pauseUntil: string }
  | { unsubscribe: true }
  /** Ends a pause and subscribes again. */
  | { resume: true };
