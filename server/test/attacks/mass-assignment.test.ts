import { beforeAll, describe, expect, test } from 'vitest';

import { type TestApp, useTestApp } from '../app.js';
import { Registrant } from '../registrant.js';
import { signIn } from '../staff.js';
import { type Call, callsOf, make } from './calls.js';
import { EXTRAS, MARKS, SNAKE } from './decided-by-server.js';

describe('fields that only the server sets', () => {
  const product = useTestApp();
  let staff: ReturnType<TestApp['browser']>;
  let calls: Call[];

  beforeAll(async () => {
    staff = await signIn(product, { isUserAdmin: true });
    calls = callsOf(product).filter(({ body }) => body !== null);
  });

  /** Everything that the database holds, as text. */
  const everything = async (): Promise<string> => {
    const tables: { name: string }[] = await product.dataSource.query(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const parts = await Promise.all(
      tables.map(({ name }) =>
        product.dataSource.query(`SELECT row_to_json(t)::text AS row FROM "${name}" t`),
      ),
    );
    return JSON.stringify(parts);
  };
  const expectUntouched = async (): Promise<void> => {
    const all = await everything();
    for (const mark of MARKS) {
      expect([mark, all.includes(mark)]).toEqual([mark, false]);
    }
    const [disabled]: unknown[] = await product.dataSource.query(
      `SELECT count(*)::integer AS count FROM families WHERE disabled_indicator = 'Y'`,
    );
    expect(disabled).toEqual({ count: 0 });
  };

  test('are ignored in every call of the public site', async () => {
    const parent = await Registrant.begin(product);
    const ofPublic = calls.filter(({ path }) => !path.startsWith('/kidlab-reg/admin'));
    expect(ofPublic.length).toBeGreaterThanOrEqual(6);
    const own: Record<string, unknown> = { email: parent.email, guardianEmail: parent.email };
    const statuses: number[] = [];
    for (const call of ofPublic) {
      for (const extras of [EXTRAS, SNAKE]) {
        const body = { ...call.body, ...own, ...extras };
        statuses.push((await make(parent.browser, call, { body })).status);
      }
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(6);
    await expectUntouched();
    const family = await parent.family();
    expect(family).toMatchObject({
      state: 'awaiting',
      registeredIndicator: 'N',
      createdBy: 'Registration Site',
    });
    for (const child of family?.children ?? []) {
      expect(child).toMatchObject({ registeredIndicator: 'N', createdBy: 'Registration Site' });
    }
  });

  test('are ignored in every staff call', async () => {
    const add = calls.find(
      ({ method, path }) => method === 'post' && path.endsWith('/api/families'),
    );
    const family = await staff
      .post('/kidlab-reg/admin/api/families')
      .send({
        ...add?.body,
        ...EXTRAS,
        guardians: ((add?.body?.['guardians'] ?? []) as object[]).map((each) => ({
          ...each,
          ...EXTRAS,
        })),
        children: ((add?.body?.['children'] ?? []) as object[]).map((each) => ({
          ...each,
          ...EXTRAS,
        })),
      })
      .expect(201);
    const { id, guid, guardians, children } = family.body as {
      id: number;
      guid: string;
      guardians: [{ id: number }];
      children: [{ id: number }];
    };
    const statuses: number[] = [];
    const ofStaff = calls.filter(
      ({ path }) => path.startsWith('/kidlab-reg/admin') && !/login|password|families$/.test(path),
    );
    for (const call of ofStaff) {
      const place = call.path.includes('/guardians') ? guardians[0].id : children[0].id;
      const path = { id: String(call.path.includes('/families') ? id : place), guid };
      for (const extras of [EXTRAS, SNAKE]) {
        // The address stays unchanged: another one would belong to another family.
        const { email: _email, ...fields } = call.body ?? {};
        const own = call.path.includes('/users')
          ? { email: 'colleague@example.org' }
          : { familyId: id };
        const answer = await make(staff, call, { path, body: { ...fields, ...extras, ...own } });
        statuses.push(answer.status);
      }
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(5);
    await expectUntouched();
    const [admins]: unknown[] = await product.dataSource.query(
      `SELECT count(*)::integer AS count FROM users WHERE email = 'colleague@example.org' AND password_hash IS NOT NULL`,
    );
    expect(admins).toEqual({ count: 0 });
    const whoami = await staff.get('/kidlab-reg/admin/api/whoami').expect(200);
    expect(whoami.body).toMatchObject({ email: 'admin@example.org' });
  });
});
