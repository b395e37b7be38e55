import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { agent } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';

describe('exports in the audit trail', () => {
  let product: TestApp;
  let staff: ReturnType<typeof agent>;

  beforeAll(async () => {
    product = await startTestApp();
    for (const familyName of ['Rivera', 'Rivera', 'Okafor']) {
      await storeFamily(product, { familyName, children: [{}] });
    }
  });
  afterAll(() => product.stop());
  beforeEach(async () => {
    staff = await signIn(product, { email: 'ann@example.org' });
  });

  const exportsOf = (): Promise<AuditEvent[]> =>
    product.dataSource
      .getRepository(AuditEvent)
      .find({ where: { action: 'list.exported' }, order: { id: 'ASC' } });

  test.each([
    ['family-guardian-child/summary', 2],
    ['family-guardian-child', 2],
    ['registration-report', 2],
  ])('%s: one row with how many rows, HEAD and pages none', async (call, rows) => {
    const before = (await exportsOf()).length;
    await staff.head(`${API}/${call}`).query({ familyName: 'Rivera' }).expect(200);
    await staff.get(`${API}/${call}`).query({ familyName: 'Rivera', range: '[0,9]' }).expect(200);
    expect(await exportsOf()).toHaveLength(before);

    await staff.get(`${API}/${call}`).query({ familyName: 'Rivera' }).expect(200);

    const after = await exportsOf();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({
      actor: 'ann@example.org',
      after: { filteredBy: ['familyName'], rows },
    });
    expect(JSON.stringify(after)).not.toMatch(/rivera/i);
  });

  test('one that the portal reads in pages is announced', async () => {
    const before = (await exportsOf()).length;
    const notice = { resource: 'guardians', filteredBy: ['lastName'], rows: 12 };

    await staff.post(`${API}/exports`).send(notice).expect(204);

    const after = await exportsOf();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({
      actor: 'ann@example.org',
      subjectType: 'guardians',
      after: { filteredBy: ['lastName'], rows: 12 },
    });
  });

  test.each([
    ['resource', { filteredBy: [], rows: 1 }],
    ['resource', { resource: 'users', filteredBy: [], rows: 1 }],
    ['rows', { resource: 'families', filteredBy: [] }],
    ['rows', { resource: 'families', filteredBy: [], rows: -1 }],
    ['rows', { resource: 'families', filteredBy: [], rows: 'many' }],
    ['filteredBy', { resource: 'families', rows: 1 }],
    ['filteredBy', { resource: 'families', rows: 1, filteredBy: 'state' }],
    ['filteredBy', { resource: 'families', rows: 1, filteredBy: ['Rivera@example.org'] }],
    ['filteredBy', { resource: 'families', rows: 1, filteredBy: Array(31).fill('a') }],
  ])('400 names %s: %j', async (field, body) => {
    const before = (await exportsOf()).length;
    const answer = await staff.post(`${API}/exports`).send(body).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ field }] });
    expect(await exportsOf()).toHaveLength(before);
  });
});

describe('all rows', () => {
  /** What JSON escapes, what a format of COPY's would, and what SQL would read. */
  const NAME = String.raw`O'B\ri"en, $1 %_ Ñ 🧸`;
  const TERM = String.raw`'b\ri"en, $1 %_ ñ 🧸`;
  let product: TestApp;
  let staff: ReturnType<typeof agent>;

  beforeAll(async () => {
    product = await startTestApp();
    const children = [{ firstName: `${NAME}\u0001\u0002\r\n\t`, gender: 'Female' as const }, {}];
    for (const familyName of [NAME, 'Okafor']) {
      await storeFamily(product, { familyName, guardians: [{ lastName: NAME }], children });
    }
    await storeFamily(product, {
      familyName: NAME,
      state: 'awaiting',
      guardians: [],
      children: [],
    });
    staff = await signIn(product, { email: 'ann@example.org' });
  });
  afterAll(() => product.stop());

  const SEARCHES = ['family-guardian-child/summary', 'family-guardian-child'];
  const NOBODY = { familyName: 'nobody' };
  const FILTERS = [
    {},
    { familyName: TERM },
    { familyName: TERM, state: 'awaiting' },
    { emailAddress: '@example.org' },
    { familyName: TERM, emailAddress: 'example', gender: 'Female', minAge: 0, maxAge: 99 },
    { minAge: 0, ageUOM: 'Months' },
    NOBODY,
  ];

  test.each([
    ...SEARCHES.flatMap((call) => FILTERS.map((filter) => [call, filter] as const)),
    ...FILTERS.slice(0, 3).map((filter) => ['registration-report', filter] as const),
  ])('%s?%j holds what its pages show', async (call, filter) => {
    const url = `${API}/${call}`;
    const page = await staff.get(url).query({ ...filter, range: '[0,99]' });
    const all = await staff.get(url).query(filter);

    expect([page.status, all.status]).toEqual([200, 200]);
    expect(all.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(all.body).toEqual(page.body);
    expect(all.body).toHaveLength(filter === NOBODY ? 0 : (page.body as unknown[]).length || 1);
  });
});
