import {
  AGE_MATCHES,
  type AgeMatch,
  type CalendarDay,
  type CalendarMonth,
  monthNumber,
} from '@kidlab/contract';

/**
 * Ages on a date, from a month of birth alone: the day of birth is never stored, so an age is known to the month only
 * on some days. This is the only arithmetic of ages on a date. A child born on the 31st is a month older on the next
 * 31st, or on the first day after a month without one.
 */

/** Completed months, inclusive; an end that is left out is open. */
interface AgeBand {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
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
