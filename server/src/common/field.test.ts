import { expect, test } from 'vitest';

import { cleanText } from './field.js';

test('only the first thirty combining marks on a letter are kept', () => {
  const text = `a${'\u0316'.repeat(100)} b${'\u0316'.repeat(30)}`;
  expect(cleanText(text)).toBe(`a${'\u0316'.repeat(30)} b${'\u0316'.repeat(30)}`);
});
