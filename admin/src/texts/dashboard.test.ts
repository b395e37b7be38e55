import { describe, expect, test } from 'vitest';

import { FIGURE_TEXTS, shareText, waitText } from './dashboard.js';

describe('the texts of the dashboard', () => {
  test.each([
    [null, ''],
    [0.5, '30 minutes'],
    [1, '1 hour'],
    [47.4, '47 hours'],
    [72, '3 days'],
  ])('show a wait of %j hours as %j', (hours, text) => expect(waitText(hours)).toBe(text));

  test.each([
    [0, 0, ''],
    [0, 3, '0%'],
    [2, 3, '67%'],
    [3, 3, '100%'],
  ])('show %j of %j as %j', (part, whole, text) => expect(shareText(part, whole)).toBe(text));

  test('name the groups by waiting time', () => {
    expect(FIGURE_TEXTS.waiting.columns.slice(3, -1)).toEqual([
      'under 1 day',
      '1 to 2 days',
      '3 to 6 days',
      '7 to 13 days',
      '14 days or more',
    ]);
  });
});
