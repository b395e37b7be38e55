import type { RecoveryCodes, SecondFactorSetup } from '@kidlab/contract';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startTestApp, type TestApp } from './app.js';
import { anAppUser, API, codeOf, givePassword } from './second-factor.js';
import { aStaffUser, signIn, STAFF_PASSWORD } from './staff.js';

const FACTOR = `${API}/second-factor`;
const ADMIN = 'head@example.org';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp({ USER_ADMIN_EMAILS: ADMIN });
});
afterAll(() => product.stop());

test('the recovery codes are shown also where no new session can begin; the old one is over', async () => {
  const { email } = await aStaffUser(product);
  const browser = await signIn(product, { email });
  const old = browser.jar
    .getCookies({ domain: '127.0.0.1', path: API, secure: false, script: false })
    .toValueString();
  const setup = await browser.post(`${FACTOR}/setup`).send({ password: STAFF_PASSWORD });
  const { key } = setup.body as SecondFactorSetup;
  await product.dataSource.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$BEGIN RAISE 'no session is kept'; END$$`);
  await product.dataSource.query(
    'CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON sessions EXECUTE FUNCTION refuse()',
  );

  const confirmed = await browser.post(`${FACTOR}/confirm`).send({ code: codeOf(product, key) });

  await product.dataSource.query('DROP FUNCTION refuse CASCADE');
  expect(confirmed.status).toBe(200);
  expect((confirmed.body as RecoveryCodes).recoveryCodes).toHaveLength(10);
  expect((await browser.get(`${API}/whoami`)).status).toBe(401);
  expect((await product.browser().get(`${API}/whoami`).set('Cookie', old)).status).toBe(401);
  const { answer } = await givePassword(product, email);
  expect(answer.body).toEqual({ secondFactor: 'required' });
});

test('two who reset each other’s don’t wait for each other: users are locked by the order of ids', async () => {
  const colleague = await anAppUser(product);
  const { id } = await aStaffUser(product, { email: ADMIN });
  const { browser } = await givePassword(product, ADMIN);
  expect(id).toBeGreaterThan(colleague.id);
  const holder = product.dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [colleague.id]);
    const answer = browser
      .post(`${API}/users/${String(colleague.id)}/second-factor/reset`)
      .send({ password: STAFF_PASSWORD })
      .then(({ status }) => status);
    const own: unknown = await holder.query('SELECT pg_backend_pid() AS pid');
    const [{ pid }] = own as [{ pid: number }];
    const waits = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    while ((await product.dataSource.query<unknown[]>(waits, [pid])).length === 0);

    const free = 'SELECT id FROM users WHERE id = $1 FOR UPDATE SKIP LOCKED';
    expect(await holder.query(free, [id])).toEqual([{ id }]);

    await holder.commitTransaction();
    expect(await answer).toBe(204);
  } finally {
    await holder.release();
  }
});
