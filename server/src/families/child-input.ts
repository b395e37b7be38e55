import {
  type CalendarMonth,
  type Child as WireChild,
  CHILD_FIELDS,
  type ChildField,
  childFaults,
  type DraftChild,
  type Gender,
  type Hand,
  type Language,
  type MonthOfBirth,
  monthName,
} from '@kidlab/contract';

import { invalidInput } from '../common/failures.js';
import { textFields } from '../common/input.js';
import type { Child } from './child.entity.js';

/** What a client may say of a child; everything else is decided by the server. */
export type ChildDetails = Pick<
  Child,
  | 'firstName'
  | 'gender'
  | 'monthOfBirth'
  | 'yearOfBirth'
  | 'whichHandId'
  | 'languageSpokenAtHome'
  | 'additionalLanguage1'
  | 'additionalLanguage2'
>;

/** A month as it travels: `3` and `03` mean the same. */
export function twoDigits(month: string): string {
  return /^\d$/.test(month) ? `0${month}` : month;
}

/**
 * Reads a child from a body.
 * @param today the month in the lab's time zone: a child is not born later, nor more than ten years before.
 * @throws 400 with every fault, in the order of the form.
 */
export function readChild(body: unknown, today: CalendarMonth): ChildDetails {
  const sent = textFields<ChildField>(body, CHILD_FIELDS);
  const values = { ...sent, monthOfBirth: twoDigits(sent.monthOfBirth) };
  const faults = childFaults(values, today);
  if (faults.length > 0) throw invalidInput(faults);
  return {
    firstName: values.firstName,
    gender: values.gender as Gender,
    monthOfBirth: Number(values.monthOfBirth),
    yearOfBirth: Number(values.yearOfBirth),
    whichHandId: values.whichHandId as Hand,
    languageSpokenAtHome: values.languageSpokenAtHome as Language,
    additionalLanguage1: languageOrNull(values.additionalLanguage1),
    additionalLanguage2: languageOrNull(values.additionalLanguage2),
  };
}

function languageOrNull(language: string): Language | null {
  return language === '' ? null : (language as Language);
}

/** A child of the caller's own draft as it travels. */
export function toDraftChild(child: Child, email: string): DraftChild {
  return { ...toWireChild(child, email), idempotencyKey: child.idempotencyKey };
}

/** A child as it travels; `email` is the family's. */
export function toWireChild(child: Child, email: string): WireChild {
  const monthOfBirth = twoDigits(String(child.monthOfBirth)) as MonthOfBirth;
  return {
    id: child.id,
    email,
    firstName: child.firstName,
    gender: child.gender,
    monthOfBirth,
    yearOfBirth: String(child.yearOfBirth),
    mob: monthName(monthOfBirth),
    whichHandId: child.whichHandId,
    languageSpokenAtHome: child.languageSpokenAtHome,
    additionalLanguage1: child.additionalLanguage1,
    additionalLanguage2: child.additionalLanguage2,
    createdDate: child.createdDate.toISOString(),
    createdBy: child.createdBy,
    modifiedDate: child.modifiedDate.toISOString(),
    modifiedBy: child.modifiedBy,
  };
}
