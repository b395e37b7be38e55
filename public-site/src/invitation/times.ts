import type { CancelledSession } from '@kidlab/contract';

/** On the lab's clocks. */
type Times = Pick<CancelledSession, 'startsLocal' | 'endsLocal'>;

const WEEKDAY_AND_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const DAY = new Intl.DateTimeFormat('en-US', { ...WEEKDAY_AND_DAY, timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', {
  ...WEEKDAY_AND_DAY,
  hour: 'numeric',
  minute: '2-digit',
});
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});
const NAMES = new Intl.ListFormat('en-US');

/** In the lab's time zone, not the reader's. */
export function timesOf({ startsLocal, endsLocal }: Times): { day: string; time: string } {
  const [start, end] = [new Date(`${startsLocal}Z`), new Date(`${endsLocal}Z`)];
  const day = DAY.format(start);
  const time = TIME.formatRange(start, end);
  // A range over two days names both, and is too long for one line.
  if (DAY.format(end) !== day) return { day, time };
  // Browsers use spaces of several widths here. None of them should break the line.
  return { day, time: time.replace(/\s/g, '\u00a0') };
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
export function joinNames(names: readonly string[]): string {
  return NAMES.format(names);
}

/** `Monday, November 30 at 1:48 AM`, in the reader's time zone. */
export function momentOf(moment: string): string {
  return MOMENT.format(new Date(moment));
}

/** `2027-03-14` as `March 14, 2027` */
export function longDay(day: string): string {
  return LONG_DAY.format(new Date(day));
}
