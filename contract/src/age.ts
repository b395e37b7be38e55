import { AGE_MATCHES, type AgeMatch, MONTH_NAMES } from './enumerations.js';
import { type CalendarMonth, monthNumber } from './format.js';
import type { LocalTimes, StudyCriteria } from './studies.js';

/**
 * The only place that computes ages on a date. Only the month of birth is stored, never the day, so an age is exact
 * on some days only. A child born on the 31st is a month older on the next 31st, or on the first day after a month
 * that has no 31st.
 */

/** `day` counts from 1. */
export interface CalendarDay extends CalendarMonth {
  readonly day: number;
}

/** Completed months, inclusive; a missing end is open. */
interface AgeBand {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The ages of a study. */
type StudyAges = Pick<StudyCriteria, 'minMonths' | 'maxMonths'>;

/** The day of a session, on the lab's clocks. */
export function slotDay({ startsLocal }: Pick<LocalTimes, 'startsLocal'>): CalendarDay {
  return calendarDay(startsLocal.slice(0, 10));
}

/** Reads a valid day, `2027-03-14`. */
export function calendarDay(day: string): CalendarDay {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
  return { year, month, day: ofMonth };
}

/** `2027-03-14` */
export function dayText({ year, month, day }: CalendarDay): string {
  const digits = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function daysIn(month: number): number {
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
}

/** Whether a child born on the month's last day has not reached the date's day of the month. */
function mayBeYounger(birthMonth: number, { day }: CalendarDay): boolean {
  return day < daysIn(birthMonth);
}

/**
 * The range of birth months (as `monthNumber`, inclusive) of children who have an age on a date. An open end is
 * omitted. If no month is certain, `from` is after `to`.
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

/** Whether a child certainly or possibly has a study's age on a date; `null` if not, or if born later. */
export function ageMatchOn(
  birth: CalendarMonth,
  { minMonths, maxMonths }: StudyAges,
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

/** A child's minimum and maximum age in completed months on a date; `max` is below 0 before the month of birth. */
export function ageOn(birth: CalendarMonth, date: CalendarDay): { min: number; max: number } {
  const birthMonth = monthNumber(birth);
  const max = monthNumber(date) - birthMonth;
  return { min: Math.max(0, mayBeYounger(birthMonth, date) ? max - 1 : max), max };
}

/** `23–24 months`, or `24 months` when certain. Staff may correct a birth to after a session. */
export function ageTextOn(birth: CalendarMonth, date: CalendarDay): string {
  const { min, max } = ageOn(birth, date);
  if (max < 0) return 'not born yet';
  return inMonths(min === max ? max : `${String(min)}–${String(max)}`);
}

function inMonths(months: number | string): string {
  return `${String(months)} ${months === 1 ? 'month' : 'months'}`;
}

/** The question to the parent about a child who may not have the right age on the day; `null` if it certainly has. */
export function ageQuestionOf(
  child: CalendarMonth & { readonly firstName: string },
  { minMonths, maxMonths }: StudyAges,
  day: CalendarDay,
): string | null {
  const { min, max } = ageOn(child, day);
  const on = `on ${MONTH_NAMES[day.month - 1] ?? ''} ${String(day.day)}`;
  const ask = (age: string): string => `Will ${child.firstName} be ${age} ${on}?`;
  if (maxMonths !== null && max > maxMonths) return ask(`${inMonths(maxMonths)} or younger`);
  if (minMonths !== null && min < minMonths) return ask(`${inMonths(minMonths)} or older`);
  return null;
}

/** Like `ageQuestionOf`, but also `null` for a child who certainly does not have the right age. */
export function openAgeOf(
  child: CalendarMonth & { readonly firstName: string },
  criteria: StudyAges,
  day: CalendarDay,
): string | null {
  return ageMatchOn(child, criteria, day) === 'possible'
    ? ageQuestionOf(child, criteria, day)
    : null;
}
