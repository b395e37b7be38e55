import type { FamilySummaryRow } from '@kidlab/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { agent } from 'supertest';

import { Family } from '../src/families/family.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { signIn } from './staff.js';

const SUMMARY = '/kidlab-reg/admin/api/family-guardian-child/summary';
const FAMILIES = 1_710;

let product: TestApp;
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  product = await startTestApp();
  staff = await signIn(product);
});
afterAll(() => product.stop());
beforeEach(async () => {
  // What an earlier test has left to be remembered is over.
  product.clock.advance({ minutes: 2 });
  await product.dataSource.getRepository(Family).deleteAll();
  await addFamilies(FAMILIES);
});

async function addFamilies(count: number, salt = ''): Promise<void> {
  await product.dataSource.query(
    `INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
       registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by)
     SELECT gen_random_uuid(), substr(md5($2 || n::text), 1, 12) || 'parent@example.org', CASE n % 3 WHEN 0 THEN 'Lee' WHEN 1 THEN 'lee' ELSE 'Rye' END,
       'Friend', 'Y', '94608', '', 'registered', 'Y', now(), 'N', now(), 'x', now(), 'x' FROM generate_series(1, $1) AS n`,
    [count, salt],
  );
}

interface Shown {
  readonly ids: number[];
  readonly range: unknown;
}

async function page(first: number, query: object = {}): Promise<Shown> {
  const range = JSON.stringify([first, first + 24]);
  const answer = await staff.get(SUMMARY).query({ ...query, range });
  expect(answer.status).toBe(200);
  return {
    ids: (answer.body as FamilySummaryRow[]).map(({ id }) => id),
    range: answer.headers['content-range'],
  };
}

async function allIds(query: object = {}): Promise<number[]> {
  const answer = await staff.get(SUMMARY).query(query);
  return (answer.body as FamilySummaryRow[]).map(({ id }) => id);
}

const ORDERS = ['id', 'guid', 'familyName', 'email', 'state', 'registeredDate', 'allGuardians'];

test.each(
  ORDERS.flatMap(
    (column) =>
      [
        [column, 'ASC'],
        [column, 'DESC'],
      ] as const,
  ),
)('leafing through by %s, %s, shows everything once', async (column, direction) => {
  for (const filter of [{}, { familyName: 'lee' }, { emailAddress: 'parent@exa' }]) {
    const query = { ...filter, sort: JSON.stringify([column, direction]) };
    const ids = await allIds(query);
    const first = ids.length - (ids.length % 25) - 75;
    expect(first).toBeGreaterThanOrEqual(1_000);
    const seen: number[] = [];
    for (let at = first; at < ids.length; at += 25) {
      const shown = await page(at, query);
      // The same page again, from where it begins.
      expect(await page(at, query)).toEqual(shown);
      seen.push(...shown.ids);
      const last = at + shown.ids.length;
      const total = Math.min(ids.length, Math.max(1_000, at + 25) + 1);
      expect(shown.range).toBe(`summary ${String(at)}-${String(last - 1)}/${String(total)}`);
    }
    expect(seen).toEqual(ids.slice(first));
  }
});

test('whoever leafs on misses no row when one before is removed', async () => {
  const ids = await allIds();
  await page(1_000);
  await product.dataSource.getRepository(Family).delete({ id: ids[3] ?? 0 });

  expect((await page(1_025)).ids).toEqual(ids.slice(1_025, 1_050));
});

test('after a minute pages are counted to again', async () => {
  const ids = await allIds();
  await page(1_000);
  await product.dataSource.getRepository(Family).delete({ id: ids[3] ?? 0 });
  product.clock.advance({ seconds: 30 });
  await page(1_025);
  product.clock.advance({ seconds: 30 });

  // Also the one that was read from a remembered place meanwhile.
  expect((await page(1_050)).ids).toEqual(ids.slice(1_051, 1_076));
  expect((await page(1_025)).ids).toEqual(ids.slice(1_026, 1_051));
});

test('a row that begins a page and is removed is left out', async () => {
  const ids = await allIds();
  await page(1_000);
  await product.dataSource.getRepository(Family).delete({ id: ids[1_000] ?? 0 });

  expect((await page(1_000)).ids).toEqual(ids.slice(1_001, 1_026));
});

test('a page whose rows are all gone says how many there are', async () => {
  const ids = await allIds();
  await page(1_600);
  await product.dataSource.query('DELETE FROM families WHERE id > $1', [ids[1_099]]);

  expect(await page(1_625)).toEqual({ ids: [], range: 'summary */1100' });
});

test('what is added behind is shown at once', async () => {
  const { range } = await page(1_700);
  expect(range).toBe('summary 1700-1709/1710');
  await addFamilies(1, 'later');

  expect((await page(1_700)).range).toBe('summary 1700-1710/1711');
});

test('an earlier page is counted to as ever', async () => {
  const ids = await allIds();
  await page(0);
  await page(25);
  await product.dataSource.getRepository(Family).delete({ id: ids[3] ?? 0 });

  expect((await page(50)).ids).toEqual(ids.slice(51, 76));
});
