import { describe, expect, it } from 'vitest';

import { DISPATCH, isGivenUp, pauseBeforeRetry, RETRY, SMTP_TIMEOUT } from './mail-times.js';

const MANY = Array.from({ length: 60 }, (_, index) => index + 1);

describe('the pause before a retry', () => {
  it('starts at five seconds and doubles', () => {
    expect([1, 2, 3, 4].map((attempts) => pauseBeforeRetry(attempts, false, 0))).toEqual([
      5_000, 10_000, 20_000, 40_000,
    ]);
  });

  it('is at most an hour, or five minutes when no server was reached', () => {
    expect(Math.max(...MANY.map((attempts) => pauseBeforeRetry(attempts, false, 0)))).toBe(
      60 * 60_000,
    );
    expect(Math.max(...MANY.map((attempts) => pauseBeforeRetry(attempts, true, 0)))).toBe(
      5 * 60_000,
    );
  });

  it('is shortened randomly, by at most a third', () => {
    for (const attempts of MANY) {
      const longest = pauseBeforeRetry(attempts, false, 0);
      const shortest = pauseBeforeRetry(attempts, false, 0.999_999);
      expect(shortest).toBeLessThan(longest);
      expect(shortest).toBeGreaterThanOrEqual(longest * (1 - RETRY.jitter) - 1);
    }
  });

  it('allows more than thirty tries in a day', () => {
    const inADay = MANY.filter(
      (attempts) =>
        MANY.slice(0, attempts).reduce((sum, at) => sum + pauseBeforeRetry(at, false, 0), 0) <
        RETRY.giveUpAfterMs,
    );
    expect(inADay.length).toBeGreaterThan(30);
  });
});

describe('giving up after a day', () => {
  const created = new Date('2026-11-20T18:00:00Z');

  it.each([
    ['2026-11-21T17:59:59.999Z', false],
    ['2026-11-21T18:00:00.000Z', true],
  ])('is due at %s: %s', (now, expected) => {
    expect(isGivenUp(created, new Date(now))).toBe(expected);
  });
});

describe('the timeouts', () => {
  it('keep a claim valid until its delivery has ended', () => {
    const { connectionMs, greetingMs, socketMs } = SMTP_TIMEOUT;
    expect(connectionMs + greetingMs + socketMs).toBeLessThanOrEqual(DISPATCH.sendDeadlineMs);
    expect(DISPATCH.sendDeadlineMs).toBeLessThanOrEqual(DISPATCH.leaseMs * 0.8);
  });
});
