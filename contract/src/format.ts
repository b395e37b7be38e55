import {
  EMPLOYEE_REFERRAL,
  MONTH_NAMES,
  MONTHS_OF_BIRTH,
  type ReferralSource,
} from './enumerations.js';
import { LENGTH, YEARS } from './limits.js';

/** `month` counts from 1. The caller passes "today" in the lab's time zone. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

/** Months since year 0, as in `children.birth_month_number`. */
export function monthNumber({ year, month }: CalendarMonth): number {
  return year * 12 + month - 1;
}

function countDown(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}

export function parentBirthYears(today: CalendarMonth): number[] {
  return countDown(today.year, YEARS.firstParentBirthYear);
}

export function childBirthYears(today: CalendarMonth): number[] {
  return countDown(today.year, today.year - YEARS.childBirthYears + 1);
}

export function isFutureMonth(birth: CalendarMonth, today: CalendarMonth): boolean {
  return monthNumber(birth) > monthNumber(today);
}

/** `03` → `March`; empty for anything else. */
export function monthName(monthOfBirth: string): string {
  return MONTH_NAMES[MONTHS_OF_BIRTH.indexOf(monthOfBirth)] ?? '';
}

const PHONE_DIGITS = 10;
const COMPLETE = /^\(\d{3}\) \d{3}-\d{4}$/;
/** An American number with its country code: `+1 …`, or `001…` followed by more digits. */
const FROM_ABROAD = /^(?:\+1|001(?=\d))/;

/** The digits without the country code; `null` if it can't be an American number. */
function nationalDigits(text: string): string | null {
  const sign = text.trimStart().startsWith('+') ? '+' : '';
  const dialled = sign + text.replace(/\D/g, '');
  const national = dialled.replace(FROM_ABROAD, '');
  // A foreign number.
  if (/^(?:\+|00.)/.test(national)) return null;
  const isWithCode = national.startsWith('1') && national.length === PHONE_DIGITS + 1;
  const digits = isWithCode ? national.slice(1) : national;
  return digits.length > PHONE_DIGITS ? null : digits;
}

/**
 * Formats a phone number while it is typed: `123` → `(123`, `1234567890` → `(123) 456-7890`. A separator appears with
 * the digit after it, so that deleting never gets stuck. Foreign numbers and those with too many digits stay
 * unchanged, because ten of their digits would be a different number.
 * @param before the text before the edit: a complete number ignores further digits
 */
export function maskPhone(text: string, before = ''): string {
  const code = text.trim();
  if (code === '+' || code === '+1') return code;
  const digits = nationalDigits(text);
  if (digits === null) return COMPLETE.test(before) ? before : text;
  if (digits.length === 0) return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The caret position with `digitsBefore` digits to its left. */
export function phoneCaret(masked: string, digitsBefore: number): number {
  if (digitsBefore <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < masked.length; index += 1) {
    if (/\d/.test(masked.charAt(index))) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return masked.length;
}

/** Keeps five digits. @param before the text before the edit: five digits ignore a sixth */
export function maskZip(text: string, before = ''): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length <= LENGTH.zipCode) return digits;
  return before.length === LENGTH.zipCode ? before : digits.slice(0, LENGTH.zipCode);
}

/** Formats text. `before` is the text before a keystroke; missing for pasted text. */
export type Mask = (text: string, before?: string) => string;

/** Input types of keystrokes; phones compose even digits. */
const TYPED: readonly unknown[] = ['insertText', 'insertCompositionText'];

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

function withoutDigitAfter(text: string, position: number): string {
  return text.slice(0, position) + text.slice(position).replace(/\d/, '');
}

interface Edit {
  readonly text: string;
  /** After the edit; `null` if the browser does not say. */
  readonly caret: number | null;
  /** The text before the edit. */
  readonly before: string;
  /** `InputEvent.inputType`, if any. */
  readonly inputType: unknown;
}

/** The text of a masked field after an edit. The caret stays after the same digit. */
export function maskedEdit(
  mask: Mask,
  { text: edited, caret, before, inputType }: Edit,
): { text: string; caret: number } {
  const isTyped = TYPED.includes(inputType);
  // Delete before a separator deletes the digit after it. Otherwise, the mask would only put the separator back.
  const isStuck = inputType === 'deleteContentForward' && mask(edited) === before;
  const text = isStuck ? withoutDigitAfter(edited, caret ?? edited.length) : edited;
  const masked = isTyped ? mask(text, before) : mask(text);
  // Digits typed into a complete text were dropped.
  const refused = isTyped && masked === before ? countDigits(text) - countDigits(before) : 0;
  const end = caret ?? text.length;
  const digitsBefore = countDigits(text.slice(0, end)) - refused;
  return {
    text: masked,
    caret: end === text.length ? masked.length : phoneCaret(masked, digitsBefore),
  };
}

export function referralLabel(source: ReferralSource, employeeLabel: string): string {
  return source === EMPLOYEE_REFERRAL ? employeeLabel : source;
}

/** A record's field as form text, also for a `StaleRecordBody`. A list becomes JSON. */
export function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '');
}
