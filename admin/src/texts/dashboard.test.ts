import { describe, expect, test } from 'vitest';

import { FIGURE_TEXTS, shareText, waitText } from './dashboard.js';

describe('words of the dashboard', () => {
  test.each([
    [null, ''],
    [0.5, '30 minutes'],
    [1, '1 hour'],
    [47.4, '47 hours'],
    [72, '3 days'],
  ])('say a wait of %j hours as %j', (hours, text) => expect(waitText(hours)).toBe(text));

  test.each([
    [0, 0, ''],
    [0, 3, '0%'],
    [2, 3, '67%'],
    [3, 3, '100%'],
  ])('say %j of %j as %j', (part, whole, text) => expect(shareText(part, whole)).toBe(text));

  test('name the classes of waiting', () => {
    expect(FIGURE_TEXTS.waiting.columns.slice(3, -1)).toEqual([
      'under 1 day',
      '1 to 2 days',
      '3 to 6 days',
      '7 to 13 days',
      '14 days or more',
    ]);
  });
});
