import { describe, expect, test } from 'vitest';

import { isOver, isWorthNoting } from './staff-sessions.service.js';

const at = (clock: string): Date => new Date(`2026-11-20T${clock}Z`);

describe('a staff session', () => {
  test.each([
    ['08:00:00', '08:00:00', '08:19:59', false],
    ['08:00:00', '08:00:00', '08:20:00', true],
    ['08:00:00', '19:50:00', '19:59:59', false],
    ['08:00:00', '19:50:00', '20:00:00', true],
  ])('of %s, last called at %s, is over at %s: %s', (signedIn, lastCall, now, expected) => {
    const times = { signedInAt: at(signedIn), lastCallAt: at(lastCall) };
    expect(isOver(times, at(now), 20)).toBe(expected);
  });

  test.each([
    ['08:00:59', false],
    ['08:01:00', true],
  ])('a call at %s, after one at 08:00:00, is written down: %s', (now, expected) => {
    const times = { signedInAt: at('07:00:00'), lastCallAt: at('08:00:00') };
    expect(isWorthNoting(times, at(now))).toBe(expected);
  });
});
