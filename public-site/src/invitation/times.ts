import type { CancelledSession } from '@kidlab/contract';

/** On the lab's clocks. */
type Times = Pick<CancelledSession, 'startsLocal' | 'endsLocal'>;

const WEEKDAY_AND_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const DAY = new Intl.DateTimeFormat('en-US', { ...WEEKDAY_AND_DAY, timeZone: 'UTC' });
const HOUR_AND_MINUTE = { hour: 'numeric', minute: '2-digit' } as const;
const TIME = new Intl.DateTimeFormat('en-US', { ...HOUR_AND_MINUTE, timeZone: 'UTC' });

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

/** `Monday, November 30 at 1:48 AM`, in the reader's time zone. */
export function momentOf(moment: string): string {
  return new Date(moment).toLocaleString('en-US', { ...WEEKDAY_AND_DAY, ...HOUR_AND_MINUTE });
}

/** `2027-03-14` as `March 14, 2027` */
export function longDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
