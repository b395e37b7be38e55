import type { CalendarMonth } from '@kidlab/contract';

/** The month of the calendar at `at`, as a wall calendar in `timeZone` (an IANA name) shows it. */
export function monthIn(timeZone: string, at: Date): CalendarMonth {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
  }).formatToParts(at);
  const value = (type: 'year' | 'month'): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return { year: value('year'), month: value('month') };
}
