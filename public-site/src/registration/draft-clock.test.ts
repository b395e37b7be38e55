import { expect, test } from '@jest/globals';

import { draftPhase, idleTime } from './draft-clock.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const at = (minutes: number) => draftPhase(minutes * MINUTE, 1);

test('a draft of one hour is fresh until five minutes before its end', () => {
  expect(at(0)).toEqual({ name: 'fresh' });
  expect(at(54.9)).toEqual({ name: 'fresh' });
});

test('then it says how many minutes are left', () => {
  expect(at(55)).toEqual({ name: 'ending', minutesLeft: 5 });
  expect(at(58.5)).toEqual({ name: 'ending', minutesLeft: 2 });
});

test('the last minute ends when the server has ended the draft for certain', () => {
  expect(at(59.5)).toEqual({ name: 'ending', minutesLeft: 1 });
  expect(at(60)).toEqual({ name: 'ending', minutesLeft: 1 });
  expect(draftPhase(60 * MINUTE + 10 * SECOND, 1)).toEqual({ name: 'over' });
  expect(at(600)).toEqual({ name: 'over' });
});

const LAST_CALL = 1_000_000;
const SEEN = { wall: LAST_CALL + MINUTE, steady: 5_000 };
const later = (wall: number, steady: number) => ({
  wall: SEEN.wall + wall * MINUTE,
  steady: SEEN.steady + steady * MINUTE,
});

test.each([
  ['both clocks go', later(10, 10), 11],
  ['the laptop sleeps and the steady clock stands still', later(120, 2), 121],
  ['the wall clock is set back', later(-600, 10), 11],
  ['the wall clock is set forward', later(70, 10), 71],
])('time passes while %s', (_, now, minutes) =>
  expect(idleTime(LAST_CALL, SEEN, now)).toBe(minutes * MINUTE),
);

test('a last call that lies in the future, by a clock that was set back, counts as just now', () => {
  const seen = { wall: LAST_CALL - 600 * MINUTE, steady: 0 };
  expect(idleTime(LAST_CALL, seen, { ...seen, steady: 10 * MINUTE })).toBe(10 * MINUTE);
});
