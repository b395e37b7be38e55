import { describe, expect, test } from 'vitest';

import { keyText, keyUri, stepOf } from './app-codes.js';

/** The key of RFC 6238, appendix B. */
const KEY = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('codes of authenticator apps', () => {
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i seconds are %s, as in RFC 6238', (seconds, code) => {
    expect(stepOf(KEY, code, at(seconds), null)).toBe(Math.floor(seconds / 30));
  });

  // The code is that of 1111111110 to 1111111139.
  test.each([
    [1111111079, false],
    [1111111080, true],
    [1111111110, true],
    [1111111139, true],
    [1111111140, true],
    [1111111169, true],
    [1111111170, false],
  ])('are accepted one step before and after their own: at %i %s', (seconds, isTaken) => {
    expect(stepOf(KEY, '050471', at(seconds), null)).toBe(isTaken ? 37037037 : null);
  });

  test.each([
    [37037036, 37037037],
    [37037037, null],
    [37037038, null],
  ])('after an accepted code of step %i match step %s', (lastStep, expected) => {
    expect(stepOf(KEY, '050471', at(1111111111), lastStep)).toBe(expected);
  });

  test.each(['050472', '', '50471', '0504710', 'abcdef'])('do not include "%s"', (code) => {
    expect(stepOf(KEY, code, at(1111111111), null)).toBeNull();
  });

  test('are set up with a URI that contains the key and the names', () => {
    expect(keyText(KEY)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const uri = new URL(keyUri(KEY, 'Kid Lab: staff', 'a@example.org'));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Kid Lab  staff:a@example.org');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Kid Lab  staff',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
