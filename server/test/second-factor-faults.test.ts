import type { RecoveryCodes, SecondFactorSetup } from '@kidlab/contract';
import { expect, test } from 'vitest';
import type { QueryRunner } from 'typeorm';

import { STAFF_MESSAGES } from '../src/common/messages.js';
import { useTestApp } from './app.js';
import { anAppUser, API, codeOf, eventsOf, givePassword } from './second-factor.js';
import { aStaffUser, signIn, STAFF_PASSWORD } from './staff.js';

const FACTOR = `${API}/second-factor`;
const ADMIN = 'head@example.org';

const product = useTestApp({ USER_ADMIN_EMAILS: ADMIN });

test('the recovery codes are returned even if no new session can be saved; the old session ends', async () => {
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

test('two user administrators who reset each other do not deadlock: users are locked in order of id', async () => {
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
    await untilSomebodyWaitsFor(holder);

    const free = 'SELECT id FROM users WHERE id = $1 FOR UPDATE SKIP LOCKED';
    expect(await holder.query(free, [id])).toEqual([{ id }]);

    await holder.commitTransaction();
    expect(await answer).toBe(204);
  } finally {
    await holder.release();
  }
});

const IS_ASKED = { secondFactor: 'required' };
const IS_REFUSED = { statusCode: 401, message: STAFF_MESSAGES.loginFailed };

test.each([
  [
    'a second factor is switched on',
    `INSERT INTO second_factors (user_id, secret, confirmed_at, last_step) VALUES ($1, 'sealed', now(), 1)`,
    IS_ASKED,
  ],
  ['the user is disabled', 'UPDATE users SET enabled = false WHERE id = $1', IS_REFUSED],
  ['the password is changed', `UPDATE users SET password_hash = 'x' WHERE id = $1`, IS_REFUSED],
  ['the user is deleted', 'DELETE FROM users WHERE id = $1', IS_REFUSED],
])('a login that waits for the user’s lock notices that %s', async (_name, change, expected) => {
  const { id, email } = await aStaffUser(product);
  const holder = product.dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
    await holder.query(change, [id]);
    const given = givePassword(product, email);
    await untilSomebodyWaitsFor(holder);
    await holder.commitTransaction();

    const { answer, browser } = await given;
    expect(answer.body).toEqual(expected);
    expect((await browser.get(`${API}/whoami`)).status).toBe(401);
    const events = await eventsOf(product, id);
    expect(events.filter(({ action }) => action === 'staff.logged-in')).toEqual([]);
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  }
});

test('a first code that waits for the user’s lock notices that a new password has ended the session', async () => {
  const { id, email } = await aStaffUser(product);
  const browser = await signIn(product, { email });
  const setup = await browser.post(`${FACTOR}/setup`).send({ password: STAFF_PASSWORD });
  const { key } = setup.body as SecondFactorSetup;
  const holder = product.dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.startTransaction();
    await holder.query(`UPDATE users SET password_hash = 'x' WHERE id = $1`, [id]);
    await holder.query('DELETE FROM sessions WHERE user_id = $1', [id]);
    const answer = browser
      .post(`${FACTOR}/confirm`)
      .send({ code: codeOf(product, key) })
      .then(({ status }) => status);
    await untilSomebodyWaitsFor(holder);
    await holder.commitTransaction();

    expect(await answer).toBe(401);
    expect((await browser.get(`${API}/whoami`)).status).toBe(401);
    const events = await eventsOf(product, id);
    expect(events.map(({ action }) => action)).not.toContain('user.second-factor-on');
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  }
});

const OFF = 'DELETE FROM second_factors WHERE user_id = $1';
const SIGNED_OUT = 'DELETE FROM sessions WHERE user_id = $1';

test.each([
  ['recovery-codes', 'switched it off in another tab', [OFF], 409],
  ['off', 'switched it off in another tab', [OFF], 409],
  ['recovery-codes', 'was signed out by a colleague’s reset', [OFF, SIGNED_OUT], 401],
])(
  'a change (%s) that waits for the user’s lock notices that the user %s',
  async (call, _name, changes, status) => {
    const { id, browser, key } = await anAppUser(product);
    const holder = product.dataSource.createQueryRunner();
    await holder.connect();
    try {
      await holder.startTransaction();
      await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
      for (const change of changes) await holder.query(change, [id]);
      const answer = browser
        .post(`${FACTOR}/${call}`)
        .send({ password: STAFF_PASSWORD, code: codeOf(product, key) })
        .then((response) => response.status);
      await untilSomebodyWaitsFor(holder);
      await holder.commitTransaction();

      expect(await answer).toBe(status);
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    }
  },
);

async function untilSomebodyWaitsFor(holder: QueryRunner): Promise<void> {
  const own: unknown = await holder.query('SELECT pg_backend_pid() AS pid');
  const [{ pid }] = own as [{ pid: number }];
  const waits = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  while ((await product.dataSource.query<unknown[]>(waits, [pid])).length === 0);
}
