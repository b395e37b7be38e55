import { expect, test } from 'vitest';

import { timesOf } from './times.js';

test('a time does not break the line, unless the session ends on another day', () => {
  const startsLocal = '2027-03-13T21:30';
  const day = 'Saturday, March 13';
  expect(timesOf({ startsLocal, endsLocal: '2027-03-13T22:30' })).toEqual({
    day,
    time: '9:30\u00a0–\u00a010:30\u00a0PM',
  });
  const overnight = timesOf({ startsLocal, endsLocal: '2027-03-14T00:30' });
  expect(overnight.day).toBe(day);
  expect(overnight.time).not.toContain('\u00a0');
  expect(overnight.time).toContain(' ');
});
