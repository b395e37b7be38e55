import {
  type CalendarMonth,
  type FieldError,
  HOUSEHOLD,
  type Indicator,
  staffChildFaults,
} from '@kidlab/contract';

import type { Child } from '../children/child.entity.js';

/** Invariants of a household, as pure functions. The triggers of the tables check the same rules. */

export function hasRoomForChild(childCount: number): boolean {
  return childCount < HOUSEHOLD.maxChildren;
}

export function hasRoomForGuardian(guardianCount: number): boolean {
  return guardianCount < HOUSEHOLD.maxGuardians;
}

type ChildIdentity = Pick<Child, 'firstName' | 'monthOfBirth' | 'yearOfBirth' | 'gender'>;

/** Whether two entries without an idempotency key are the same child. First names are compared without case. */
export function isSameChild(one: ChildIdentity, other: ChildIdentity): boolean {
  return (
    one.firstName.toLowerCase() === other.firstName.toLowerCase() &&
    one.monthOfBirth === other.monthOfBirth &&
    one.yearOfBirth === other.yearOfBirth &&
    one.gender === other.gender
  );
}

/**
 * Validates the birth of a child that staff change.
 * @param today the month in the lab's time zone.
 * @param storedYear the child's current year of birth. It stays valid, however long ago it was.
 */
export function birthFaults(
  { monthOfBirth, yearOfBirth }: { readonly monthOfBirth: string; readonly yearOfBirth: string },
  today: CalendarMonth,
  storedYear: string,
): FieldError[] {
  const birth = { monthOfBirth, yearOfBirth };
  const faults = staffChildFaults(birth, today, storedYear);
  return faults.filter(({ field }) => Object.hasOwn(birth, field));
}

/**
 * Whether a guardian is primary once it is saved. The only guardian always is.
 * @param sent empty to keep the current value.
 */
export function primaryAfter(
  sent: Indicator | '' = '',
  { was, others }: { readonly was: Indicator; readonly others: number },
): Indicator {
  if (others === 0) return 'Y';
  return sent === '' ? was : sent;
}
