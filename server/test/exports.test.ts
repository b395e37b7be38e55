import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { agent } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { useTestApp } from './app.js';
import { until } from './reliability/waiting.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';

describe('exports in the audit trail', () => {
  const product = useTestApp();
  let staff: ReturnType<typeof agent>;

  beforeAll(async () => {
    for (const familyName of ['Rivera', 'Rivera', 'Okafor']) {
      await storeFamily(product, { familyName, children: [{}] });
    }
  });
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
  ])(
    '%s: an export adds one event with its row count; HEAD and single pages add none',
    async (call, rows) => {
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
    },
  );

  test('a complete export releases its connection without an error', async () => {
    const pool = (product.dataSource.driver as unknown as { master: Pool }).master;
    const faults: unknown[] = [];
    pool.on('release', (fault) => faults.push(fault));
    await staff.get(`${API}/family-guardian-child`).expect(200);
    await until('every connection is idle', () => pool.idleCount === pool.totalCount);
    expect(faults.filter(Boolean)).toEqual([]);
  });

  test.each([
    ['families', { q: 'Rivera' }, 3],
    ['guardians', { q: 'Rivera' }, 3],
    ['children', {}, 3],
  ])(
    'the grid of %s: an export equals the list and adds one event with the names of its filters',
    async (grid, filter, rows) => {
      const before = (await exportsOf()).length;
      const query = { filter: JSON.stringify(filter) };
      await staff.head(`${API}/exports/${grid}`).query(query).expect(200);
      expect(await exportsOf()).toHaveLength(before);

      const all = await staff.get(`${API}/exports/${grid}`).query(query).expect(200);

      const list = await staff.get(`${API}/${grid}`).query(query).expect(200);
      expect(all.body).toEqual(list.body);
      expect(all.body).toHaveLength(rows);
      const after = await exportsOf();
      expect(after).toHaveLength(before + 1);
      expect(after.at(-1)).toMatchObject({
        actor: 'ann@example.org',
        subjectType: grid,
        after: { filteredBy: Object.keys(filter), rows },
      });
      expect(JSON.stringify(after)).not.toMatch(/rivera/i);
    },
  );

  test.each([
    ['users', {}, 404],
    ['families', { filter: '{"nobody":1}' }, 400],
    ['families', { filter: '[1]' }, 400],
    ['children', { sort: '["nothing","ASC"]' }, 400],
  ])('%s %j is refused and adds no event', async (grid, query, status) => {
    const before = (await exportsOf()).length;
    await staff.get(`${API}/exports/${grid}`).query(query).expect(status);
    expect(await exportsOf()).toHaveLength(before);
  });
});

describe('an export of all rows', () => {
  /** Characters that JSON or a format of COPY escapes, and some that SQL would interpret. */
  const NAME = String.raw`O'B\ri"en, $1 %_ Ñ 🧸`;
  const TERM = String.raw`'b\ri"en, $1 %_ ñ 🧸`;
  const product = useTestApp();
  let staff: ReturnType<typeof agent>;

  beforeAll(async () => {
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
  ])('%s?%j equals its pages', async (call, filter) => {
    const url = `${API}/${call}`;
    const page = await staff.get(url).query({ ...filter, range: '[0,99]' });
    const all = await staff.get(url).query(filter);

    expect([page.status, all.status]).toEqual([200, 200]);
    expect(all.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(all.body).toEqual(page.body);
    expect(all.body).toHaveLength(filter === NOBODY ? 0 : (page.body as unknown[]).length || 1);
  });
});
