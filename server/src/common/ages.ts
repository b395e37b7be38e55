import type { AgeUnit, CalendarMonth } from '@kidlab/contract';

/** Ages as the contract counts them: pure, today is an argument. */

const MONTHS_IN_YEAR = 12;

/** Months since the year 0, as the children's table counts a month of birth. */
export function monthNumber({ year, month }: CalendarMonth): number {
  return year * MONTHS_IN_YEAR + month - 1;
}

/** Inclusive limits of an age in whole units; `null`: none. */
export interface AgeRange {
  readonly unit: AgeUnit;
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * The months of birth of children whose age today lies within the range: both inclusive, as month numbers. Two years last
 * until the month before the third birthday's.
 */
export function birthMonths(
  { unit, min, max }: AgeRange,
  today: CalendarMonth,
): { first: number | null; last: number | null } {
  const now = monthNumber(today);
  const length = unit === 'Years' ? MONTHS_IN_YEAR : 1;
  return {
    first: max === null ? null : now - (max * length + length - 1),
    last: min === null ? null : now - min * length,
  };
}
