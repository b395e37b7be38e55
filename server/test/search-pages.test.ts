import { SEARCH } from '@kidlab/contract';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';

import type { RowPlace } from '../src/common/list-query.js';
import type { Statement } from '../src/common/statements.js';
import { readSearch } from '../src/reports/search-input.js';
import { summaryListing } from '../src/reports/search.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';

const FAMILIES = 8_000;
const BY_ID = { column: 'id', direction: 'ASC' } as const;
const TODAY = { year: 2026, month: 11 };

interface WrittenRow {
  readonly rows: string;
  readonly total: number;
  readonly first: RowPlace | null;
  readonly last: RowPlace | null;
}

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

async function read({
  text,
  values,
}: Statement): Promise<Omit<WrittenRow, 'rows'> & { ids: number[] }> {
  const [row] = (await client.query<WrittenRow>(text, [...values])).rows;
  if (row === undefined) throw new Error('a page without a row');
  const ids = (JSON.parse(row.rows) as { id: number }[]).map(({ id }) => id);
  return { ids, total: row.total, first: row.first, last: row.last };
}

/** Some find thousands, some a handful: the page comes from a walk through the list, or from what an index has found. */
const SEARCHES: [object, { isMore: boolean }][] = [
  [{}, { isMore: true }],
  [{ gender: 'Male' }, { isMore: true }],
  [{ minAge: '2', maxAge: '9' }, { isMore: true }],
  // More such children than are looked at, and fewer families than are counted.
  [{ minAge: '2', maxAge: '9', state: 'awaiting', gender: 'Female' }, { isMore: false }],
  [{ minAge: '3', maxAge: '3', ageUOM: 'Months' }, { isMore: false }],
  [{ emailAddress: 'example' }, { isMore: true }],
  [{ emailAddress: 'ma' }, { isMore: true }],
  [{ emailAddress: '100@exa' }, { isMore: false }],
  [{ emailAddress: 'smith', minAge: '3', maxAge: '4' }, { isMore: false }],
  [{ familyName: 'mi' }, { isMore: false }],
  [{ familyName: 'Smith' }, { isMore: false }],
  [{ familyName: 'an', minAge: '1' }, { isMore: true }],
];
const ORDERS = [
  BY_ID,
  { column: 'familyName', direction: 'DESC' } as const,
  { column: 'registeredDate', direction: 'DESC' } as const,
];

it.each(SEARCHES)(
  '%j: a page shows what stands there in the whole list',
  async (query, { isMore }) => {
    for (const order of ORDERS) {
      const listing = summaryListing(readSearch(query), order, TODAY);
      const all = await client.query<{ id: number }>(listing.all().text, [...listing.all().values]);
      const ids = all.rows.map(({ id }) => id);
      expect(ids.length > SEARCH.countedUpTo).toBe(isMore);

      for (const offset of [0, 50, 975, Math.max(ids.length - 10, 0)]) {
        const page = { offset, limit: 25 };
        const answer = await read(listing.page(page, { withPlaces: true }));
        const { first, last } = answer;
        expect(answer.ids).toEqual(ids.slice(offset, offset + 25));
        const counted = Math.max(SEARCH.countedUpTo, offset + 25) + 1;
        if (answer.ids.length > 0) expect(answer.total).toBe(Math.min(ids.length, counted));
        if (!listing.hasPlaces || first === null || last === null) continue;

        const again = await read(listing.pageFrom(page, { row: first, isAfter: false }));
        expect(again).toEqual({ ...answer, total: Math.min(ids.length, offset + 26) });
        const following = { offset: offset + 25, limit: 25 };
        const next = await read(listing.pageFrom(following, { row: last, isAfter: true }));
        expect(next.ids).toEqual(ids.slice(offset + 25, offset + 50));
      }
    }
  },
);
