import { describe, expect, test } from 'vitest';

import { shareText, waitText } from './dashboard.js';

describe('words of the dashboard', () => {
  test.each([
    [null, ''],
    [0.5, '30 minutes'],
    [1, '1 hour'],
    [47.4, '47 hours'],
    [72, '3 days'],
  ])('say a wait of %j hours as %j', (hours, text) => expect(waitText(hours)).toBe(text));

  test.each([
    [null, ''],
    [0, '0%'],
    [0.666, '67%'],
    [1, '100%'],
  ])('say a share of %j as %j', (share, text) => expect(shareText(share)).toBe(text));
});
