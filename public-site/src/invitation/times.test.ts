import { expect, test } from 'vitest';

import { timesOf } from './times.js';

test('a session has the day of its start and both times, and no time is broken', () => {
  expect(timesOf({ startsLocal: '2027-03-13T23:30', endsLocal: '2027-03-14T00:30' })).toEqual({
    day: 'Saturday, March 13',
    time: '11:30\u00a0PM to 12:30\u00a0AM',
  });
});
