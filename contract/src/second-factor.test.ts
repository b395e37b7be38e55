import { describe, expect, test } from 'vitest';

import { enteredCode, groupedCode, RECOVERY_ALPHABET, SECOND_FACTOR } from './second-factor.js';

const RECOVERY = '0123456789abcdefghjkmnpq';

describe('an entered code', () => {
  test.each([
    ['123456', 'app', '123456'],
    [' 123 456 ', 'app', '123456'],
    ['123\u00a0456', 'app', '123456'],
    ['12-34-56', 'app', '123456'],
    ['000000', 'app', '000000'],
    [RECOVERY, 'recovery', RECOVERY],
    [groupedCode(RECOVERY), 'recovery', RECOVERY],
    [groupedCode(RECOVERY).toUpperCase(), 'recovery', RECOVERY],
    ['OI23456789abcdefghjkmnpq', 'recovery', RECOVERY],
    ['oL23456789abcdefghjkmnpq', 'recovery', RECOVERY],
    [groupedCode(RECOVERY).replaceAll('-', ' – '), 'recovery', RECOVERY],
  ])('"%s" is of the kind %s: %s', (text, kind, code) => {
    expect(enteredCode(text)).toEqual({ kind, code });
  });

  test.each([
    '',
    '12345',
    '1234567',
    '12345a',
    '１２３４５６',
    `${RECOVERY}r`,
    `u${RECOVERY.slice(1)}`,
  ])('"%s" is not valid', (text) => {
    expect(enteredCode(text)).toBeNull();
  });

  test('of a hundred thousand characters is read in linear time', () => {
    expect(enteredCode('- '.repeat(50_000))).toBeNull();
  });
});

test('recovery codes have enough entropy for a fast hash', () => {
  const bits = Math.log2(RECOVERY_ALPHABET.length) * SECOND_FACTOR.recoveryCodeLength;
  expect(bits).toBeGreaterThanOrEqual(112);
  expect(new Set(RECOVERY_ALPHABET).size).toBe(32);
});

test('recovery codes are shown in groups', () => {
  expect(groupedCode(RECOVERY)).toBe('0123-4567-89ab-cdef-ghjk-mnpq');
});
