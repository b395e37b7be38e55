import type { SecondFactorSetup } from '@kidlab/contract';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Response } from 'supertest';

import { FailureLimit } from '../src/auth/failure-limit.service.js';
import { useTestApp } from './app.js';
import { forgetCounts, letPass, stopTheClock } from './rate-counts.js';
import { API, codeOf, eventsOf } from './second-factor.js';
import { aStaffUser, signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const FACTOR = `${API}/second-factor`;
const WRONG_CODE = {
  field: 'code',
  message: 'This code is wrong or was already used. Please enter the latest one.',
};

const product = useTestApp({ RATE_LIMIT: 'on' });
beforeAll(async () => {
  stopTheClock();
  await aStaffUser(product, { email: USER_ADMIN_EMAIL });
});
beforeEach(() => forgetCounts(product));

test('too many wrong codes during setup are rate-limited, like at sign-in', async () => {
  const { id, email } = await aStaffUser(product);
  const browser = await signIn(product, { email });
  const confirm = (code: string): Promise<Response> =>
    browser.post(`${FACTOR}/confirm`).send({ code });
  // Without a setup in progress, a code does not count as a guess.
  for (let count = 0; count < 11; count += 1) expect((await confirm('000000')).status).toBe(409);
  const setup = await browser.post(`${FACTOR}/setup`).send({ password: STAFF_PASSWORD });
  const { key } = setup.body as SecondFactorSetup;
  const wrong = codeOf(product, key) === '000000' ? '000001' : '000000';

  for (let count = 0; count < 10; count += 1) {
    expect((await confirm(wrong)).body).toMatchObject({ statusCode: 400, errors: [WRONG_CODE] });
  }
  const refused = await confirm(codeOf(product, key));
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
  expect(await eventsOf(product, id)).toContainEqual({
    actor: email,
    action: 'staff.proof-failed',
    after: { reason: 'wrong code' },
  });
  await letPass(product, 10);
  expect((await browser.get(FACTOR)).body).toMatchObject({ isOn: false });
});

test('too many wrong passwords of a signed-in user are rate-limited', async () => {
  const { email } = await aStaffUser(product);
  const browser = await signIn(product, { email });
  const tries = Array.from({ length: 15 }, () =>
    browser.post(`${FACTOR}/setup`).send({ password: 'wrong' }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);

  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10);
  const refused = await browser.post(`${FACTOR}/setup`).send({ password: STAFF_PASSWORD });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
});

test('a guess sent at the same time as the tenth is refused, even if it is right', async () => {
  const { email } = await aStaffUser(product);
  const browser = await signIn(product, { email });
  const setUp = (password: string): Promise<Response> =>
    browser.post(`${FACTOR}/setup`).send({ password });
  for (let count = 0; count < 10; count += 1) expect((await setUp('wrong')).status).toBe(400);

  // As if it had passed the check before the tenth was counted.
  const limit = product.app.get(FailureLimit, { strict: false });
  vi.spyOn(limit, 'rejectIfBlocked').mockResolvedValueOnce();
  expect((await setUp(STAFF_PASSWORD)).status).toBe(429);
});

test('too many wrong passwords of several users at one client block that client', async () => {
  const emails = [(await aStaffUser(product)).email, (await aStaffUser(product)).email];
  const [one, other] = await Promise.all(emails.map((email) => signIn(product, { email })));
  for (let count = 0; count < 10; count += 1) {
    await one?.post(`${FACTOR}/setup`).send({ password: 'wrong' }).expect(400);
  }

  const refused = await other?.post(`${FACTOR}/setup`).send({ password: STAFF_PASSWORD });
  expect(refused?.status).toBe(429);
});
