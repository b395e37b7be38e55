import { SIGN_IN } from '@kidlab/contract';

/** Rules of time for staff sessions: pure, the moment is an argument. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The moments that a session's life is counted from. */
export interface SessionTimes {
  readonly signedInAt: Date;
  readonly lastCallAt: Date;
}

/** Whether the session is over at `at`: too long without a call, or too long since signing in. */
export function isOver(times: SessionTimes, at: Date, idleMinutes: number): boolean {
  return (
    at.getTime() - times.lastCallAt.getTime() >= idleMinutes * MINUTE ||
    at.getTime() - times.signedInAt.getTime() >= SIGN_IN.sessionHours * HOUR
  );
}

/** Whether a call at `at` is to be written down; calls within a minute are not, so that reading does not write. */
export function isWorthNoting(times: SessionTimes, at: Date): boolean {
  return at.getTime() - times.lastCallAt.getTime() >= MINUTE;
}
