import { describe, expect, test } from '@jest/globals';
import { SIMPLE_REST } from '@kidlab/contract';

import { type FetchPage, pagedRows, wholeList } from './row-source.js';

interface Row {
  readonly id: number;
}

const { maxRows } = SIMPLE_REST;
const SIGNAL = new AbortController().signal;

const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id }));

/** A list that answers pages as the server does; `before` is called ahead of each one. */
function listOf(rows: Row[], before: (call: number) => void = () => undefined) {
  const asked: [number, number][] = [];
  const fetchPage: FetchPage<Row> = (offset, limit) => {
    asked.push([offset, limit]);
    before(asked.length);
    return Promise.resolve({ data: rows.slice(offset, offset + limit), total: rows.length });
  };
  return { asked, fetchPage };
}

async function idsOf(fetchPage: FetchPage<Row>): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of pagedRows(fetchPage).pages(SIGNAL)) {
    ids.push(...page.map(({ id }) => id));
  }
  return ids;
}

const idsTo = (count: number): number[] => rowsTo(count).map(({ id }) => id);

describe('a list read in pages', () => {
  test.each([0, 1, maxRows - 1, maxRows, maxRows + 1, 2 * maxRows - 1, 3500])(
    'has each of %d rows once',
    async (count) => {
      const { asked, fetchPage } = listOf(rowsTo(count));

      expect(await idsOf(fetchPage)).toEqual(idsTo(count));
      expect(asked.every(([, limit]) => limit <= maxRows)).toBe(true);
    },
  );

  test('misses no row that is there all the time while others are deleted', async () => {
    const rows = rowsTo(3500);
    const { fetchPage } = listOf(rows, (call) => {
      // As many as one page, of those that were read already: the rest moves up by a page.
      if (call === 3) rows.splice(200, maxRows);
      if (call === 5) rows.splice(0, 10);
    });

    expect(await idsOf(fetchPage)).toEqual(idsTo(3500));
  });

  test('takes new rows, which come last', async () => {
    const rows = rowsTo(1500);
    const { fetchPage } = listOf(rows, (call) => {
      if (call === 2) rows.push({ id: 1500 }, { id: 1501 });
    });

    expect(await idsOf(fetchPage)).toEqual(idsTo(1502));
  });

  test('ends when everything is deleted', async () => {
    const rows = rowsTo(2500);
    const { fetchPage } = listOf(rows, (call) => {
      if (call === 2) rows.length = 0;
    });

    expect(await idsOf(fetchPage)).toEqual(idsTo(maxRows));
  });

  test('is counted by a page past its end, whose total is exact', async () => {
    const { asked, fetchPage } = listOf(rowsTo(1234));

    expect(await pagedRows(fetchPage).count(SIGNAL)).toBe(1234);
    expect(asked).toEqual([[9_999_999, 1]]);
  });
});

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

test('pages are announced with their number, once, before the first one is read', async () => {
  const { asked, fetchPage } = listOf(rowsTo(3));
  const announced: [number, number][] = [];
  const source = pagedRows(fetchPage, (rows) => {
    announced.push([rows, asked.length]);
    return Promise.resolve();
  });

  await source.count(SIGNAL);
  for await (const page of source.pages(SIGNAL)) expect(page).toHaveLength(3);

  expect(announced).toEqual([[3, 1]]);
});

test('an export that cannot be announced does not happen', async () => {
  const { asked, fetchPage } = listOf(rowsTo(3));
  const source = pagedRows(fetchPage, () => Promise.reject(new Error('no')));

  await expect(source.pages(SIGNAL)[Symbol.asyncIterator]().next()).rejects.toThrow('no');
  expect(asked).toHaveLength(1);
});
