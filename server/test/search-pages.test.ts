import { SEARCH } from '@kidlab/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';

import { allSql, boundedCountSql, countSql, pageSql } from '../src/common/list.js';
import type { Statement } from '../src/common/statements.js';
import { familySearch, type Search } from '../src/reports/search.sql.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';

const FAMILIES = 8_000;
const BY_ID = { column: 'id', direction: 'ASC' } as const;
const MOMENT = {
  now: new Date('2026-11-20T00:00:00Z'),
  today: { year: 2026, month: 11, day: 20 },
  timeZone: 'UTC',
  restDays: 14,
};

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await writeFamilies(database.url, FAMILIES);
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
}, 300_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function read<Row extends object>({ text, values }: Statement): Promise<Row[]> {
  return (await client.query<Row>(text, [...values])).rows;
}

async function idsOn(statement: Statement): Promise<number[]> {
  const [page] = await read<{ rows: string }>(statement);
  return (JSON.parse(page?.rows ?? '') as { id: number }[]).map(({ id }) => id);
}

/** Some match thousands of families, some a handful. */
const SEARCHES: [Omit<Search, 'sort'>, { isMore: boolean }][] = [
  [{}, { isMore: true }],
  [{ gender: 'Male' }, { isMore: true }],
  [{ minAge: 2, maxAge: 9 }, { isMore: true }],
  // More matching children than are read at once, but fewer families than the counting limit.
  [{ minAge: 2, maxAge: 9, state: 'awaiting', gender: 'Female' }, { isMore: false }],
  [{ minAge: 3, maxAge: 3, ageUOM: 'Months' }, { isMore: false }],
  [{ emailAddress: 'example' }, { isMore: true }],
  [{ emailAddress: 'example', minAge: 3, maxAge: 3, ageUOM: 'Months' }, { isMore: false }],
  [{ q: 'example' }, { isMore: true }],
  [{ emailAddress: 'ma' }, { isMore: true }],
  [{ emailAddress: '100@exa' }, { isMore: false }],
  [{ emailAddress: 'smith', minAge: 3, maxAge: 4 }, { isMore: false }],
  [{ familyName: 'mi' }, { isMore: false }],
  [{ familyName: 'Smith' }, { isMore: false }],
  [{ familyName: 'an', minAge: 1 }, { isMore: true }],
];
const ORDERS = [
  BY_ID,
  { column: 'familyName', direction: 'DESC' } as const,
  { column: 'registeredDate', direction: 'DESC' } as const,
];

it.each(SEARCHES)(
  '%j: a page has the same rows as that part of the whole list',
  async (query, { isMore }) => {
    for (const order of ORDERS) {
      const list = familySearch({ ...query, sort: order }, MOMENT);
      const ids = (await read<{ id: number }>(allSql(list))).map(({ id }) => id);
      expect(ids.length > SEARCH.countedUpTo).toBe(isMore);
      const upTo = SEARCH.countedUpTo + 1;
      expect(await read(boundedCountSql(list, upTo))).toEqual([
        { count: Math.min(ids.length, upTo) },
      ]);

      for (const offset of [0, 50, 975, Math.max(ids.length - 10, 0)]) {
        const page = { offset, limit: 25 };
        const expected = ids.slice(offset, offset + 25);
        expect(await idsOn(pageSql(list, page, true))).toEqual(expected);
        expect(await idsOn(pageSql(list, page, false))).toEqual(expected);
      }
    }
  },
);

it.each([{ emailAddress: 'ann@example.org' }, { q: 'smith ann@example.org' }])(
  '%j: the part before an @ is rare, so the quick count is skipped',
  (query) => {
    const list = familySearch({ ...query, sort: BY_ID }, MOMENT);
    expect(boundedCountSql(list, 9).sql).toBe(countSql(list, 9).sql);
  },
);
