import { expect, test } from 'vitest';

import {
  ageMatchOn,
  ageOn,
  ageQuestionOf,
  ageTextOn,
  birthMonthsOf,
  calendarDay,
  openAgeOf,
} from './age.js';
import { AGE_MATCHES, type AgeMatch } from './enumerations.js';
import { monthNumber } from './format.js';

const DAY = 24 * 60 * 60 * 1000;

function daysFrom(first: string, last: string): string[] {
  const start = Date.parse(first);
  const count = (Date.parse(last) - start) / DAY + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(start + index * DAY).toISOString().slice(0, 10),
  );
}

const BIRTHS = daysFrom('2024-01-01', '2028-12-31');
/** Days around the ends of months, with and without a leap year. */
const DATES = daysFrom('2027-11-01', '2029-04-30').filter((day) =>
  /-(01|02|14|28|29|30|31)$/.test(day),
);
const BANDS = [
  [0, 0],
  [0, 2],
  [1, 1],
  [3, 5],
  [6, 11],
  [11, 12],
  [12, 12],
  [12, 23],
  [18, 24],
  [24, 35],
  [36, 59],
] as const;

/** The day of birth in every month or, if a month lacks it, the first of the next. */
function birthdaysOf(birth: string): string[] {
  const { year, month, day } = calendarDay(birth);
  return Array.from({ length: 66 }, (_, months) => {
    const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    const time = Date.UTC(year, month - 1 + months, Math.min(day, length + 1));
    return new Date(time).toISOString().slice(0, 10);
  });
}

/** The birthdays of children by month of birth. */
const CHILDREN = new Map<string, string[][]>();
for (const birth of BIRTHS) {
  const month = birth.slice(0, 7);
  CHILDREN.set(month, [...(CHILDREN.get(month) ?? []), birthdaysOf(birth)]);
}

test.each(DATES)('on %s, the ages by day of birth match those by month', (date) => {
  const on = calendarDay(date);
  const faults: unknown[] = [];
  for (const [month, birthdays] of CHILDREN) {
    const birth = calendarDay(month);
    // -1: not born yet.
    const ages = birthdays.map((days) => days.findLastIndex((day) => day <= date));
    const born = ages.filter((age) => age >= 0);
    const told = ageOn(birth, on);
    if (born.length > 0 && (told.min !== Math.min(...born) || told.max !== Math.max(...born)))
      faults.push({ month, told });
    for (const [min, max] of BANDS) {
      const isOfAge = (age: number): boolean => age >= min && age <= max;
      const isWithin = (match: AgeMatch): boolean => {
        const { from = -Infinity, to = Infinity } = birthMonthsOf({ min, max }, on, match);
        return from <= monthNumber(birth) && monthNumber(birth) <= to;
      };
      if (isWithin('certain') !== ages.every(isOfAge))
        faults.push({ month, min, max, match: 'certain' });
      if (isWithin('possible') !== ages.some(isOfAge))
        faults.push({ month, min, max, match: 'possible' });
      const match = ageMatchOn(birth, { minMonths: min, maxMonths: max }, on);
      if (match !== (AGE_MATCHES.find(isWithin) ?? null))
        faults.push({ month, min, max, told: match });
    }
  }
  expect(faults).toEqual([]);
});

test('an age band may be open at either end', () => {
  const date = calendarDay('2027-03-14');
  const march2025 = monthNumber({ year: 2025, month: 3 });

  expect(birthMonthsOf({ min: 24 }, date, 'possible')).toEqual({ to: march2025 });
  expect(birthMonthsOf({ min: 24 }, date, 'certain')).toEqual({ to: march2025 - 1 });
  expect(birthMonthsOf({ max: 23 }, date, 'possible')).toEqual({ from: march2025 });
  expect(birthMonthsOf({ max: 23 }, date, 'certain')).toEqual({ from: march2025 + 1 });
});

test('an age of one month is in the singular', () => {
  expect(ageTextOn({ year: 2023, month: 4 }, calendarDay('2023-05-31'))).toBe('1 month');
});

test('a study for any age excludes a child born after the day', () => {
  const anyAge = { minMonths: null, maxMonths: null };
  expect(ageMatchOn({ year: 2025, month: 3 }, anyAge, calendarDay('2025-03-01'))).toBe('certain');
  expect(ageMatchOn({ year: 2025, month: 4 }, anyAge, calendarDay('2025-03-31'))).toBeNull();
});

test.each([
  ['2025-03-14', '23–24 months'],
  ['2025-03-30', '23–24 months'],
  ['2025-03-31', '24 months'],
  ['2023-02-28', 'not born yet'],
  ['2023-03-31', '0 months'],
  ['2023-04-30', '0–1 months'],
  ['2023-05-01', '1–2 months'],
])('a child born in March 2023 is on %s: %s', (date, text) => {
  expect(ageTextOn({ year: 2023, month: 3 }, calendarDay(date))).toBe(text);
});

test.each([
  [null, null, null],
  [47, 48, null],
  [48, null, 'Will Maya be 48 months or older on March 14?'],
  [null, 47, 'Will Maya be 47 months or younger on March 14?'],
])('the question about an age of 47–48 months for %s to %s months: %s', (min, max, question) => {
  const maya = { firstName: 'Maya', year: 2023, month: 3 };
  const ages = { minMonths: min, maxMonths: max };
  const day = calendarDay('2027-03-14');
  expect(ageQuestionOf(maya, ages, day)).toBe(question);
  expect(openAgeOf(maya, ages, day)).toBe(question);
  // Not asked about a child who is certainly too young or too old.
  expect(openAgeOf(maya, { minMonths: 49, maxMonths: null }, day)).toBeNull();
});

test('the question about an age of one month uses the singular', () => {
  const maya = { firstName: 'Maya', year: 2027, month: 2 };
  const day = calendarDay('2027-03-14');
  const ages = { minMonths: 1, maxMonths: null };
  expect(ageQuestionOf(maya, ages, day)).toBe('Will Maya be 1 month or older on March 14?');
});
