import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { Family } from '../src/families/family.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { aChild, aRegistration } from './factories.js';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('step 1 says yes only when the browser’s session is kept, which the next steps need', async () => {
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
