import { type CalendarMonth, monthNumber } from './age.js';
import {
  EMPLOYEE_REFERRAL,
  MONTH_NAMES,
  MONTHS_OF_BIRTH,
  type ReferralSource,
} from './enumerations.js';
import { LENGTH, YEARS } from './limits.js';

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
  return monthNumber(birth) > monthNumber(today);
}

/** `03` → `March`; anything that is no month → empty. */
export function monthName(monthOfBirth: string): string {
  return MONTH_NAMES[MONTHS_OF_BIRTH.indexOf(monthOfBirth)] ?? '';
}

const PHONE_DIGITS = 10;
const COMPLETE = /^\(\d{3}\) \d{3}-\d{4}$/;
/** An American number as other countries dial it: `+1 …`, or `001…` once more digits follow. */
const FROM_ABROAD = /^(?:\+1|001(?=\d))/;

/** The digits of an American phone number without its country code; `null` for what can't be one. */
function nationalDigits(text: string): string | null {
  const sign = text.trimStart().startsWith('+') ? '+' : '';
  const dialled = sign + text.replace(/\D/g, '');
  const national = dialled.replace(FROM_ABROAD, '');
  // Some other country's.
  if (/^(?:\+|00.)/.test(national)) return null;
  const isWithCode = national.startsWith('1') && national.length === PHONE_DIGITS + 1;
  const digits = isWithCode ? national.slice(1) : national;
  return digits.length > PHONE_DIGITS ? null : digits;
}

/**
 * Formats a phone number while it is typed: `123` → `(123`, `1234567890` → `(123) 456-7890`. A separator appears
 * only once a digit follows it, so that deleting never gets stuck on one. A number of another country, and one with
 * too many digits, stays as it is: cut to ten digits it would be somebody else's.
 * @param before what it is typed into: a complete number takes no further digit, and loses none
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

/**
 * Typing into a zip field: non-digits are dropped and the rest is cut to five.
 * @param before what it is typed into: five digits take no sixth, and lose none
 */
export function maskZip(text: string, before = ''): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length <= LENGTH.zipCode) return digits;
  return before.length === LENGTH.zipCode ? before : digits.slice(0, LENGTH.zipCode);
}

/** Forms a text. `before`: what it was typed into, key by key; left out when it came as a whole. */
export type Mask = (text: string, before?: string) => string;

/** Keys that were pressed, as browsers name what they did; phones compose even digits. */
const TYPED: readonly unknown[] = ['insertText', 'insertCompositionText'];

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** What a browser tells of an edit of a field. */
interface Edit {
  readonly text: string;
  /** Where the caret stands after it; `null` where the browser does not say. */
  readonly caret: number | null;
  /** What the field held before. */
  readonly before: string;
  /** `InputEvent.inputType`, where there is one. */
  readonly inputType: unknown;
}

/** What a masked field holds after an edit, and where its caret belongs: after the digit that it stood behind. */
export function maskedEdit(
  mask: Mask,
  { text, caret, before, inputType }: Edit,
): { text: string; caret: number } {
  const isTyped = TYPED.includes(inputType);
  const masked = isTyped ? mask(text, before) : mask(text);
  // A complete text takes no more: what was typed there is not there.
  const refused = isTyped && masked === before ? countDigits(text) - countDigits(before) : 0;
  const end = caret ?? text.length;
  const digitsBefore = countDigits(text.slice(0, end)) - refused;
  return {
    text: masked,
    caret: end === text.length ? masked.length : phoneCaret(masked, digitsBefore),
  };
}

/** How a referral source reads on a page. */
export function referralLabel(source: ReferralSource, employeeLabel: string): string {
  return source === EMPLOYEE_REFERRAL ? employeeLabel : source;
}
