import { INVITATION } from './answers.js';

/** Until when test sessions are answered, and when staff mark who came. */

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
