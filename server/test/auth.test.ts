import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { SessionRecord } from '../src/common/session.entity.js';
import { PasswordHasher } from '../src/users/password-hasher.service.js';
import { User } from '../src/users/user.entity.js';
import { type TestApp, useTestApp } from './app.js';
import { aRegistration } from './factories.js';
import { aStaffUser, signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const API = '/kidlab-reg/admin/api';
const LOGOUT = '/kidlab-reg/admin/logout';
const FAILED = {
  statusCode: 401,
  message: 'Login failed. Please check your credentials and try again.',
};

type Browser = ReturnType<TestApp['browser']>;

function login(browser: Browser, username: string, password = STAFF_PASSWORD): Promise<Response> {
  return Promise.resolve(browser.post(`${API}/login`).type('form').send({ username, password }));
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { status } = await browser.get(`${API}/whoami`);
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** The signed cookie that a response sets, with its attributes. */
function cookieOf(answer: Response): string {
  const [cookie] = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return cookie ?? '';
}

describe('staff sessions', () => {
  const product = useTestApp();
  beforeAll(() => aStaffUser(product, { email: USER_ADMIN_EMAIL }));

  const audited = async (action: string): Promise<AuditEvent[]> =>
    product.dataSource.manager.find(AuditEvent, { where: { action }, order: { id: 'ASC' } });

  test.each(['api/', ''])(
    'a client that follows the specification can sign in and out below api/%s',
    async (again) => {
      const browser = product.browser();
      const answer = await browser
        .post(`${API}/${again}login`)
        .type('form')
        .send({ username: ' Admin@Example.org ', password: STAFF_PASSWORD });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        email: USER_ADMIN_EMAIL,
        isUserAdmin: true,
        idleTimeoutMinutes: 20,
      });
      const whoami = await browser.get(`${API}/${again}whoami`);
      expect(whoami.status).toBe(200);
      expect(whoami.body).toEqual(answer.body);
      expect((await browser.post(LOGOUT)).status).toBe(204);
      expect((await browser.get(`${API}/${again}whoami`)).status).toBe(401);
      expect((await browser.post(LOGOUT)).status).toBe(204);
    },
  );

  test('login also accepts JSON', async () => {
    const { email } = await aStaffUser(product);

    const answer = await product
      .browser()
      .post(`${API}/login`)
      .send({ username: email, password: STAFF_PASSWORD });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ email, isUserAdmin: false });
  });

  test.each([
    ['nothing', {}, ['username', 'password']],
    ['no password', { username: 'a@example.org' }, ['password']],
    ['a blank address', { username: '  ', password: 'x' }, ['username']],
    ['an invalid address', { username: 'nobody', password: 'x' }, ['username']],
    ['100 characters', { username: `${'a'.repeat(88)}@example.org`, password: 'x' }, ['username']],
    ['a list as a password', { username: 'a@example.org', password: ['x'] }, ['password']],
    ['an object as an address', { username: { a: 1 }, password: 'x' }, ['username']],
  ])('login with %s returns a 400 that names the field', async (_, body, fields) => {
    const answer = await product.browser().post(`${API}/login`).send(body);

    expect(answer.status).toBe(400);
    const { errors } = answer.body as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(fields);
  });

  test('login messages follow the specification, with the configured names', async () => {
    const empty = await product.browser().post(`${API}/login`).type('form').send({});
    expect(empty.body).toEqual({
      statusCode: 400,
      message: 'Please enter your Kid Lab email (e.g. user@example.org)',
      errors: [
        { field: 'username', message: 'Please enter your Kid Lab email (e.g. user@example.org)' },
        { field: 'password', message: 'Please enter your Kid Lab password' },
      ],
    });
    const wrong = await login(product.browser(), 'nobody');
    expect(wrong.body).toMatchObject({
      message: 'Please enter a valid email address (e.g. user@example.org)',
    });
  });

  describe('a failed login', () => {
    let compared: string[] = [];
    let matches: PasswordHasher['matches'];
    let hasher: PasswordHasher;

    beforeAll(() => {
      hasher = product.app.get(PasswordHasher, { strict: false });
      matches = hasher.matches.bind(hasher);
      hasher.matches = (hashed, password) => {
        compared.push(hashed);
        return matches(hashed, password);
      };
    });
    beforeEach(() => {
      compared = [];
    });
    afterAll(() => {
      hasher.matches = matches;
    });

    test.each([
      ['unknown address', null, STAFF_PASSWORD],
      ['wrong password', {}, 'not the password'],
      ['wrong password', {}, ` ${STAFF_PASSWORD}`],
      ['disabled', { enabled: false }, STAFF_PASSWORD],
      ['no password', { passwordHash: null }, STAFF_PASSWORD],
    ])('(%s) gets the same response at the same cost', async (reason, user, password) => {
      const known = user === null ? null : await aStaffUser(product, user);

      const browser = product.browser();
      const answer = await login(browser, known?.email ?? 'nobody@example.org', password);

      expect(answer.body).toEqual(FAILED);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(compared).toHaveLength(1);
      const costOf = (hashed = '') => hashed.split('$').slice(0, 4);
      expect(costOf(compared[0])).toEqual(costOf(await hasher.hash(password)));
      expect(await isSignedIn(browser)).toBe(false);
      const event = (await audited('staff.login-failed')).at(-1);
      expect(event).toMatchObject({
        actor: 'anonymous',
        subjectType: 'user',
        subjectId: known === null ? null : String(known.id),
        after: { reason },
      });
      expect(JSON.stringify(event)).not.toMatch(/nobody@|correct horse|not the password/);
    });
  });

  test('the cookie is limited to the portal and hidden from scripts and other sites', async () => {
    const answer = await login(product.browser(), USER_ADMIN_EMAIL);

    expect(cookieOf(answer)).toMatch(
      /^kidlab\.staff=[^;]+; Path=\/kidlab-reg\/admin; HttpOnly; SameSite=Strict$/,
    );
  });

  test('login changes the session id, whatever cookie the browser had, and ends the old session', async () => {
    const first = await login(product.browser(), USER_ADMIN_EMAIL);
    const planted = cookieOf(first).split(';')[0] ?? '';

    const second = await product
      .browser()
      .post(`${API}/login`)
      .set('Cookie', planted)
      .type('form')
      .send({ username: USER_ADMIN_EMAIL, password: STAFF_PASSWORD });

    const fresh = cookieOf(second).split(';')[0] ?? '';
    expect(fresh).toMatch(/^kidlab\.staff=/);
    expect(fresh).not.toBe(planted);
    const whoami = async (cookie: string): Promise<number> =>
      (await product.browser().get(`${API}/whoami`).set('Cookie', cookie)).status;
    expect(await whoami(planted)).toBe(401);
    expect(await whoami(fresh)).toBe(200);
  });

  test.each([
    ['made up', () => 's%3Amade-up.signature'],
    ['unsigned', () => 'made-up'],
    [
      'valid but signed with another key',
      (value: string) => value.replace(/\.[^.]+$/, '.c2lnbmF0dXJl'),
    ],
    ['valid but without its signature', (value: string) => value.replace(/\.[^.]+$/, '')],
  ])('a cookie that is %s is refused', async (_, change) => {
    const live = cookieOf(await login(product.browser(), USER_ADMIN_EMAIL));
    const value = /^kidlab\.staff=([^;]+)/.exec(live)?.[1] ?? '';

    for (const name of ['kidlab.staff', '__Host-kidlab.staff']) {
      const cookie = `${name}=${change(value)}`;
      await product.browser().get(`${API}/whoami`).set('Cookie', cookie).expect(401);
    }
  });

  test("a registrant's cookie under the name of the staff cookie is refused", async () => {
    const registrant = await product
      .browser()
      .post('/kidlab-reg/families/registerAndLinkGuardian')
      .send(aRegistration());
    const value = /^kidlab\.registration=([^;]+)/.exec(cookieOf(registrant))?.[1] ?? '';
    expect(value).not.toBe('');

    const answer = await product
      .browser()
      .get(`${API}/whoami`)
      .set('Cookie', `kidlab.staff=${value}`);

    expect(answer.status).toBe(401);
  });

  test('logout clears the cookie and ends the session, and a replayed cookie is refused', async () => {
    const browser = product.browser();
    const cookie = cookieOf(await login(browser, USER_ADMIN_EMAIL)).split(';')[0] ?? '';

    const answer = await browser.post(LOGOUT);

    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(cookieOf(answer)).toMatch(
      /^kidlab\.staff=; Path=\/kidlab-reg\/admin; Expires=Thu, 01 Jan 1970 [^;]+; HttpOnly; SameSite=Strict$/,
    );
    const replayed = await product.browser().get(`${API}/whoami`).set('Cookie', cookie);
    expect(replayed.status).toBe(401);
    expect(await audited('staff.logged-out')).not.toHaveLength(0);
  });

  test.each([
    ['broken JSON', 'application/json', '{'],
    ['not an object', 'application/json', '1'],
    ['too large', 'application/json', `"${'x'.repeat(1_000_000)}"`],
    ['an unknown charset', 'application/json; charset=klingon', '{}'],
    ['too many fields', 'application/x-www-form-urlencoded', 'a=1&'.repeat(2_000)],
  ])('logout returns 204 and ends the session whatever the body is: %s', async (_, type, body) => {
    for (const path of [LOGOUT, '/kidlab-reg/admin/Logout/']) {
      const browser = await signIn(product);
      await browser.get(`${API}/whoami`).expect(200);

      const answer = await browser.post(path).set('Content-Type', type).send(body);

      expect([answer.status, answer.text]).toEqual([204, '']);
      await browser.get(`${API}/whoami`).expect(401);
    }
  });

  test('login and logout are in the audit trail', async () => {
    const { id, email } = await aStaffUser(product);
    const browser = product.browser();
    await login(browser, email);
    await browser.post(LOGOUT);

    for (const action of ['staff.logged-in', 'staff.logged-out']) {
      expect((await audited(action)).at(-1)).toMatchObject({
        actor: email,
        subjectType: 'user',
        subjectId: String(id),
      });
    }
  });

  test.each([
    ['19 minutes and 59 seconds without a call', [{ minutes: 19, seconds: 59 }], true],
    ['20 minutes without a call', [{ minutes: 20 }], false],
    // The portal calls after activity in each of its tabs.
    ['19:59 after the second of two calls', [{ seconds: 59 }, { minutes: 19, seconds: 59 }], true],
    ['20 minutes after the second of two calls', [{ seconds: 59 }, { minutes: 20 }], false],
    [
      'calls every 15 minutes for 11 hours',
      Array.from({ length: 44 }, () => ({ minutes: 15 })),
      true,
    ],
    [
      'calls every 15 minutes for 12 hours',
      Array.from({ length: 48 }, () => ({ minutes: 15 })),
      false,
    ],
  ])('the session follows its time limits after %s', async (_, pauses, isAlive) => {
    const browser = await signIn(product);
    let last = true;
    for (const pause of pauses) {
      product.clock.advance(pause);
      last = await isSignedIn(browser);
    }

    expect(last).toBe(isAlive);
    // An expired session does not come back.
    expect(await isSignedIn(browser)).toBe(isAlive);
  });

  test('calls within a second do not write to the session', async () => {
    const browser = await signIn(product);
    const state = async (): Promise<unknown> =>
      product.dataSource.query('SELECT sid, xmin::text, last_call_at FROM sessions ORDER BY sid');
    const before = await state();
    product.clock.advance({ seconds: 0.999 });
    await isSignedIn(browser);
    expect(await state()).toEqual(before);

    product.clock.advance({ seconds: 0.001 });
    await isSignedIn(browser);
    expect(await state()).not.toEqual(before);
  });

  test.each([
    [
      'disabled',
      (id: number) => product.dataSource.manager.update(User, { id }, { enabled: false }),
    ],
    ['deleted', (id: number) => product.dataSource.manager.delete(User, { id })],
  ])(
    'a user who is %s is signed out at the next call, and all their sessions are deleted',
    async (_, change) => {
      const { id, email } = await aStaffUser(product);
      const browser = await signIn(product, { email });
      const other = await signIn(product, { email });

      await change(id);

      expect(await isSignedIn(browser)).toBe(false);
      expect(await isSignedIn(other)).toBe(false);
      expect(await product.dataSource.manager.countBy(SessionRecord, { userId: id })).toBe(0);
    },
  );
});

