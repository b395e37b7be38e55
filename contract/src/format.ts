import {
  EMPLOYEE_REFERRAL,
  MONTH_NAMES,
  MONTHS_OF_BIRTH,
  type ReferralSource,
} from './enumerations.js';
import { LENGTH, YEARS } from './limits.js';

/** A month of the calendar; `month` counts from 1. The caller says what "today" is, in the lab's time zone. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

function countDown(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index);
}

/** Years of birth a parent may choose: this year back to 1925. */
export function parentBirthYears(today: CalendarMonth): number[] {
  return countDown(today.year, YEARS.firstParentBirthYear);
}

/** Years of birth of a child: this year and the ten before it. */
export function childBirthYears(today: CalendarMonth): number[] {
  return countDown(today.year, today.year - YEARS.childBirthYears + 1);
}

/** Whether a month of birth lies after `today`. */
export function isFutureMonth(birth: CalendarMonth, today: CalendarMonth): boolean {
  return birth.year * 12 + birth.month > today.year * 12 + today.month;
}

/** `03` → `March`; anything that is no month → empty. */
export function monthName(monthOfBirth: string): string {
  const index = (MONTHS_OF_BIRTH as readonly string[]).indexOf(monthOfBirth);
  return MONTH_NAMES[index] ?? '';
}

const PHONE_DIGITS = 10;

/** The digits of an American phone number, at most ten; a pasted country code (`+1 …`) is dropped. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national =
    digits.startsWith('1') && (digits.length > PHONE_DIGITS || text.trimStart().startsWith('+1'))
      ? digits.slice(1)
      : digits;
  return national.slice(0, PHONE_DIGITS);
}

/**
 * Formats a phone number while it is typed: `123` → `(123`, `1234567890` → `(123) 456-7890`. A separator appears only
 * once a digit follows it, so that deleting never gets stuck on one.
 */
export function maskPhone(text: string): string {
  const digits = phoneDigits(text);
  if (digits.length === 0) return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Where the caret belongs in a masked number so that `digitsBefore` digits stand to its left. */
export function phoneCaret(masked: string, digitsBefore: number): number {
  if (digitsBefore <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < masked.length; index += 1) {
    if (/\d/.test(masked.charAt(index))) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return masked.length;
}

/** Typing into a zip field: non-digits are dropped and the rest is cut to five. */
export function maskZip(text: string): string {
  return text.replace(/\D/g, '').slice(0, LENGTH.zipCode);
}

/** How a referral source reads on a page. */
export function referralLabel(source: ReferralSource, employeeLabel: string): string {
  return source === EMPLOYEE_REFERRAL ? employeeLabel : source;
}
