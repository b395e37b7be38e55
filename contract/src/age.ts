/** Months and days of the calendar. */

/** A month of the calendar; `month` counts from 1. The caller says what "today" is, in the lab's time zone. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

/** A day of the calendar; `day` counts from 1. */
export interface CalendarDay extends CalendarMonth {
  readonly day: number;
}

/** Whether each child of a month of birth has the age (`certain`), or perhaps some (`possible`). */
export const AGE_MATCHES = ['certain', 'possible'] as const;
export type AgeMatch = (typeof AGE_MATCHES)[number];

/** `2027-03-14`, which is a day of the calendar. */
export function calendarDay(day: string): CalendarDay {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
  return { year, month, day: ofMonth };
}

/** `2027-03-14` */
export function dayText({ year, month, day }: CalendarDay): string {
  const digits = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** Whether the calendar has that day (there is no 30 February), from year 1 on. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Months since the year 0, as `children.birth_month_number` counts them. */
export function monthNumber({ year, month }: CalendarMonth): number {
  return year * 12 + month - 1;
}
