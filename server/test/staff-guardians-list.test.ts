import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';

import { startTestApp, type TestApp } from './app.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { STAFF_EMAIL, StaffDesk } from './staff-records.js';

describe('guardians, listed by staff', () => {
  let product: TestApp;
  let desk: StaffDesk;

  beforeAll(async () => {
    product = await startTestApp();
    desk = new StaffDesk(product, await signIn(product, { email: STAFF_EMAIL }));
  });
  afterAll(() => product.stop());

  /** A family with a primary and another guardian. */
  const couple = async (): Promise<[StaffGuardian, StaffGuardian, StaffFamilyDetails]> => {
    const family = await desk.family({}, { guardians: 2 });
    const [first, second] = family.guardians;
    if (first === undefined || second === undefined) throw new Error('there are no two');
    return [first, second, family];
  };
  const path = ({ id }: { id: number }): string => `/guardians/${String(id)}`;

  test('by family, by ids, by text, sorted and paged', async () => {
    const [first, second, family] = await couple();
    await desk.call('put', path(second), { firstName: 'Zora', lastName: 'A' });
    const ids = [second.id, first.id];
    const idsOf = ({ body }: { body: unknown }): number[] =>
      (body as StaffGuardian[]).map(({ id }) => id);

    const byFamily = await desk.list('guardians', { filter: { familyId: family.id } });
    const byIds = await desk.list('guardians', {
      filter: { id: ids },
      sort: ['lastName', 'ASC'],
      range: [0, 0],
    });
    const byText = await desk.list('guardians', {
      filter: { q: 'zora a', familyId: [family.id] },
    });

    expect(idsOf(byFamily)).toEqual([first.id, second.id]);
    expect(byFamily.headers['content-range']).toBe('guardians 0-1/2');
    expect(byFamily.headers['access-control-expose-headers']).toBe('Content-Range');
    expect(idsOf(byIds)).toEqual([second.id]);
    expect(byIds.headers['content-range']).toBe('guardians 0-0/2');
    expect(idsOf(byText)).toEqual([second.id]);
    expect((byText.body as unknown[])[0]).toEqual((await desk.call('get', path(second))).body);
  });

  test('those of awaiting families are there, those of drafts are not', async () => {
    const [awaiting, draft] = [
      await Registrant.awaiting(product),
      await Registrant.withChild(product),
    ];

    const found = async (registrant: Registrant): Promise<unknown> =>
      (await desk.list('guardians', { filter: { q: registrant.email } })).body;

    expect(await found(awaiting)).toMatchObject([{ familyEmail: awaiting.email }]);
    expect(await found(draft)).toEqual([]);
  });
});
