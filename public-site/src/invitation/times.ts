import type { LocalTimes } from '@kidlab/contract';

// Times are the lab's, not the reader's: they are read and formatted in UTC.
const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** The day that a session starts, and its times as in the emails. */
export function timesOf({ startsLocal, endsLocal }: LocalTimes): { day: string; time: string } {
  const start = new Date(`${startsLocal}Z`);
  return {
    day: DAY.format(start),
    time: `${timeOf(start)} to ${timeOf(new Date(`${endsLocal}Z`))}`,
  };
}

/** Browsers put spaces of several widths before AM and PM. None of them should break the line. */
function timeOf(moment: Date): string {
  return TIME.format(moment).replace(/\s/g, '\u00a0');
}

/** `Saturday, March 13, 9:30 AM to 10:30 AM` */
export function textOf(slot: LocalTimes): string {
  const { day, time } = timesOf(slot);
  return `${day}, ${time}`;
}

/** `Monday, November 30, 1:48 AM`. @param local on the lab's clocks */
export function momentOf(local: string): string {
  const moment = new Date(`${local}Z`);
  return `${DAY.format(moment)}, ${timeOf(moment)}`;
}

/** `2027-03-14` as `March 14, 2027` */
export function longDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
