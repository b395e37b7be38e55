import { describe, expect, it } from '@jest/globals';

import { idleLimits, idleState, isKeepAliveDue, lookAgainIn } from './idle-rules.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 9);
const limits = idleLimits(20);

describe('idleState', () => {
  it.each([
    [0, 'active'],
    [18 * MINUTE - 1, 'active'],
    [18 * MINUTE, 'warning'],
    [20 * MINUTE - 1, 'warning'],
    [20 * MINUTE, 'over'],
    [8 * 60 * MINUTE, 'over'],
  ])('after %d ms it is %s', (idle, kind) =>
    expect(idleState(START, START + idle, limits).kind).toBe(kind),
  );

  it('tells how long there is left', () =>
    expect(idleState(START, START + 19 * MINUTE, limits)).toEqual({
      kind: 'warning',
      remaining: MINUTE,
    }));

  it('takes a clock that was set back for no idle time', () =>
    expect(idleState(START, START - 60 * MINUTE, limits).kind).toBe('active'));

  it('warns at half time where the time-out is shorter than the warning', () => {
    const short = idleLimits(1);
    expect(idleState(START, START + 29_999, short).kind).toBe('active');
    expect(idleState(START, START + 30_000, short).kind).toBe('warning');
    expect(idleState(START, START + MINUTE, short).kind).toBe('over');
  });
});

describe('lookAgainIn', () => {
  it('never waits longer than some seconds, so that sleep is noticed', () =>
    expect(lookAgainIn(START, START, limits)).toBe(15_000));

  it('comes back exactly when the warning is due', () =>
    expect(lookAgainIn(START, START + 18 * MINUTE - 4_000, limits)).toBe(4_000));

  it('counts seconds down, and hits the end', () => {
    expect(lookAgainIn(START, START + 18 * MINUTE, limits)).toBe(1_000);
    expect(lookAgainIn(START, START + 20 * MINUTE - 300, limits)).toBe(300);
    expect(lookAgainIn(START, START + 30 * MINUTE, limits)).toBe(0);
  });
});

describe('isKeepAliveDue', () => {
  const lastCall = START;

  it('is due a minute after the last call when something has happened since', () => {
    const lastActivity = START + 10_000;
    expect(isKeepAliveDue({ lastActivity, lastCall }, START + 59_999, limits)).toBe(false);
    expect(isKeepAliveDue({ lastActivity, lastCall }, START + MINUTE, limits)).toBe(true);
  });

  it('is never due when nothing has happened since', () => {
    const lastActivity = START;
    expect(isKeepAliveDue({ lastActivity, lastCall }, START + 15 * MINUTE, limits)).toBe(false);
  });

  it('keeps the server’s time-out behind the portal’s', () => {
    // The last call comes at most a minute after the last activity, or else before it by less than that.
    const lastActivity = START + 59_000;
    const trailing = START + MINUTE;
    expect(isKeepAliveDue({ lastActivity, lastCall }, trailing, limits)).toBe(true);
    expect(trailing + limits.limit).toBeGreaterThan(lastActivity + limits.limit);
  });
});
