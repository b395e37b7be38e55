import { expect, test } from '@jest/globals';

import { wholeList } from './row-source.js';

interface Row {
  readonly id: number;
}

const SIGNAL = new AbortController().signal;

const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id }));

test('a list that comes whole is fetched once', async () => {
  let calls = 0;
  const source = wholeList(() => {
    calls += 1;
    return Promise.resolve(rowsTo(3));
  });

  expect(await source.count(SIGNAL)).toBe(3);
  const pages: (readonly Row[])[] = [];
  for await (const page of source.pages(SIGNAL)) pages.push(page);
  expect(pages).toEqual([rowsTo(3)]);
  expect(calls).toBe(1);
});
