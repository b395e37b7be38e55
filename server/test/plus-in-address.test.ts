import type { FamilySummaryRow } from '@kidlab/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { aChild } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { API } from './staff-records.js';

const EMAIL = 'plus+tag+two@example.org';
/** As the specification's client sends it, percent-encoded, and pasted with spaces around it. */
const SPELLINGS = [EMAIL, encodeURIComponent(EMAIL), `%20PLUS+tag+TWO@example.org%20`];

const product = useTestApp();
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  staff = await signIn(product);
});

describe.each(SPELLINGS)('an address with a plus in the query, written %s', (email) => {
  let registrant: Registrant;

  beforeEach(async () => {
    await product.dataSource.getRepository(Family).deleteAll();
    // Each spelling starts with its full mail quota.
    await product.dataSource.query('DELETE FROM mailed_addresses');
    registrant = await Registrant.begin(product, { email: EMAIL });
    await registrant.saveChild(aChild(EMAIL));
  });

  const rows = (answer: Response): FamilySummaryRow[] => answer.body as FamilySummaryRow[];

  test('GET families/guid', async () => {
    const answer = await registrant.browser.get(`/kidlab-reg/families/guid?email=${email}`);

    expect(answer.body).toBe(registrant.guid);
  });

  test('DELETE families/by-email', async () => {
    const answer = await registrant.browser.delete(`/kidlab-reg/families/by-email?email=${email}`);

    expect(answer.status).toBe(204);
    expect(await registrant.family()).toBeNull();
  });

  test('staff: GET families/guid', async () => {
    await registrant.agree();

    const answer = await staff.get(`${API}/families/guid?email=${email}`);

    expect(answer.body).toBe(registrant.guid);
  });

  test('staff: POST registration/send-on-demand-registration-email', async () => {
    await registrant.agree();

    const answer = await staff.post(
      `${API}/registration/send-on-demand-registration-email?email=${email}`,
    );

    expect(answer.status).toBe(200);
  });

  test.each(['family-guardian-child/summary', 'family-guardian-child'])(
    'staff: GET %s, even with part of the address',
    async (call) => {
      await registrant.agree();
      const find = async (part: string): Promise<number> =>
        rows(await staff.get(`${API}/${call}?emailAddress=${part}`)).length;

      expect(await find(email)).toBe(1);
      expect(await find('us+tag+t')).toBe(1);
      expect(await find('us+tags')).toBe(0);
    },
  );
});

test('an address that is not a single string is still refused', async () => {
  const answer = await product
    .browser()
    .delete('/kidlab-reg/families/by-email?email=a@example.org&email=b@example.org');

  expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'email' }] });
});
