import { contactStatusText, withdrawnText } from '@kidlab/contract';
import { expect, it } from 'vitest';

import { ageText } from './record.js';

it.each([
  [{ year: 2026, month: 11 }, '0 months'],
  [{ year: 2026, month: 10 }, '1 month'],
  [{ year: 2024, month: 12 }, '23 months'],
  [{ year: 2024, month: 11 }, '2 years'],
  [{ year: 2022, month: 12 }, '3 years'],
])('a child born in %o is shown as %s old in November 2026', (birth, text) =>
  expect(ageText(birth, { year: 2026, month: 11 })).toBe(text),
);

it.each([
  [{ mayBeInvited: true, reasons: [], until: null }, 'May be invited.'],
  [
    { mayBeInvited: false, reasons: ['paused' as const], until: '2027-03-03' },
    'May be invited from March 3, 2027, because the family asked for a pause.',
  ],
  [
    { mayBeInvited: false, reasons: ['unconfirmed' as const, 'paused' as const], until: null },
    'May not be invited, because the family has not confirmed and asked for a pause.',
  ],
  [
    {
      mayBeInvited: false,
      reasons: ['resting' as const],
      until: '2027-03-03',
      invited: { studyName: 'Blocks', on: '2027-02-17' },
    },
    'May be invited from March 3, 2027, because the family was invited to Blocks on February 17, 2027.',
  ],
])('the contact status %o is shown as one sentence', (status, text) =>
  expect(contactStatusText({ invited: null, ...status })).toBe(text),
);

it.each([
  ['staff', 'by staff'],
  ['paused', 'the family asked for a pause'],
  ['undeliverable', 'its email could not be delivered'],
])('the reason %j of a withdrawn invitation is shown as %s', (reason, text) =>
  expect(withdrawnText(reason)).toBe(text),
);
