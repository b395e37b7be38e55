import { describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { aChild, aRegistration } from './factories.js';
import { cookieOf, Registrant } from './registrant.js';

const product = useTestApp();

test('step 1 succeeds only if it can store the session that the next steps need', async () => {
  const register = '/kidlab-reg/families/registerAndLinkGuardian';
  const browser = product.browser();
  const details = aRegistration();
  await product.dataSource.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE 'out of reach' USING ERRCODE = '57P01'; END $$`);
  await product.dataSource.query(
    'CREATE TRIGGER refuse BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  try {
    const answer = await browser.post(register).send(details).expect(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(await product.dataSource.getRepository(Family).count()).toBe(0);
  } finally {
    await product.dataSource.query('DROP FUNCTION refuse CASCADE');
  }

  await browser.post(register).send(details).expect(201);
  await browser.post('/kidlab-reg/children').send(aChild(details.email)).expect(201);
});

test('step 1 saves the draft again if a Cancel in another tab erases it meanwhile', async () => {
  const registrant = await Registrant.begin(product);
  await product.dataSource.query(`
    CREATE FUNCTION cancel() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN DELETE FROM families WHERE guid = '${registrant.guid}'; RETURN NULL; END $$`);
  await product.dataSource.query(
    'CREATE TRIGGER cancel AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION cancel()',
  );
  try {
    const answer = await registrant.browser
      .post('/kidlab-reg/families/registerAndLinkGuardian')
      .send(aRegistration({ email: registrant.email }))
      .expect(201);
    const { guid } = answer.body as { guid: string };
    expect(guid).not.toBe(registrant.guid);
    expect(await registrant.guidOf(registrant.email)).toBe(guid);
  } finally {
    await product.dataSource.query('DROP FUNCTION cancel CASCADE');
  }
});

describe('a retry of step 1 after a lost response', () => {
  const register = '/kidlab-reg/families/registerAndLinkGuardian';

  /** Repeats step 1 with the old cookie, like a phone that lost the response. */
  async function repeat(registrant: Registrant, times: number): Promise<Response[]> {
    const cookie = cookieOf(registrant.browser);
    return Promise.all(
      Array.from({ length: times }, () =>
        product
          .browser()
          .post(register)
          .set('Cookie', cookie)
          .send(aRegistration({ email: registrant.email })),
      ),
    );
  }

  test('finds its draft with its children by the old cookie', async () => {
    const registrant = await Registrant.withChild(product);

    for (const answer of [...(await repeat(registrant, 1)), ...(await repeat(registrant, 3))]) {
      expect([answer.status, answer.body]).toMatchObject([201, { guid: registrant.guid }]);
    }

    expect(await registrant.childCount()).toBe(1);
    expect((await registrant.agree()).status).toBe(200);
  });

  test('leaves one family when the draft has no children', async () => {
    const registrant = await Registrant.begin(product);

    const [once] = await repeat(registrant, 1);
    const [twice] = await repeat(registrant, 1);

    expect([once?.status, twice?.status]).toEqual([201, 201]);
    expect(
      await product.dataSource.getRepository(Family).countBy({ email: registrant.email }),
    ).toBe(1);
  });
});
