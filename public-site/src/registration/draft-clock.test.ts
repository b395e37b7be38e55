import { expect, test } from 'vitest';

import { draftPhase, timeBetween } from './draft-clock.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const at = (minutes: number) => draftPhase(minutes * MINUTE, 1);

test('a draft of one hour is fresh until five minutes before its end', () => {
  expect(at(0)).toEqual({ name: 'fresh' });
  expect(at(54.9)).toEqual({ name: 'fresh' });
});

test('it then has minutes left', () => {
  expect(at(55)).toEqual({ name: 'ending', minutesLeft: 5 });
  expect(at(58.5)).toEqual({ name: 'ending', minutesLeft: 2 });
});

test('the last minute lasts until the draft has certainly expired on the server', () => {
  expect(at(59.5)).toEqual({ name: 'ending', minutesLeft: 1 });
  expect(at(60)).toEqual({ name: 'ending', minutesLeft: 1 });
  expect(draftPhase(60 * MINUTE + 10 * SECOND, 1)).toEqual({ name: 'over' });
  expect(at(600)).toEqual({ name: 'over' });
});

const THEN = { wall: 1_000_000, steady: 5_000 };
const later = (wall: number, steady: number) => ({
  wall: THEN.wall + wall * MINUTE,
  steady: THEN.steady + steady * MINUTE,
});

test.each([
  ['both clocks run', later(10, 10), 10],
  ['the laptop sleeps and the monotonic clock stops', later(120, 2), 120],
  ['the wall clock is set back', later(-600, 10), 10],
  ['the wall clock is set forward', later(70, 10), 70],
])('elapsed time is right when %s', (_, now, minutes) =>
  expect(timeBetween(THEN, now)).toBe(minutes * MINUTE),
);
