import { expect, test } from '@jest/globals';

import { walkableTotal } from './walkable-total.js';

test.each([
  ['a list that is counted', { rows: 25, total: 700, page: 2 }, 700],
  ['more than a thousand, at the beginning', { rows: 25, total: 1001, page: 1 }, 1001],
  ['a full page behind the thousandth row', { rows: 25, total: 1001, page: 61 }, 1526],
  ['the last page, behind the thousandth row', { rows: 3, total: 1001, page: 61 }, 1503],
])('%s', (_, { rows, total, page }, expected) => {
  const data = Array.from({ length: rows }, (__, id) => ({ id }));
  expect(walkableTotal({ data, total }, { page, perPage: 25 })).toBe(expected);
});
