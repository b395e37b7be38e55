import { randomUUID } from 'node:crypto';

import { LOGOUT_PATH } from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { startTestApp, type TestApp, useTestApp } from './app.js';
import { startAnotherServer } from './more-servers.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { aChildPayload, API } from './staff-records.js';

type Browser = ReturnType<TestApp['browser']>;

const HEADER = 'X-Call-Id';
const UNKNOWN = {
  statusCode: 502,
  message:
    'The connection was lost, and this may or may not have been done. Please check before you try again.',
};

/** Adds a child as staff, with a call id from the proxy. */
const addChild = (browser: Browser, email: string, id: string): Promise<Response> =>
  Promise.resolve(browser.post(`${API}/children`).set(HEADER, id).send(aChildPayload({ email })));

describe('a staff call that a proxy repeats', () => {
  const product = useTestApp({ TRUST_PROXY: '1' });
  let staff: Browser;
  let family: Registrant;

  beforeAll(async () => {
    staff = await signIn(product);
    family = await Registrant.registered(product);
  });

  test('is not executed twice, whichever server gets the repeat', async () => {
    const other = await startAnotherServer(product);
    try {
      const id = randomUUID();
      const before = await family.childCount();
      expect((await addChild(staff, family.email, id)).status).toBe(201);

      const cookie = staff.jar
        .getCookies({ domain: '127.0.0.1', path: API, secure: false, script: false })
        .toValueString();
      const elsewhere = await other
        .browser()
        .post(`${API}/children`)
        .set('Cookie', cookie)
        .set(HEADER, id)
        .send(aChildPayload({ email: family.email }));

      expect([elsewhere.status, elsewhere.body]).toEqual([502, UNKNOWN]);
      expect(await family.childCount()).toBe(before + 1);
    } finally {
      await other.stop();
    }
  });

  test('is executed once when twenty copies arrive in parallel', async () => {
    const one = await Registrant.registered(product);
    const id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => addChild(staff, one.email, id)),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 502)).toHaveLength(19);
    expect(await one.childCount()).toBe(2);
  });

  test('is a new call under another id, and reads may repeat under the same id', async () => {
    const one = await Registrant.registered(product);
    for (const id of [randomUUID(), randomUUID()]) {
      expect((await addChild(staff, one.email, id)).status).toBe(201);
    }
    const id = randomUUID();
    for (let time = 0; time < 3; time += 1) {
      expect((await staff.get(`${API}/families`).set(HEADER, id)).status).toBe(200);
    }
  });

  test('logs out even if its id was used before', async () => {
    const browser = await signIn(product);
    const id = randomUUID();
    await product.browser().post(LOGOUT_PATH).set(HEADER, id).expect(204);
    await browser.post(LOGOUT_PATH).set(HEADER, id).expect(204);
    await browser.get(`${API}/whoami`).expect(401);
  });

  test('is not blocked by a stranger who used its id: ids are recorded only with a session', async () => {
    const id = randomUUID();
    expect((await addChild(product.browser(), family.email, id)).status).toBe(401);
    const one = await Registrant.registered(product);
    expect((await addChild(staff, one.email, id)).status).toBe(201);
  });
});

test('without a proxy, anyone could send the header, so it is ignored', async () => {
  const product = await startTestApp();
  const staff = await signIn(product);
  const family = await Registrant.registered(product);
  const id = randomUUID();
  for (let time = 0; time < 2; time += 1) {
    expect((await addChild(staff, family.email, id)).status).toBe(201);
  }
  expect(await family.childCount()).toBe(3);
  await product.stop();
});
