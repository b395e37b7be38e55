import { expect, test } from 'vitest';

import { cleanText } from './field.js';

test('of more marks on a letter than any language has, the first thirty stay', () => {
  const text = `a${'\u0316'.repeat(100)} b${'\u0316'.repeat(30)}`;
  expect(cleanText(text)).toBe(`a${'\u0316'.repeat(30)} b${'\u0316'.repeat(30)}`);
});
