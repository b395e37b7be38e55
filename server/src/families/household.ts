import {
  type CalendarMonth,
  type FieldError,
  HOUSEHOLD,
  type Indicator,
  staffChildFaults,
} from '@kidlab/contract';

/** Invariants of a household: pure questions, no database. The tables' triggers ask the same. */

export function hasRoomForChild(childCount: number): boolean {
  return childCount < HOUSEHOLD.maxChildren;
}

export function hasRoomForGuardian(guardianCount: number): boolean {
  return guardianCount < HOUSEHOLD.maxGuardians;
}

/** What makes two entries of a form the same child, when the browser did not say: see `isSameChild`. */
export interface ChildIdentity {
  readonly firstName: string;
  readonly monthOfBirth: number;
  readonly yearOfBirth: number;
  readonly gender: string;
}

/** Same first name in any case, month and year of birth, and gender. */
export function isSameChild(one: ChildIdentity, other: ChildIdentity): boolean {
  return (
    one.firstName.toLowerCase() === other.firstName.toLowerCase() &&
    one.monthOfBirth === other.monthOfBirth &&
    one.yearOfBirth === other.yearOfBirth &&
    one.gender === other.gender
  );
}

/**
 * What is wrong with the birth of a child that staff save.
 * @param today the month in the lab's time zone.
 * @param storedYear the year that the child has already: it stays valid, however long ago it was.
 */
export function birthFaults(
  { monthOfBirth, yearOfBirth }: { readonly monthOfBirth: string; readonly yearOfBirth: string },
  today: CalendarMonth,
  storedYear?: string,
): FieldError[] {
  const birth = { monthOfBirth, yearOfBirth };
  const faults = staffChildFaults(birth, today, storedYear);
  return faults.filter(({ field }) => Object.hasOwn(birth, field));
}

/**
 * Whether a guardian is primary after it was saved: the only one always is, else as is wished; without a wish it stays
 * as it was. The others follow, so that exactly one is.
 */
export function primaryAfter(
  wish: Indicator | '' = '',
  known: { readonly was: Indicator; readonly others: number },
): Indicator {
  if (known.others === 0) return 'Y';
  return wish === '' ? known.was : wish;
}
