import { beforeAll, describe, expect, test } from 'vitest';

import { SessionRecord } from '../src/common/session.entity.js';
import { Environment } from '../src/config/environment.js';
import { Secrets } from '../src/config/secrets.js';
import { OperatorUsers } from '../src/users/operator-users.service.js';
import { SecondFactor } from '../src/users/second-factor/second-factor.entity.js';
import { type TestApp, useTestApp } from './app.js';
import { letPass, stopTheClock } from './rate-counts.js';
import { anAppUser, API, codeOf, eventsOf, giveCode, givePassword } from './second-factor.js';
import { aStaffUser, signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const ASKED = { secondFactor: 'required' };
const WRONG = {
  statusCode: 400,
  message: 'This code is wrong or was already used. Please enter the latest one.',
  errors: [
    {
      field: 'code',
      message: 'This code is wrong or was already used. Please enter the latest one.',
    },
  ],
};
const OVER = {
  statusCode: 401,
  message: 'This login is over. Please log in again, with a new code.',
};

describe('signing in with a second factor', () => {
  const product = useTestApp();
  beforeAll(() => aStaffUser(product, { email: USER_ADMIN_EMAIL }));

  const statusOf = async (browser: ReturnType<TestApp['browser']>): Promise<number> =>
    (await browser.get(`${API}/whoami`)).status;
  const cookieOf = (headers: Record<string, unknown>): string =>
    String((headers['set-cookie'] as string[] | undefined)?.[0]?.split(';')[0]);

  test('does not ask for a code if the user has no second factor', async () => {
    const { email } = await aStaffUser(product);
    const { answer, browser } = await givePassword(product, email);

    expect(answer.text).toBe(JSON.stringify({ email, isUserAdmin: false, idleTimeoutMinutes: 20 }));
    expect(await statusOf(browser)).toBe(200);
  });

  test('requires password, then code; the user is signed in only after both', async () => {
    const user = await anAppUser(product);
    const { browser, answer } = await givePassword(product, user.email);
    expect([answer.status, answer.body]).toEqual([200, ASKED]);
    for (const path of ['whoami', 'families', 'second-factor', 'users']) {
      expect([path, (await browser.get(`${API}/${path}`)).status]).toEqual([path, 401]);
    }
    expect((await browser.post(`${API}/second-factor/off`).send({})).status).toBe(401);

    const signedIn = await giveCode(
      browser,
      ` ${codeOf(product, user.key).replace(/^.../, '$& ')} `,
    );

    expect(signedIn.body).toEqual({
      email: user.email,
      isUserAdmin: false,
      idleTimeoutMinutes: 20,
      recoveryCodesLeft: null,
    });
    expect(await statusOf(browser)).toBe(200);
    expect((await eventsOf(product, user.id)).map(({ action }) => action)).toEqual([
      'staff.logged-in',
      'user.second-factor-on',
      'staff.logged-in',
    ]);
  });

  test('responds to a wrong password as if there were no second factor', async () => {
    const { email } = await anAppUser(product);
    const login = async (username: string): Promise<unknown> =>
      (await product.browser().post(`${API}/login`).send({ username, password: 'wrong' })).body;

    expect(await login(email)).toEqual(await login('nobody@example.org'));
  });

  test('refuses and audits wrong codes; the right one still signs in', async () => {
    const user = await anAppUser(product);
    const { browser } = await givePassword(product, user.email);
    const other = await anAppUser(product);

    for (const code of [codeOf(product, other.key), '000000', other.recoveryCodes[0]]) {
      const refused = await giveCode(browser, code);
      expect([refused.status, refused.body]).toEqual([400, WRONG]);
    }
    expect(await statusOf(browser)).toBe(401);
    expect((await giveCode(browser, codeOf(product, user.key))).status).toBe(200);
    expect(await eventsOf(product, user.id)).toContainEqual({
      actor: 'anonymous',
      action: 'staff.login-failed',
      after: { reason: 'wrong code' },
    });
  });

  const UNREADABLE = 'Please enter the 6 digits that your app shows, or a whole recovery code.';
  test.each([
    ['an empty code', '', 'Please enter a code.'],
    ['null', null, 'Please enter a code.'],
    ['five digits', '12345', UNREADABLE],
    ['ten thousand characters', 'x'.repeat(10_000), UNREADABLE],
    ['a list', ['123456'], 'code must be text.'],
    ['an object', { $ne: 1 }, 'code must be text.'],
  ])('does not count %s as an attempt', async (_, code, message) => {
    const user = await anAppUser(product);
    const { browser } = await givePassword(product, user.email);

    const answer = await giveCode(browser, code);

    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'code', message }] });
    expect((await eventsOf(product, user.id)).at(-1)?.action).not.toBe('staff.login-failed');
  });

  test.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('with a phone whose clock is %i steps off returns %i', async (steps, status) => {
    const user = await anAppUser(product);
    product.clock.advance({ minutes: 2 });
    const { browser } = await givePassword(product, user.email);

    expect((await giveCode(browser, codeOf(product, user.key, steps))).status).toBe(status);
  });

  test('accepts a code once, and no earlier code after it', async () => {
    const user = await anAppUser(product);
    product.clock.advance({ minutes: 2 });
    const [before, now, after] = [-1, 0, 1].map((steps) => codeOf(product, user.key, steps));
    const sign = async (code: unknown): Promise<number> =>
      (await giveCode((await givePassword(product, user.email)).browser, code)).status;

    expect(await sign(now)).toBe(200);
    expect(await sign(now)).toBe(400);
    expect(await sign(before)).toBe(400);
    expect(await sign(after)).toBe(200);
  });

  test('refuses the code that was used for setup', async () => {
    const user = await anAppUser(product);
    const used = codeOf(product, user.key, -1);

    expect((await giveCode((await givePassword(product, user.email)).browser, used)).status).toBe(
      400,
    );
  });

  test.each(['app', 'recovery'])(
    'lets in exactly one of several requests with the same %s code at once',
    async (kind) => {
      const user = await anAppUser(product);
      const browsers = await Promise.all(
        Array.from({ length: 6 }, async () => (await givePassword(product, user.email)).browser),
      );
      const code = kind === 'app' ? codeOf(product, user.key) : user.recoveryCodes[0];

      const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)));

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
      const inside = await Promise.all(browsers.map(statusOf));
      expect(inside).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
    },
  );

  test('accepts one of two right codes sent at once in one browser', async () => {
    const user = await anAppUser(product);
    product.clock.advance({ minutes: 2 });
    const { answer } = await givePassword(product, user.email);
    const cookie = cookieOf(answer.headers);
    const give = (code: unknown) =>
      product.browser().post(`${API}/login/second-factor`).set('Cookie', cookie).send({ code });

    const answers = await Promise.all([
      give(codeOf(product, user.key)),
      give(user.recoveryCodes[0]),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('accepts a recovery code once, returns how many are left, and notifies the user', async () => {
    const user = await anAppUser(product);
    const [code = '', next = ''] = user.recoveryCodes;
    const first = await giveCode((await givePassword(product, user.email)).browser, code);
    expect(first.body).toMatchObject({ email: user.email, recoveryCodesLeft: 9 });

    const { browser } = await givePassword(product, user.email);
    expect((await giveCode(browser, code)).status).toBe(400);
    const second = await giveCode(browser, next.toUpperCase().replaceAll('-', ' '));
    expect(second.body).toMatchObject({ recoveryCodesLeft: 8 });
    await product.deliver();
    const subjects = product.mailServer.mails
      .filter(({ to }) => !Array.isArray(to) && to?.text === user.email)
      .map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject?.startsWith('A recovery code was used')),
    ).toHaveLength(2);
    expect(await eventsOf(product, user.id)).toContainEqual({
      actor: user.email,
      action: 'user.recovery-code-used',
      after: { recoveryCodesLeft: 8 },
    });
  });

  test('requires the code within five minutes of the password', async () => {
    const user = await anAppUser(product);
    const early = await givePassword(product, user.email);
    product.clock.advance({ minutes: 4, seconds: 59 });
    expect((await giveCode(early.browser, codeOf(product, user.key))).status).toBe(200);

    const late = await givePassword(product, user.email);
    product.clock.advance({ minutes: 5 });
    const answer = await giveCode(late.browser, codeOf(product, user.key));
    expect([answer.status, answer.body]).toEqual([401, OVER]);
  });

  test('refuses a code without a password or after logout', async () => {
    const user = await anAppUser(product);
    const code = codeOf(product, user.key);
    expect((await giveCode(product.browser(), code)).body).toEqual(OVER);
    expect((await giveCode(await signIn(product), code)).body).toEqual(OVER);

    const { browser } = await givePassword(product, user.email);
    await browser.post('/kidlab-reg/admin/logout').expect(204);
    expect((await giveCode(browser, code)).body).toEqual(OVER);
  });

  test('changes the session id with the password and again with the code; the old ones are invalid', async () => {
    const user = await anAppUser(product);
    const known = await givePassword(product, (await aStaffUser(product)).email);
    const fixed = cookieOf(known.answer.headers);
    const asked = await known.browser
      .post(`${API}/login`)
      .send({ username: user.email, password: STAFF_PASSWORD });
    const pending = cookieOf(asked.headers);
    const signedIn = await giveCode(known.browser, codeOf(product, user.key));
    const final = cookieOf(signedIn.headers);

    expect(new Set([fixed, pending, final]).size).toBe(3);
    const whoami = async (cookie: string): Promise<number> =>
      (await product.browser().get(`${API}/whoami`).set('Cookie', cookie)).status;
    expect([await whoami(fixed), await whoami(pending), await whoami(final)]).toEqual([
      401, 401, 200,
    ]);
    const replayed = await product
      .browser()
      .post(`${API}/login/second-factor`)
      .set('Cookie', pending)
      .send({ code: user.recoveryCodes[0] });
    expect(replayed.status).toBe(401);
  });

  test.each(['disabled', 'deleted', 'given another password'])(
    'refuses a user who is %s between password and code',
    async (what) => {
      const user = await anAppUser(product);
      const { browser } = await givePassword(product, user.email);
      const admin = await signIn(product, { isUserAdmin: true });
      if (what === 'disabled') {
        await admin
          .put(`${API}/users/${String(user.id)}`)
          .send({ enabled: false })
          .expect(200);
      } else if (what === 'deleted') {
        await admin.delete(`${API}/users/${String(user.id)}`).expect(204);
      } else {
        const { link } = await product.app.get(OperatorUsers, { strict: false }).invite(user.email);
        const token = link?.searchParams.get('token');
        const password = 'nine green bottles on a wall';
        await product.browser().post(`${API}/set-password`).send({ token, password }).expect(204);
      }

      expect((await giveCode(browser, codeOf(product, user.key))).body).toEqual(OVER);
      expect(
        await product.dataSource.manager.countBy(SessionRecord, { pendingUserId: user.id }),
      ).toBe(0);
    },
  );

  test('still requires the second factor after a password reset', async () => {
    const user = await anAppUser(product);
    const { link } = await product.app.get(OperatorUsers, { strict: false }).invite(user.email);
    const password = 'nine green bottles on a wall';
    await product
      .browser()
      .post(`${API}/set-password`)
      .send({ token: link?.searchParams.get('token'), password })
      .expect(204);

    const login = await product
      .browser()
      .post(`${API}/login`)
      .send({ username: user.email, password });

    expect(login.body).toEqual(ASKED);
  });

  test('needs only the password if the server has STAFF_MFA=off', async () => {
    const user = await anAppUser(product);
    const environment = product.app.get<{ staffMfa: string }>(Environment);
    const { staffMfa } = environment;
    environment.staffMfa = 'off';
    try {
      const { browser, answer } = await givePassword(product, user.email);

      expect(answer.body).toMatchObject({ email: user.email });
      const setup = await browser
        .post(`${API}/second-factor/setup`)
        .send({ password: STAFF_PASSWORD, code: user.recoveryCodes[0] });
      expect(setup.status).toBe(409);
    } finally {
      environment.staffMfa = staffMfa;
    }
  });

  describe('a stored key', () => {
    const sealedOf = async (userId: number): Promise<Buffer> => {
      const { secret } = await product.dataSource.manager.findOneByOrFail(SecondFactor, { userId });
      return secret ?? Buffer.alloc(0);
    };
    const keep = async (userId: number, secret: Buffer): Promise<void> => {
      await product.dataSource.manager.update(SecondFactor, { userId }, { secret });
    };

    test('that was altered or is another user’s accepts no code; recovery codes still work', async () => {
      const [user, other] = [await anAppUser(product), await anAppUser(product)];
      const sealed = await sealedOf(user.id);
      const changed = Buffer.from(sealed);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      for (const [secret, key] of [
        [changed, user.key],
        [await sealedOf(other.id), other.key],
      ] as const) {
        await keep(user.id, secret);
        const { browser } = await givePassword(product, user.email);
        expect((await giveCode(browser, codeOf(product, key))).body).toEqual(WRONG);
      }
      const { browser } = await givePassword(product, user.email);
      expect((await giveCode(browser, user.recoveryCodes[0])).status).toBe(200);
    });

    test('sealed with an older secret works, and is resealed with the newest', async () => {
      const user = await anAppUser(product);
      const secrets = product.app.get<{ sessionSecrets: readonly string[] }>(Secrets);
      const [older = ''] = secrets.sessionSecrets;
      const newer = 'a newer secret of the tests, long enough';
      try {
        secrets.sessionSecrets = [newer, older];
        const first = await givePassword(product, user.email);
        expect((await giveCode(first.browser, codeOf(product, user.key))).status).toBe(200);
        secrets.sessionSecrets = [newer];
        product.clock.advance({ seconds: 30 });
        // Cookies are signed with the secrets from startup; the key must open with the newer one alone.
        const second = await givePassword(product, user.email);
        expect((await giveCode(second.browser, codeOf(product, user.key))).status).toBe(200);
      } finally {
        secrets.sessionSecrets = [older];
      }
    });

    test('and recovery codes are nowhere in plain text', async () => {
      const user = await anAppUser(product);
      const rows: { row: string }[] = await product.dataSource.query(
        `SELECT row_to_json(f)::text AS row FROM second_factors f WHERE user_id = $1
         UNION ALL SELECT row_to_json(c)::text FROM recovery_codes c WHERE user_id = $1
         UNION ALL SELECT row_to_json(a)::text FROM audit_events a`,
        [user.id],
      );
      const text = rows.map(({ row }) => row).join('\n');

      expect(rows.length).toBeGreaterThan(11);
      expect(text).not.toContain(user.key);
      for (const code of user.recoveryCodes) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(code.replaceAll('-', ''));
      }
    });
  });
});

