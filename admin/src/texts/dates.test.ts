import { expect, test } from 'vitest';

import { formatDate, formatDateTime } from './dates.js';

const LOS_ANGELES = 'America/Los_Angeles';

test.each([
  ['2026-03-01T09:05:07.123Z', LOS_ANGELES, '03/01/2026 01:05:07'],
  ['2026-03-01T09:05:07Z', 'UTC', '03/01/2026 09:05:07'],
  // Midnight is hour 0 of the new day.
  ['2026-01-02T08:00:00Z', LOS_ANGELES, '01/02/2026 00:00:00'],
  ['2026-01-02T07:59:59Z', LOS_ANGELES, '01/01/2026 23:59:59'],
  // The clocks go forward and back again.
  ['2026-03-08T10:00:00Z', LOS_ANGELES, '03/08/2026 03:00:00'],
  ['2026-11-01T09:00:00Z', LOS_ANGELES, '11/01/2026 01:00:00'],
  ['0987-06-05T12:00:00Z', 'UTC', '06/05/0987 12:00:00'],
  ['2026-03-01T09:05:07Z', 'Asia/Kathmandu', '03/01/2026 14:50:07'],
])('%s in %s is shown as %s', (moment, zone, text) => {
  expect(formatDateTime(moment, zone)).toBe(text);
  expect(formatDate(moment, zone)).toBe(text.slice(0, 10));
});

test.each([null, undefined, '', 'yesterday', '2026-13-01T00:00:00Z'])(
  'an invalid date (%s) is shown as N/A',
  (moment) => {
    expect(formatDateTime(moment, LOS_ANGELES)).toBe('N/A');
    expect(formatDate(moment, LOS_ANGELES)).toBe('N/A');
  },
);
