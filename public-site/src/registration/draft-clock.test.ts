import { expect, test } from '@jest/globals';

import { draftPhase } from './draft-clock.js';

const MINUTE = 60_000;
const LAST_CALL = 1_000_000;
const at = (minutes: number) => draftPhase(LAST_CALL, 1, LAST_CALL + minutes * MINUTE);

test('a draft of one hour is fresh until five minutes before its end', () => {
  expect(at(0)).toEqual({ name: 'fresh', until: LAST_CALL + 55 * MINUTE });
  expect(at(54.9)).toMatchObject({ name: 'fresh' });
});

test('then it says how many minutes are left, and when that number changes', () => {
  expect(at(55)).toEqual({ name: 'ending', minutesLeft: 5, until: LAST_CALL + 56 * MINUTE });
  expect(at(58.5)).toEqual({ name: 'ending', minutesLeft: 2, until: LAST_CALL + 59 * MINUTE });
  expect(at(59.9)).toEqual({ name: 'ending', minutesLeft: 1, until: LAST_CALL + 60 * MINUTE });
});

test('after an hour it is over', () => {
  expect(at(60)).toEqual({ name: 'over' });
  expect(at(600)).toEqual({ name: 'over' });
});