describe('failures in the second step', () => {
  const product = useTestApp({ RATE_LIMIT: 'on' });
  beforeAll(async () => {
    stopTheClock();
    await aStaffUser(product, { email: USER_ADMIN_EMAIL });
  });

  test('count together with those of the first; a right password in between does not reset the count', async () => {
    const user = await anAppUser(product);
    for (let round = 0; round < 5; round += 1) {
      const { browser, answer } = await givePassword(product, user.email);
      expect(answer.status).toBe(200);
      for (let guess = 0; guess < 2; guess += 1) {
        expect((await giveCode(browser, '000000')).status).toBe(400);
      }
    }

    const { answer } = await givePassword(product, user.email);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('600');
    await letPass(product, 10);
    const { browser } = await givePassword(product, user.email);
    expect((await giveCode(browser, codeOf(product, user.key))).status).toBe(200);
  });

  test('are limited to ten even when sent at once; then a right code gets 429, too', async () => {
    await letPass(product, 10);
    const user = await anAppUser(product);
    const { browser } = await givePassword(product, user.email);

    const answers = await Promise.all(
      Array.from({ length: 25 }, () => giveCode(browser, '000000')),
    );

    const compared = (await eventsOf(product, user.id)).filter(
      ({ action }) => action === 'staff.login-failed',
    );
    expect(compared.length).toBeGreaterThan(0);
    expect(compared.length).toBeLessThanOrEqual(10);
    expect(answers.every(({ status }) => status === 400 || status === 429)).toBe(true);
    expect((await giveCode(browser, codeOf(product, user.key))).status).toBe(429);
  });
});
