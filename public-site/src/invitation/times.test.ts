import { expect, test, vi } from 'vitest';

import { momentOf, timesOf } from './times.js';

test('a session has the day of its start and both times, each with a no-break space', () => {
  expect(timesOf({ startsLocal: '2027-03-13T23:30', endsLocal: '2027-03-14T00:30' })).toEqual({
    day: 'Saturday, March 13',
    time: '11:30\u00a0PM to 12:30\u00a0AM',
  });
});

test.each(['America/Los_Angeles', 'Asia/Tokyo'])('a reader in %s sees the lab’s times', (zone) => {
  vi.stubEnv('TZ', zone);
  // An hour that daylight saving time skips in Los Angeles.
  const skipped = '2027-03-14T02:30';
  expect(momentOf(skipped)).toBe('Sunday, March 14, 2:30\u00a0AM');
  expect(timesOf({ startsLocal: skipped, endsLocal: '2027-03-14T03:30' }).time).toBe(
    '2:30\u00a0AM to 3:30\u00a0AM',
  );
  vi.unstubAllEnvs();
});