describe('behind HTTPS', () => {
  const product = useTestApp({ PUBLIC_BASE_URL: 'https://kidlab.example.org' });
  beforeAll(() => aStaffUser(product, { email: USER_ADMIN_EMAIL }));

  test('the cookie is limited to this host and to HTTPS', async () => {
    const answer = await login(product.browser(), USER_ADMIN_EMAIL);
    const cookie = cookieOf(answer);

    expect(cookie).toMatch(
      /^__Host-kidlab\.staff=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const whoami = await product
      .browser()
      .get(`${API}/whoami`)
      .set('Cookie', cookie.split(';')[0] ?? '');
    expect(whoami.status).toBe(200);
    const logout = await product
      .browser()
      .post(LOGOUT)
      .set('Cookie', cookie.split(';')[0] ?? '');
    expect(cookieOf(logout)).toMatch(/^__Host-kidlab\.staff=; Path=\/; .*HttpOnly; Secure/);
  });

  test('the registration cookie is limited to HTTPS too, whatever protocol the last hop uses', async () => {
    const answer = await product
      .browser()
      .post('/kidlab-reg/families/registerAndLinkGuardian')
      .send(aRegistration());

    expect(cookieOf(answer)).toMatch(/^__Secure-kidlab\.registration=.*; Secure/);
  });
});
