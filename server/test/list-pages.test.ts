import { SEARCH } from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { PAGING_LIMIT } from '../src/common/simple-rest.js';
import { STAFF_MESSAGES } from '../src/common/messages.js';
import { useTestApp } from './app.js';
import { signIn } from './staff.js';

const API = '/kidlab-reg/admin/api';
const SUMMARY = 'family-guardian-child/summary';
const FAMILIES = 1_110;
const LISTS = [SUMMARY, 'family-guardian-child', 'registration-report', 'families'];

const product = useTestApp();
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  staff = await signIn(product);
  await product.dataSource.query(
    `INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
       registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by)
     SELECT gen_random_uuid(), substr(md5(n::text), 1, 12) || 'parent@example.org', CASE n % 3 WHEN 0 THEN 'Lee' WHEN 1 THEN 'lee' ELSE 'Rye' END,
       'Friend', 'Y', '94608', '', 'registered', 'Y', now(), 'N', now(), 'x', now(), 'x' FROM generate_series(1, $1) AS n`,
    [FAMILIES],
  );
});

function ask(list: string, first: number, query: object = {}, rows = 25): Promise<Response> {
  const range = JSON.stringify([first, first + rows - 1]);
  return Promise.resolve(staff.get(`${API}/${list}`).query({ ...query, range }));
}

async function page(first: number, query: object = {}): Promise<number[]> {
  const answer = await ask(SUMMARY, first, query);
  return (answer.body as { id: number }[]).map(({ id }) => id);
}

const rangeOf = (answer: Response): unknown => answer.headers['content-range'];

const ORDERS = ['id', 'familyName', 'email', 'state', 'registeredDate', 'allGuardians'];

test.each(ORDERS.flatMap((column) => [[column, 'ASC'] as const, [column, 'DESC'] as const]))(
  'paging by %s, %s, shows every row once',
  async (column, direction) => {
    for (const filter of [{}, { familyName: 'lee' }, { emailAddress: 'parent@exa' }]) {
      const query = { ...filter, sort: JSON.stringify([column, direction]) };
      const all = await staff.get(`${API}/${SUMMARY}`).query(query).expect(200);
      const ids = (all.body as { id: number }[]).map(({ id }) => id);
      const from = ids.length - (ids.length % 25) - 50;
      const seen: number[] = [];
      for (let at = from; at < ids.length; at += 25) seen.push(...(await page(at, query)));
      expect(seen).toEqual(ids.slice(from));
    }
  },
);

describe.each(LISTS)('the total of %s', (list) => {
  const name = list.split('/').at(-1) ?? '';

  test('is the same on each page, and 1,001 if there are more than 1,000', async () => {
    const total = String(SEARCH.countedUpTo + 1);
    for (const first of [0, 500, 975, 1_000, 1_075]) {
      const last = first + 24;
      expect(rangeOf(await ask(list, first))).toBe(
        `${name} ${String(first)}-${String(last)}/${total}`,
      );
    }
  });

  test('is exact up to 1,000, even on a page beyond the end', async () => {
    const few = { familyName: 'rye', filter: '{"q":"rye"}' };
    expect(rangeOf(await ask(list, 0, few))).toBe(`${name} 0-24/370`);
    const beyond = await ask(list, 5_000, few);
    expect(rangeOf(beyond)).toBe(`${name} */370`);
    expect(beyond.body).toEqual([]);
  });

  test.each([
    ['is shown up to the 10,000th row', PAGING_LIMIT - 25, 200],
    ['is refused for the row after that', PAGING_LIMIT - 24, 400],
    ['is refused with the reason on page 9,999', 9_998 * 25, 400],
  ])('%s', async (_name, first, status) => {
    const answer = await ask(list, first);
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.body).toEqual({
        statusCode: 400,
        message: STAFF_MESSAGES.pagingLimit,
        errors: [{ field: 'range', message: STAFF_MESSAGES.pagingLimit }],
      });
    }
  });
});

test('HEAD returns the exact number of rows of an export', async () => {
  for (const list of [SUMMARY, 'registration-report', 'exports/families']) {
    const { headers } = await staff.head(`${API}/${list}`).expect(200);
    expect(headers['content-range']).toMatch(/ 0-1109\/1110$/);
  }
});

test('a search returns how many families and children it finds', async () => {
  const count = async (query: object): Promise<unknown> =>
    (await staff.get(`${API}/family-guardian-child/count`).query(query).expect(200)).body;

  expect(await count({})).toEqual({ families: 1_001, children: 0 });
  expect(await count({ familyName: 'rye' })).toEqual({ families: 370, children: 0 });
  expect(await count({ gender: 'Female' })).toEqual({ families: 0, children: 0 });
});
