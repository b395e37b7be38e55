import type { CancelledSession } from '@kidlab/contract';

/** On the lab's clocks. */
type Times = Pick<CancelledSession, 'startsLocal' | 'endsLocal'>;

const WEEKDAY_AND_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const DAY = new Intl.DateTimeFormat('en-US', { ...WEEKDAY_AND_DAY, timeZone: 'UTC' });
const DAY_HERE = new Intl.DateTimeFormat('en-US', WEEKDAY_AND_DAY);
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});
const NAMES = new Intl.ListFormat('en-US');

/** What the lab's clocks show, whatever those of the reader do. */
export function timesOf({ startsLocal, endsLocal }: Times): { day: string; time: string } {
  const [start, end] = [new Date(`${startsLocal}Z`), new Date(`${endsLocal}Z`)];
  // Browsers put thin spaces into it.
  return { day: DAY.format(start), time: TIME.formatRange(start, end).replace(/\s/g, ' ') };
}

/** `Saturday, March 13, 9:30 – 10:30 AM` */
export function textOf(slot: Times): string {
  const { day, time } = timesOf(slot);
  return `${day}, ${time}`;
}

export function families(count: number): string {
  return count === 1 ? '1 family' : `${String(count)} families`;
}

/** `Maya, Leo, and Ada` */
export function listed(names: readonly string[]): string {
  return NAMES.format(names);
}

/** The day of a moment, where the reader is. */
export function dayOf(moment: string): string {
  return DAY_HERE.format(new Date(moment));
}

/** `2027-03-14` as `March 14, 2027` */
export function longDay(day: string): string {
  return LONG_DAY.format(new Date(day));
}
