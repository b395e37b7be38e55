import { describe, expect, test } from 'vitest';
import type { Test } from 'supertest';

import { useTestApp } from './app.js';
import { type Route, routesOf } from './attacks/routes.js';
import { signIn } from './staff.js';

const API = '/kidlab-reg/admin/api';
const OURS = 'http://localhost:3000';
const PARTNER = 'https://partner.example.org';
const EVIL = 'https://evil.example.net';
const UNSAFE = ['post', 'put', 'patch', 'delete'];
/** Users, the audit trail and privacy. */
const FOR_USER_ADMINS = /\/api\/(users|audit-events|privacy)(\/|$)/;

describe('the guards of staff calls', () => {
  const product = useTestApp({ ALLOWED_ORIGINS: PARTNER });

  /** Every route that is registered below the staff path, with its method. */
  const routes = (): Route[] =>
    routesOf(product)
      .filter(({ path }) => path.startsWith(`${API}/`))
      .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, '1') }));
  const WITHOUT_SESSION = [
    'login',
    'login/second-factor',
    'set-password',
    'forgot-password',
    '*path',
    // Outside production; see api-docs.test.ts.
    'docs',
    'docs-json',
    'docs/start.js',
    'docs/1',
  ];

  test('require a session for every staff call, even with api/ doubled in the path', async () => {
    const calls = routes().filter(
      ({ path }) => !WITHOUT_SESSION.some((name) => path === `${API}/${name}`),
    );
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining([`${API}/whoami`, `${API}/users`, `${API}/users/1`]),
    );

    for (const { method, path } of calls) {
      for (const written of [path, path.replace(API, `${API}/api`), path.toUpperCase()]) {
        const browser = product.browser() as unknown as Record<
          string,
          (path: string) => Promise<{ status: number; text?: string }>
        >;
        const answer = await browser[method]?.(written);
        expect([method, written, answer?.status]).toEqual([method, written, 401]);
      }
    }
  });

  test('ask a call without a session to log in', async () => {
    const answer = await product.browser().get(`${API}/whoami`).expect(401);

    expect(answer.body).toEqual({ statusCode: 401, message: 'Please log in.' });
  });

  test.each([
    ['no header at all', {}, 204],
    ['our own page', { 'Sec-Fetch-Site': 'same-origin', Origin: OURS }, 204],
    ['a person at the address bar', { 'Sec-Fetch-Site': 'none' }, 204],
    ['our own page with a hidden origin', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 204],
    ['an allowed origin', { Origin: PARTNER }, 204],
    ['an allowed origin of this site', { 'Sec-Fetch-Site': 'same-site', Origin: PARTNER }, 204],
    ['another host of this site', { 'Sec-Fetch-Site': 'same-site', Origin: EVIL }, 403],
    ['another host of this site, unnamed', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL }, 403],
    ['another site, unnamed', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another origin in an old browser', { Origin: EVIL }, 403],
    ['our host on another port', { Origin: 'http://localhost:3999' }, 403],
    ['our host with more behind it', { Origin: `${OURS}.example.net` }, 403],
    ['a hidden origin', { Origin: 'null' }, 403],
  ])('%s: %j returns %i', async (_, headers, status) => {
    const logout = await product.browser().post('/kidlab-reg/admin/logout').set(headers);
    expect(logout.status).toBe(status);

    const browser = await signIn(product, { isUserAdmin: true });
    for (const path of [`${API}/users`, `${API}/api/users`]) {
      const answer = await browser.post(path).set(headers).send({ email: 'not an address' });
      expect(answer.status).toBe(status === 204 ? 400 : 403);
    }
    // Reading is harmless: the browser hides the response from the other site.
    const read = await browser.get(`${API}/users`).set(headers);
    const allowed = read.headers['access-control-allow-origin'];
    expect([read.status, allowed === undefined || allowed === PARTNER]).toEqual([200, true]);
  });

  test.each([
    ['no header at all', {}, 404],
    ['our own page', { 'Sec-Fetch-Site': 'same-origin', Origin: OURS }, 404],
    ['our own page in an old browser', { Origin: OURS }, 404],
    ['an allowed origin', { 'Sec-Fetch-Site': 'cross-site', Origin: PARTNER }, 404],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL }, 403],
    ['another origin in an old browser', { Origin: EVIL }, 403],
    ['a hidden origin', { Origin: 'null' }, 403],
  ])('public calls from %s: %j returns %i', async (_, headers, status) => {
    const answer = await product
      .browser()
      .delete('/kidlab-reg/families/by-email')
      .query({ email: 'nobody@example.org' })
      .set(headers);

    expect(answer.status).toBe(status);
  });

  test('accept a page from the called host, whatever PUBLIC_BASE_URL is', async () => {
    const { host } = new URL((product.browser().get('/') as unknown as { url: string }).url);
    const answer = await product
      .browser()
      .post('/kidlab-reg/admin/logout')
      .set('Origin', `http://${host}`);

    expect(answer.status).toBe(204);
  });

  test('keep another site from signing a visitor in', async () => {
    const answer = await product
      .browser()
      .post(`${API}/login`)
      .set('Origin', EVIL)
      .type('form')
      .send({ username: 'a@example.org', password: 'x' });

    expect(answer.body).toEqual({
      statusCode: 403,
      message: 'This request came from another site and was refused.',
    });
  });

  test('refuse every staff call that changes data from another site, even with api/ doubled in the path', async () => {
    const FOLLOW_UP = `${API}/emails/send-follow-up-emails`;
    const calls = routes().filter(
      ({ method, path }) => UNSAFE.includes(method) || (method === 'get' && path === FOLLOW_UP),
    );
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        `post ${API}/families`,
        `put ${API}/guardians/1`,
        `delete ${API}/children/1`,
        `post ${API}/login`,
        `get ${FOLLOW_UP}`,
      ]),
    );
    const browser = await signIn(product, { isUserAdmin: true });

    for (const { method, path } of calls) {
      for (const written of [path, path.replace(API, `${API}/api`)]) {
        const send = browser as unknown as Record<string, (path: string) => Test>;
        const answer = await send[method]?.(written).set('Sec-Fetch-Site', 'cross-site');
        expect([method, written, answer?.status]).toEqual([method, written, 403]);
      }
    }
  });

  test('refuse calls for user administrators to other staff, even with api/ doubled in the path', async () => {
    const calls = routes().filter(({ path }) => FOR_USER_ADMINS.test(path));
    expect(calls).toHaveLength(13);
    const browser = await signIn(product);

    for (const { method, path } of calls) {
      for (const written of [path, path.replace(API, `${API}/api`)]) {
        const send = browser as unknown as Record<string, (path: string) => Test>;
        const answer = await send[method]?.(written);
        const message = 'Only user administrators may do this.';
        const expected = method === 'head' ? {} : { statusCode: 403, message };
        expect([method, written, answer?.body]).toEqual([method, written, expected]);
      }
    }
  });
});
