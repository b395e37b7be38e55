import { expect, it } from '@jest/globals';

import { ageText } from './record.js';

it.each([
  [{ year: 2026, month: 11 }, '0 months'],
  [{ year: 2026, month: 10 }, '1 month'],
  [{ year: 2024, month: 12 }, '23 months'],
  [{ year: 2024, month: 11 }, '2 years'],
  [{ year: 2022, month: 12 }, '3 years'],
])('a child born in %o reads as %s old in November 2026', (birth, text) =>
  expect(ageText(birth, { year: 2026, month: 11 })).toBe(text),
);
