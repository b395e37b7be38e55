import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import pg from 'pg';

import { useTestApp } from './app.js';
import { aRegistration } from './factories.js';
import { API, StaffDesk } from './staff-records.js';

const PAGE = 'range=[0,24]';

const product = useTestApp();
const desk = new StaffDesk(product);
let guid: string;
let sent: { text: string }[];

beforeAll(async () => {
  await desk.signIn();
  ({ guid } = await desk.family());
});

beforeEach(() => {
  sent = [];
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as (
    ...given: unknown[]
  ) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { text: string }];
    sent.push(typeof query === 'string' ? { text: query } : query);
    return original.apply(this, given) as undefined;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
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

test.each(READS)('%s takes few statements', async (_name, path) => {
  await desk.browser.get(API + path()).expect(200);

  expect(sent[0]?.text).toContain('sessions');
  // The session, its user, the number of rows, the page.
  expect(sent.length).toBeLessThanOrEqual(4);
});

test('step 1 in a new browser takes few statements', async () => {
  const path = '/kidlab-reg/families/registerAndLinkGuardian';
  await product.browser().post(path).send(aRegistration()).expect(201);

  // The session; begin, the locks, the family, its guardian, commit.
  expect(sent.length).toBeLessThanOrEqual(6);
});

test('a request without a valid session sends no statement', async () => {
  await product.browser().get(`${API}/families?${PAGE}`).expect(401);
  expect(sent).toEqual([]);

  const forged = `kidlab.staff=${encodeURIComponent('s:somebody.c2lnbmF0dXJl')}`;
  await product.browser().get(`${API}/families?${PAGE}`).set('Cookie', forged).expect(401);
  expect(sent).toEqual([]);
});
