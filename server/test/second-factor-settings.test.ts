import type { RecoveryCodes, SecondFactorSetup, StaffUser } from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { toDataURL } from 'qrcode';
import type { Response } from 'supertest';

import { OperatorUsers } from '../src/users/operator-users.service.js';
import { startTestApp, type TestApp, useTestApp } from './app.js';
import {
  anAppUser,
  API,
  type AppUser,
  codeOf,
  eventsOf,
  giveCode,
  givePassword,
  setUp,
} from './second-factor.js';
import { aStaffUser, signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const FACTOR = `${API}/second-factor`;
const WRONG_PASSWORD = { field: 'password', message: 'This is not your password.' };
const WRONG_CODE = {
  field: 'code',
  message: 'This code is wrong or was already used. Please enter the latest one.',
};
type Browser = ReturnType<TestApp['browser']>;

function staffCookieOf(browser: Browser): string {
  return browser.jar
    .getCookies({ domain: '127.0.0.1', path: API, secure: false, script: false })
    .toValueString();
}

/** Subjects of the mails that an address has received. */
async function mailsTo(product: TestApp, email: string): Promise<(string | undefined)[]> {
  await product.deliver();
  return product.mailServer.mails
    .filter(({ to }) => !Array.isArray(to) && to?.text === email)
    .map(({ subject }) => subject);
}

describe('a user’s own second factor', () => {
  const product = useTestApp();
  beforeAll(() => aStaffUser(product, { email: USER_ADMIN_EMAIL }));

  const post = (browser: Browser, name: string, body: object): Promise<Response> =>
    browser.post(`${FACTOR}/${name}`).send(body);
  const proofOf = (user: AppUser): object => ({
    password: STAFF_PASSWORD,
    code: codeOf(product, user.key),
  });
  const isAsked = async (email: string): Promise<boolean> =>
    'secondFactor' in ((await givePassword(product, email)).answer.body as object);

  test('is off by default, and on once set up with password and code', async () => {
    const { id, email } = await aStaffUser(product);
    const browser = await signIn(product, { email });
    expect((await browser.get(FACTOR)).body).toEqual({
      policy: 'optional',
      isOn: false,
      confirmedAt: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    });

    const answer = await post(browser, 'setup', { password: STAFF_PASSWORD });
    const setup = answer.body as SecondFactorSetup;
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(setup.key).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(setup.uri);
    expect(uri.searchParams.get('secret')).toBe(setup.key);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Kid Lab:${email}`);
    expect(setup.qrCode).toBe(await toDataURL(setup.uri, { scale: 8 }));
    expect(await isAsked(email)).toBe(false);

    expect((await post(browser, 'confirm', { code: '000000' })).body).toMatchObject({
      statusCode: 400,
      errors: [WRONG_CODE],
    });
    const confirmed = await post(browser, 'confirm', { code: codeOf(product, setup.key) });
    const { recoveryCodes } = confirmed.body as RecoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);

    expect((await browser.get(FACTOR)).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect(await isAsked(email)).toBe(true);
    expect((await mailsTo(product, email)).at(-1)).toContain('Two-step sign-in is on');
    expect((await eventsOf(product, id)).at(-1)).toMatchObject({
      actor: email,
      action: 'user.second-factor-on',
    });
  });

  test('renews the session when switched on: the old cookie no longer works', async () => {
    const { email } = await aStaffUser(product);
    const browser = await signIn(product, { email });
    const old = staffCookieOf(browser);

    await setUp(product, browser);

    expect(staffCookieOf(browser)).not.toBe(old);
    expect((await browser.get(`${API}/whoami`)).body).toMatchObject({ email });
    const replayed = product.browser().get(`${API}/whoami`).set('Cookie', old);
    expect((await replayed).status).toBe(401);
  });

  test('ends the user’s other sessions when switched on, including those waiting for a code', async () => {
    const { email } = await aStaffUser(product);
    const [one, two] = [await signIn(product, { email }), await signIn(product, { email })];
    const stranger = await signIn(product);
    const { key } = await setUp(product, one);

    expect((await one.get(`${API}/whoami`)).status).toBe(200);
    expect((await two.get(`${API}/whoami`)).status).toBe(401);
    expect((await stranger.get(`${API}/whoami`)).status).toBe(200);

    product.clock.advance({ minutes: 1 });
    const waiting = await givePassword(product, email);
    const again = await setUp(product, one, {
      password: STAFF_PASSWORD,
      code: codeOf(product, key),
    });
    product.clock.advance({ minutes: 1 });
    expect((await giveCode(waiting.browser, codeOf(product, again.key))).status).toBe(401);
  });

  test('has a setup key that is valid for 15 minutes and can be confirmed once', async () => {
    const { email } = await aStaffUser(product);
    const browser = await signIn(product, { email });
    const begin = async (): Promise<string> =>
      ((await post(browser, 'setup', { password: STAFF_PASSWORD })).body as SecondFactorSetup).key;
    const message = 'This key has expired, or is already in use. Press Cancel to see which.';
    const over = { statusCode: 409, message };

    const late = await begin();
    product.clock.advance({ minutes: 15 });
    expect((await post(browser, 'confirm', { code: codeOf(product, late) })).body).toEqual(over);
    const first = await begin();
    const second = await begin();
    expect((await post(browser, 'confirm', { code: codeOf(product, first) })).status).toBe(400);

    const code = codeOf(product, second);
    const answers = await Promise.all([
      post(browser, 'confirm', { code }),
      post(browser, 'confirm', { code }),
    ]);
    const [once, twice] = answers.map(({ status }) => status).sort();
    expect(once).toBe(200);
    // 401 if it arrives after the session was renewed.
    expect([401, 409]).toContain(twice);
    product.clock.advance({ minutes: 1 });
    const next = codeOf(product, second);
    expect((await post(browser, 'confirm', { code: next })).body).toEqual(over);
  });

  test('is replaced by another app only when the new key is confirmed', async () => {
    const user = await anAppUser(product);
    const setup = await post(user.browser, 'setup', proofOf(user));
    const { key } = setup.body as SecondFactorSetup;
    product.clock.advance({ minutes: 1 });
    const old = await givePassword(product, user.email);
    expect((await giveCode(old.browser, codeOf(product, key))).status).toBe(400);
    expect((await giveCode(old.browser, codeOf(product, user.key))).status).toBe(200);

    await post(user.browser, 'confirm', { code: codeOf(product, key) }).then(({ status }) => {
      expect(status).toBe(200);
    });
    product.clock.advance({ minutes: 1 });
    const anew = await givePassword(product, user.email);
    for (const code of [codeOf(product, user.key), user.recoveryCodes[0]]) {
      expect((await giveCode(anew.browser, code)).status).toBe(400);
    }
    expect((await giveCode(anew.browser, codeOf(product, key))).status).toBe(200);
  });

  test('has new recovery codes that invalidate the old ones', async () => {
    const user = await anAppUser(product);
    const answer = await post(user.browser, 'recovery-codes', proofOf(user));
    const { recoveryCodes } = answer.body as RecoveryCodes;
    expect(recoveryCodes).toHaveLength(10);

    const { browser } = await givePassword(product, user.email);
    expect((await giveCode(browser, user.recoveryCodes[0])).status).toBe(400);
    expect((await giveCode(browser, recoveryCodes[0])).status).toBe(200);
    expect(await mailsTo(product, user.email)).toContainEqual(
      expect.stringContaining('New recovery codes were made'),
    );
    expect((await eventsOf(product, user.id)).map(({ action }) => action)).toContain(
      'user.recovery-codes-made',
    );
  });

  test('is switched off with the password and a code, even a recovery code', async () => {
    const user = await anAppUser(product);
    const [code] = user.recoveryCodes;
    expect((await post(user.browser, 'off', { password: STAFF_PASSWORD, code })).status).toBe(204);

    expect(await isAsked(user.email)).toBe(false);
    expect((await user.browser.get(FACTOR)).body).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    });
    expect(await mailsTo(product, user.email)).toContainEqual(
      expect.stringContaining('Two-step sign-in is off'),
    );
    expect((await eventsOf(product, user.id)).map(({ action }) => action)).toContain(
      'user.second-factor-off',
    );
    for (const name of ['off', 'recovery-codes']) {
      expect((await post(user.browser, name, { password: STAFF_PASSWORD })).status).toBe(409);
    }
  });

  test.each(['setup', 'recovery-codes', 'off'])('requires both factors for %s', async (name) => {
    const user = await anAppUser(product);
    const code = codeOf(product, user.key);
    const refused = async (body: object): Promise<unknown> => {
      const answer = await post(user.browser, name, body);
      expect(answer.status).toBe(400);
      return (answer.body as { errors: unknown[] }).errors;
    };

    expect(await refused({})).toEqual([
      { field: 'password', message: 'Please enter your password.' },
    ]);
    expect(await refused({ password: STAFF_PASSWORD })).toEqual([
      { field: 'code', message: 'Please enter a code.' },
    ]);
    expect(await refused({ password: 'wrong', code })).toEqual([WRONG_PASSWORD]);
    expect(await refused({ password: STAFF_PASSWORD, code: '000000' })).toEqual([WRONG_CODE]);
    expect(await eventsOf(product, user.id)).toContainEqual({
      actor: user.email,
      action: 'staff.proof-failed',
      after: { reason: 'wrong password' },
    });
    // A wrong password does not use up the code; the right one does.
    expect(
      (await post(user.browser, name, { password: STAFF_PASSWORD, code })).status,
    ).toBeLessThan(300);
    if (name !== 'off') {
      expect(await refused({ password: STAFF_PASSWORD, code })).toEqual([WRONG_CODE]);
    }
  });

  test('makes new recovery codes once when one code is used twice at once', async () => {
    const user = await anAppUser(product);
    const answers = await Promise.all([
      post(user.browser, 'recovery-codes', proofOf(user)),
      post(user.browser, 'recovery-codes', proofOf(user)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a colleague’s second factor', () => {
  const product = useTestApp();
  let admin: Browser;

  beforeAll(async () => {
    admin = await signIn(product, { isUserAdmin: true });
  });

  test('can be reset by a user administrator: the user is signed out and notified, and the reset is audited', async () => {
    const user = await anAppUser(product);
    const path = `${API}/users/${String(user.id)}`;
    expect(((await admin.get(path)).body as StaffUser).hasSecondFactor).toBe(true);
    const list = (await admin.get(`${API}/users`)).body as StaffUser[];
    expect(list.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ id }) => id)).toEqual([
      user.id,
    ]);

    for (const [proof, fault] of [
      [{}, { field: 'password', message: 'Please enter your password.' }],
      [{ password: 'wrong' }, WRONG_PASSWORD],
    ] as const) {
      const refused = await admin.post(`${path}/second-factor/reset`).send(proof);
      expect([refused.status, refused.body]).toMatchObject([400, { errors: [fault] }]);
    }
    expect(((await admin.get(path)).body as StaffUser).hasSecondFactor).toBe(true);
    await admin.post(`${path}/second-factor/reset`).send({ password: STAFF_PASSWORD }).expect(204);

    expect(((await admin.get(path)).body as StaffUser).hasSecondFactor).toBe(false);
    expect((await user.browser.get(`${API}/whoami`)).status).toBe(401);
    expect((await givePassword(product, user.email)).answer.body).toMatchObject({
      email: user.email,
    });
    expect(await mailsTo(product, user.email)).toContainEqual(
      expect.stringContaining('Two-step sign-in was reset'),
    );
    expect(await eventsOf(product, user.id)).toContainEqual({
      actor: USER_ADMIN_EMAIL,
      action: 'user.second-factor-reset',
      after: null,
    });

    const mails = product.mailServer.mails.length;
    await admin.post(`${path}/second-factor/reset`).send({ password: STAFF_PASSWORD }).expect(204);
    await product.deliver();
    expect(product.mailServer.mails).toHaveLength(mails);
  });

  test('cannot be reset by other staff, for oneself or for an unknown user', async () => {
    const user = await anAppUser(product);
    const own = await product.dataSource.query<{ id: number }[]>(
      'SELECT id FROM users WHERE email = $1',
      [USER_ADMIN_EMAIL],
    );
    const reset = (browser: Browser, id: unknown): Promise<Response> =>
      browser
        .post(`${API}/users/${String(id)}/second-factor/reset`)
        .send({ password: STAFF_PASSWORD });

    expect((await reset(await signIn(product), user.id)).status).toBe(403);
    expect((await reset(admin, own[0]?.id)).status).toBe(409);
    for (const id of ['0', '999999', 'x', '1e3']) {
      expect((await reset(admin, id)).status).toBe(404);
    }
    expect((await givePassword(product, user.email)).answer.body).toEqual({
      secondFactor: 'required',
    });
  });

  test('cannot be reset with the password alone by an administrator who has a second factor', async () => {
    const own = await startTestApp();
    try {
      await aStaffUser(own, { email: USER_ADMIN_EMAIL });
      const colleague = await anAppUser(own);
      const { browser } = await givePassword(own, USER_ADMIN_EMAIL);
      const { key } = await setUp(own, browser);
      own.clock.advance({ minutes: 1 });
      const reset = (proof: object): Promise<Response> =>
        browser.post(`${API}/users/${String(colleague.id)}/second-factor/reset`).send(proof);

      expect((await reset({ password: STAFF_PASSWORD })).body).toMatchObject({
        errors: [{ field: 'code', message: 'Please enter a code.' }],
      });
      const right = { password: STAFF_PASSWORD, code: codeOf(own, key) };
      expect((await reset(right)).status).toBe(204);
    } finally {
      await own.stop();
    }
  });

  test('can be reset by the operator', async () => {
    const user = await anAppUser(product);
    const operator = product.app.get(OperatorUsers, { strict: false });

    expect(await operator.resetSecondFactor(user.email)).toBe(true);
    expect(await operator.resetSecondFactor(user.email)).toBe(false);
    expect(await operator.resetSecondFactor('nobody@example.org')).toBe(false);

    expect((await givePassword(product, user.email)).answer.body).toMatchObject({
      email: user.email,
    });
    expect(await mailsTo(product, user.email)).toContainEqual(
      expect.stringContaining('Two-step sign-in was reset'),
    );
  });
});

describe('where user administrators must have a second factor', () => {
  const PLEASE = { statusCode: 403, message: 'Please set up two-step sign-in first.' };
  const product = useTestApp({ STAFF_MFA: 'required' });
  beforeAll(() => aStaffUser(product, { email: USER_ADMIN_EMAIL }));

  test('an administrator without one must set it up before doing anything else', async () => {
    const { browser, answer } = await givePassword(product, USER_ADMIN_EMAIL);
    expect(answer.body).toEqual({
      email: USER_ADMIN_EMAIL,
      isUserAdmin: true,
      idleTimeoutMinutes: 20,
      mustSetUpSecondFactor: true,
    });
    expect((await browser.get(`${API}/whoami`)).body).toEqual(answer.body);
    for (const path of ['users', 'families', 'audit-events', 'mails', 'figures/children']) {
      const refused = await browser.get(`${API}/${path}`);
      expect([path, refused.status, refused.body]).toEqual([path, 403, PLEASE]);
    }
    const changes = [
      browser.post(`${API}/users`).send({ email: 'x@example.org' }),
      browser.post(`${API}/families`).send({}),
      browser.post(`${API}/emails/send-follow-up-emails`),
      browser.post(`${FACTOR}/off`).send({ password: STAFF_PASSWORD }),
      browser.post(`${FACTOR}/recovery-codes`).send({ password: STAFF_PASSWORD }),
    ];
    for (const change of changes) expect((await change).body).toEqual(PLEASE);

    const { key } = await setUp(product, browser);

    const whoami = await browser.get(`${API}/whoami`);
    expect(whoami.body).toEqual({
      email: USER_ADMIN_EMAIL,
      isUserAdmin: true,
      idleTimeoutMinutes: 20,
    });
    expect((await browser.get(`${API}/users`)).status).toBe(200);
    expect((await browser.get(FACTOR)).body).toMatchObject({ isOn: true, isRequired: true });
    product.clock.advance({ seconds: 30 });
    const off = await browser
      .post(`${FACTOR}/off`)
      .send({ password: STAFF_PASSWORD, code: codeOf(product, key) });
    expect(off.body).toEqual({
      statusCode: 409,
      message: 'User administrators cannot turn two-step sign-in off here.',
    });
  });

  test('other staff can work without one', async () => {
    const browser = await signIn(product);

    expect((await browser.get(`${API}/families`)).status).toBe(200);
    expect((await browser.get(FACTOR)).body).toMatchObject({ isOn: false, isRequired: false });
  });
});
