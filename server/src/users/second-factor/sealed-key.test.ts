import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { NONCE_BYTES, open, seal } from './sealed-key.js';

const KEY = Buffer.from('a key of twenty byte');
const SECRET = randomBytes(32);
const OLDER = randomBytes(32);

describe('a sealed key', () => {
  const sealed = seal(KEY, SECRET, randomBytes(NONCE_BYTES), 7);

  test('does not contain the key, and can be opened', () => {
    expect(sealed.includes(KEY)).toBe(false);
    expect(open(sealed, [SECRET], 7)).toEqual({ key: KEY, secretIndex: 0 });
  });

  test('can be opened with an older secret that is still configured', () => {
    expect(open(seal(KEY, OLDER, randomBytes(NONCE_BYTES), 7), [SECRET, OLDER], 7)).toEqual({
      key: KEY,
      secretIndex: 1,
    });
  });

  test('cannot be opened with another secret or for another user', () => {
    expect(open(sealed, [OLDER], 7)).toBeNull();
    expect(open(sealed, [], 7)).toBeNull();
    expect(open(sealed, [SECRET], 8)).toBeNull();
  });

  test('cannot be opened with any byte changed', () => {
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect([at, open(changed, [SECRET], 7)]).toEqual([at, null]);
    }
  });

  test.each([0, 1, NONCE_BYTES, NONCE_BYTES + 16])('of %i bytes cannot be opened', (length) => {
    expect(open(sealed.subarray(0, length), [SECRET], 7)).toBeNull();
  });
});
