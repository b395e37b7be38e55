import { expect, test } from 'vitest';
import { create } from 'qrcode';

import { qrPicture } from './app-codes.js';

test('the path has the dark squares, and a light frame of four', () => {
  const text = 'otpauth://totp/Kid%20Lab:a@example.org?secret=GEZDGNBVGY3TQOJQ&issuer=Kid%20Lab';
  const { size, path } = qrPicture(text);
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  expect(size).toBe(modules.size + 8);

  const dark = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(width); at += 1)
      dark.add(`${String(Number(x) + at)} ${String(y)}`);
  }
  expect(path.replace(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('');
  const expected = new Set<string>();
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) !== 0) expected.add(`${String(column + 4)} ${String(row + 4)}`);
    }
  }
  expect(dark).toEqual(expected);
});
