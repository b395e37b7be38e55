import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { EntityManager } from 'typeorm';

import { type Statement, Statements } from '../src/common/statements.js';
import { POOL_SIZE } from '../src/database/data-source.js';
import { readSearch } from '../src/reports/search-input.js';
import { detailListing } from '../src/reports/search.js';
import { startTestApp, type TestApp } from './app.js';
import { aRegistration } from './factories.js';
import { signIn } from './staff.js';
import { aChildPayload, aGuardianPayload, StaffDesk } from './staff-records.js';

const API = '/kidlab-reg/admin/api';
const PAGE = 'range=[0,24]';

let product: TestApp;
let browser: Awaited<ReturnType<typeof signIn>>;
let guid: string;
let sent: { name?: string; text: string }[];

beforeAll(async () => {
  product = await startTestApp();
  browser = await signIn(product);
  const desk = new StaffDesk(product, browser);
  const family = await desk.family({
    guardians: [aGuardianPayload({})],
    children: [aChildPayload({})],
  });
  ({ guid } = family);
});
afterAll(() => product.stop());

beforeEach(() => {
  sent = [];
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as (
    ...given: unknown[]
  ) => unknown;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { name?: string; text: string }];
    sent.push(typeof query === 'string' ? { text: query } : query);
    return original.apply(this, given) as undefined;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const READS: [string, () => string][] = [
  ['a page of the search', () => `/family-guardian-child/summary?${PAGE}`],
  ['gender and age', () => `/family-guardian-child/summary?gender=Male&minAge=1&maxAge=9&${PAGE}`],
  ['a name', () => `/family-guardian-child/summary?familyName=smith&${PAGE}`],
  ['an e-mail', () => `/family-guardian-child/summary?emailAddress=example&${PAGE}`],
  ['a page of details', () => `/family-guardian-child?${PAGE}`],
  ['a page of the report', () => `/registration-report?${PAGE}`],
  ['a page of families', () => `/families?${PAGE}`],
  ['a page of guardians', () => `/guardians?${PAGE}`],
  ['a page of children', () => `/children?${PAGE}`],
  ['a family by guid', () => `/families/getByGuid/${guid}`],
];

test.each(READS)('%s takes two statements, both prepared', async (_name, path) => {
  await browser.get(API + path()).expect(200);

  expect(sent).toHaveLength(2);
  expect(sent.filter(({ name }) => name === undefined)).toEqual([]);
  expect(sent[0]?.text).toContain('sessions');
});

test('the same call with other values is the same statement', async () => {
  const textsOf = async (query: string): Promise<unknown[]> => {
    sent = [];
    await browser.get(`${API}/family-guardian-child/summary?${query}&${PAGE}`).expect(200);
    return sent.map(({ name, text }) => [name, text]);
  };
  const one = await textsOf('familyName=smith&gender=Male&minAge=2');

  expect(await textsOf('familyName=alvarez&gender=Female&minAge=3')).toEqual(one);
});

test('next month’s ages are asked for by the same statement', () => {
  const statementOf = (month: number): Statement[] => {
    const filter = readSearch({ minAge: '3', ageUOM: 'Years' });
    const sort = { column: 'id', direction: 'ASC' } as const;
    const listing = detailListing(filter, sort, { year: 2026, month });
    return [listing.page({ offset: 0, limit: 25 }), listing.all(), listing.count(9)];
  };
  const [one, next] = [statementOf(11), statementOf(12)];

  expect(next.map(({ text }) => text)).toEqual(one.map(({ text }) => text));
  expect(next.map(({ values }) => values)).not.toEqual(one.map(({ values }) => values));
});

/** Statements that nobody answers, and the names they were sent under. */
function notingStatements(): { own: Statements; names: unknown[] } {
  const names: unknown[] = [];
  const query = ({ name }: { name?: string }): Promise<{ rows: unknown[] }> => {
    names.push(name);
    return Promise.resolve({ rows: [] });
  };
  const source = { driver: { master: { query } } };
  const own = new Statements(source as unknown as ConstructorParameters<typeof Statements>[0]);
  return { own, names };
}

test('that the names are used up is said once; who has one keeps it', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const { own, names } = notingStatements();
  for (let each = 0; each < 203; each += 1) {
    await own.rows({ text: `SELECT ${String(each)}`, values: [] });
  }
  await own.rows({ text: 'SELECT 0', values: [] });

  expect(names.map((name) => typeof name)).toEqual([
    ...Array.from({ length: 200 }, () => 'string'),
    ...Array.from({ length: 3 }, () => 'undefined'),
    'string',
  ]);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('200 statements are prepared')]]);
});

