import { expect, test } from 'vitest';

import { draftPhase } from './draft-clock.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const THEN = 1_000_000;
const at = (minutes: number) => draftPhase(THEN, THEN + minutes * MINUTE, 1);

test('a draft of one hour is fresh until five minutes before its end', () => {
  expect(at(0)).toEqual({ name: 'fresh' });
  expect(at(54.9)).toEqual({ name: 'fresh' });
});

test('then it has minutes left', () => {
  expect(at(55)).toEqual({ name: 'ending', minutesLeft: 5 });
  expect(at(58.5)).toEqual({ name: 'ending', minutesLeft: 2 });
});

test('the last minute lasts until the server has certainly ended the draft', () => {
  expect(at(59.5)).toEqual({ name: 'ending', minutesLeft: 1 });
  expect(at(60)).toEqual({ name: 'ending', minutesLeft: 1 });
  expect(draftPhase(THEN, THEN + 60 * MINUTE + 10 * SECOND, 1)).toEqual({ name: 'over' });
  expect(at(600)).toEqual({ name: 'over' });
});
