/**
 * Ages on a date, from a month of birth alone: the day of birth is never stored, so an age is known to the month only
 * on some days. This is the only arithmetic of ages on a date. A child born on the 31st is a month older on the next
 * 31st, or on the first day after a month without one.
 */

/** A month of the calendar; `month` counts from 1. The caller says what "today" is, in the lab's time zone. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

/** A day of the calendar; `day` counts from 1. */
export interface CalendarDay extends CalendarMonth {
  readonly day: number;
}

/** Completed months, inclusive; an end that is left out is open. */
export interface AgeBand {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
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

function daysIn(month: number): number {
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
}

/** Whether a child born on the last day of that month has yet to reach the date's day of the month. */
function mayBeYounger(birthMonth: number, { day }: CalendarDay): boolean {
  return day < daysIn(birthMonth);
}

/**
 * The months of birth (as `monthNumber`, inclusive) of the children who are of an age on a date: one range. An end is
 * left out where the band is open; `from` lies after `to` where no month is certain.
 */
export function birthMonthsOf(
  { min, max }: AgeBand,
  date: CalendarDay,
  match: AgeMatch,
): { from?: number; to?: number } {
  const now = monthNumber(date);
  const range: { from?: number; to?: number } = {};
  if (max !== undefined) {
    const oldest = now - max - 1;
    range.from = match === 'possible' && mayBeYounger(oldest, date) ? oldest : oldest + 1;
  }
  if (min !== undefined) {
    const youngest = now - min;
    range.to = match === 'certain' && mayBeYounger(youngest, date) ? youngest - 1 : youngest;
  }
  return range;
}

/** Whether a child has an age on a date: certainly, perhaps, or not (`null`). A child that is born later has none. */
export function ageMatchOn(
  birth: CalendarMonth,
  { minMonths, maxMonths }: { minMonths: number | null; maxMonths: number | null },
  date: CalendarDay,
): AgeMatch | null {
  const month = monthNumber(birth);
  const band = { min: minMonths ?? undefined, max: maxMonths ?? undefined };
  const isWithin = (match: AgeMatch): boolean => {
    const { from = month, to = month } = birthMonthsOf(band, date, match);
    return from <= month && month <= Math.min(to, monthNumber(date));
  };
  return AGE_MATCHES.find(isWithin) ?? null;
}

/** The completed months of a child on a date, which is not before the month of birth: at least, and at most. */
export function ageOn(birth: CalendarMonth, date: CalendarDay): { min: number; max: number } {
  const birthMonth = monthNumber(birth);
  const max = monthNumber(date) - birthMonth;
  return { min: Math.max(0, mayBeYounger(birthMonth, date) ? max - 1 : max), max };
}

/** `23–24 months`, or `24 months` where it is certain. */
export function ageTextOn(birth: CalendarMonth, date: CalendarDay): string {
  const { min, max } = ageOn(birth, date);
  const months = min === max ? String(max) : `${String(min)}–${String(max)}`;
  return `${months} ${months === '1' ? 'month' : 'months'}`;
}