test('lists leave names to what else comes again and again', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const { own, names } = notingStatements();
  for (let each = 0; each < 151; each += 1) {
    await own.rows({ text: `SELECT ${String(each)}`, values: [] }, { isList: true });
  }
  await own.rows({ text: 'UPDATE something', values: [] });

  expect(names.slice(149).map((name) => typeof name)).toEqual(['string', 'undefined', 'string']);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a statement that a migration makes answer otherwise fails one transaction, not all', async () => {
  const { dataSource } = product;
  await dataSource.query('CREATE TABLE changing AS SELECT 1 AS number');
  // One connection, which has the statement.
  const statements = new Statements(dataSource);
  const runner = dataSource.createQueryRunner();
  const read = { text: 'SELECT number FROM changing', values: [] };
  const readAgain = (): Promise<unknown[]> => statements.rowsIn(runner.manager, read);
  expect(await readAgain()).toEqual([{ number: 1 }]);
  await dataSource.query(`ALTER TABLE changing ALTER number TYPE text USING number::text`);

  await expect(readAgain()).rejects.toMatchObject({ body: { statusCode: 503 } });
  expect(await readAgain()).toEqual([{ number: '1' }]);
  await runner.release();
  await dataSource.query('DROP TABLE changing');
});

test('every later page is the same statement', async () => {
  const nameOf = async (range: string): Promise<unknown> => {
    sent = [];
    await browser.get(`${API}/family-guardian-child/summary?range=${range}`).expect(200);
    return sent[1]?.name;
  };
  const name = await nameOf('[25,49]');

  expect(name).toEqual(expect.any(String));
  expect(await nameOf('[900,924]')).toBe(name);
  // Beyond what is counted one by one they tell their places as well.
  const deep = await nameOf('[5000,5024]');
  expect(deep).toEqual(expect.any(String));
  expect(await nameOf('[9000,9024]')).toBe(deep);
});

test('a page that few ask for takes two statements as well', async () => {
  await browser.get(`${API}/family-guardian-child/summary?range=[1,7]`).expect(200);

  expect(sent).toHaveLength(2);
});

test('whoever is not signed in makes the database do nothing but look', async () => {
  await product.browser().get(`${API}/families?${PAGE}`).expect(401);
  expect(sent).toEqual([]);

  const forged = `kidlab.staff=${encodeURIComponent('s:somebody.c2lnbmF0dXJl')}`;
  await product.browser().get(`${API}/families?${PAGE}`).set('Cookie', forged).expect(401);
  expect(sent).toEqual([]);
});

test('a first step 1 takes one prepared statement, its session and all', async () => {
  const registrant = product.browser();
  const details = aRegistration();
  await registrant.post('/kidlab-reg/families/registerAndLinkGuardian').send(details).expect(201);

  expect(sent.map(({ name }) => typeof name)).toEqual(['string']);
  const kept: unknown[] = await product.dataSource.query(
    `SELECT s.user_id FROM sessions s JOIN families f ON f.registration_session_id = s.sid
     WHERE f.email = $1 AND s.expire = (s.sess->'cookie'->>'expires')::timestamptz`,
    [details.email.toLowerCase()],
  );
  expect(kept).toHaveLength(1);
});

test('a login takes two prepared statements, without a transaction around them', async () => {
  await signIn(product);

  // The user is made first.
  const said = sent.slice(-3).map(({ name, text }) => name?.length ?? text);
  expect(said).toEqual(['COMMIT', 40, 40]);
});

test.each([
  ['has a name', 7, 'string'],
  ['has none behind a pooler, where a fault of it would end the transaction', 8, 'undefined'],
])('a statement in a transaction %s', async (_, processID, type) => {
  const names: unknown[] = [];
  const query = (asked: string | { name?: string }): Promise<{ rows: unknown[] }> => {
    if (typeof asked === 'string') return Promise.resolve({ rows: [{ pid: 7 }] });
    names.push(asked.name);
    return Promise.resolve({ rows: [] });
  };
  const queryRunner = { connect: () => Promise.resolve({ processID, query }) };
  const own = new Statements(product.dataSource);
  await own.rowsIn({ queryRunner } as unknown as EntityManager, { text: 'SELECT 1', values: [] });

  expect(names.map((name) => typeof name)).toEqual([type]);
});

test('a pooler that keeps no names is answered without names', async () => {
  const statements = product.app.get(Statements, { strict: false });
  const read = { text: 'SELECT $1::int + 1 AS number', values: [1] };
  const { pool } = statements;
  // Each connection of the pool has it.
  await Promise.all(Array.from({ length: 3 * POOL_SIZE }, () => statements.rows(read)));
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query('DEALLOCATE ALL')));
  for (const client of clients) client.release();
  sent = [];

  expect(await statements.rows(read)).toEqual([{ number: 2 }]);
  expect(sent.map(({ name }) => typeof name)).toEqual(['string', 'undefined']);
  await browser.get(`${API}/families?${PAGE}`).expect(200);
  expect(sent.slice(2).map(({ name }) => name)).toEqual([undefined, undefined]);
});
