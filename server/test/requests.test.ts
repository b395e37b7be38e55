import { describe, expect, test } from 'vitest';

import type { Response } from 'supertest';

import { POOL_SIZE } from '../src/database/data-source.js';
import { useWiredTestApp } from './app.js';
import { aRegistration } from './factories.js';
import { untilWaitingForLock } from './locks.js';
import { Registrant } from './registrant.js';

const REGISTER = '/kidlab-reg/families/registerAndLinkGuardian';

describe('requests of every kind', () => {
  const product = useWiredTestApp({ ALLOWED_ORIGINS: 'https://other.example.org' });

  test.each([
    ['malformed JSON', '{"email": ', 400, 'The request body is not valid JSON.'],
    ['JSON that is not an object', '"text"', 400, 'The request body is not valid JSON.'],
    [
      'more than 16 kB',
      JSON.stringify({ email: 'x'.repeat(17_000) }),
      413,
      'The request body is too large: at most 16 kB are taken.',
    ],
  ])('%s is refused', async (_, body, statusCode, message) => {
    const answer = await product
      .browser()
      .post(REGISTER)
      .set('content-type', 'application/json')
      .send(body);

    expect(answer.body).toEqual({ statusCode, message });
  });

  test('a form with too many fields is refused for their number, not its size', async () => {
    const form = Array.from({ length: 1_001 }, (_, index) => `${String(index)}=`).join('&');
    const answer = await product.browser().post(REGISTER).send(form);
    const message = 'The form has too many fields: at most 1000 are taken.';
    expect(answer.body).toEqual({ statusCode: 413, message });
  });

  test.each([
    ['a list', '[]'],
    ['an empty body', ''],
  ])('%s is validated as an empty form', async (_, body) => {
    const answer = await product
      .browser()
      .post(REGISTER)
      .set('content-type', 'application/json')
      .send(body);

    expect(answer.body).toMatchObject({ statusCode: 400, message: 'Please enter your first name' });
  });

  test('JSON sent as text/plain, as another site’s form could, is refused', async () => {
    const json = JSON.stringify(aRegistration());
    await product.browser().post(REGISTER).set('content-type', 'text/plain').send(json).expect(400);
  });

  test.each([
    ['get', '/kidlab-reg/admin/api'],
    ['get', '/kidlab-reg/admin/api/nothing?email=x@example.org'],
    ['get', '/kidlab-reg/admin/api/api/nothing'],
    ['post', '/kidlab-reg/nothing?email=x@example.org'],
  ] as const)('%s %s returns a JSON 404 that does not repeat the address', async (method, path) => {
    const answer = await product.browser()[method](path).expect(404);

    expect(answer.body).toEqual({ statusCode: 404, message: 'There is nothing at this address.' });
  });

  test('a path with a broken escape returns 400', async () => {
    const answer = await product.browser().get('/kidlab-reg/%E0%A4%A');

    expect(answer.status).toBe(400);
  });

  test.each(['/kidlab-reg/assets/nothing.js', '/kidlab-reg/admin/assets/nothing.js'])(
    '%s returns 404 without a page',
    async (path) => {
      const answer = await product.browser().get(path).expect(404);

      expect(answer.text).not.toContain('<html');
    },
  );

  test('/ redirects to the public site, and each site to its trailing slash', async () => {
    const target = async (path: string): Promise<unknown> => {
      const answer = await product.browser().get(path);
      return [answer.status, answer.headers['location']];
    };

    expect(await target('/')).toEqual([302, '/kidlab-reg/']);
    expect(await target('/kidlab-reg')).toEqual([302, '/kidlab-reg/']);
    expect(await target('/kidlab-reg?source=flyer')).toEqual([302, '/kidlab-reg/?source=flyer']);
    expect(await target('/kidlab-reg/admin')).toEqual([302, '/kidlab-reg/admin/']);
  });

  test('another site may call with credentials only when it is listed', async () => {
    const origin = async (name: string): Promise<unknown> => {
      const answer = await product
        .browser()
        .get('/kidlab-reg/registration/config')
        .set('origin', name);
      return answer.headers['access-control-allow-origin'];
    };

    expect(await origin('https://other.example.org')).toBe('https://other.example.org');
    expect(await origin('https://evil.example.org')).toBeUndefined();
  });

  test('a listed site can read Content-Range, ETag and Retry-After', async () => {
    const answer = await product
      .browser()
      .get('/kidlab-reg/registration/config')
      .set('origin', 'https://other.example.org');

    const exposed = answer.headers['access-control-expose-headers'];
    expect(exposed).toBe('Content-Range,ETag,Retry-After');
  });

  test('a forged cookie gives no access', async () => {
    const registrant = await Registrant.begin(product);
    const [{ sid }]: [{ sid: string }] = await product.dataSource.query(
      'SELECT sid FROM sessions LIMIT 1',
    );

    for (const cookie of [sid, `s:${sid}`, `s:${sid}.${'A'.repeat(43)}`]) {
      const answer = await product
        .browser()
        .get('/kidlab-reg/families/guid')
        .query({ email: registrant.email })
        .set('cookie', `kidlab.registration=${encodeURIComponent(cookie)}`);
      expect(answer.body).toBeNull();
    }
  });

  test('a NUL character is refused in any query parameter', async () => {
    const registrant = await Registrant.begin(product);
    for (const call of [
      registrant.browser.get('/kidlab-reg/families/guid?email=%00'),
      registrant.browser.delete('/kidlab-reg/families/by-email?email=%00'),
      product.browser().get('/kidlab-reg/families/confirm?guid=%00'),
    ]) {
      expect((await call).status).toBe(400);
    }
  });

  test('a path of slashes is served like any other', async () => {
    const path = `/kidlab-reg/${'/'.repeat(15_000)}x`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => product.browser().get(path)),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('the process survives terminated database connections under load', async () => {
    const registrant = await Registrant.begin(product);
    for (let round = 0; round < 5; round += 1) {
      const calls = Array.from({ length: 60 }, () => registrant.extend());
      await product.dataSource
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        )
        .catch(() => undefined);
      for (const { status } of await Promise.all(calls)) expect([204, 503]).toContain(status);
    }
    expect((await registrant.extend()).status).toBe(204);
  });

  test('checks of readiness that fail return their connections to the pool', async () => {
    const holder = product.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE migrations');
    for (let check = 0; check < POOL_SIZE; check += 1) {
      const answer = product
        .browser()
        .get('/health/ready')
        .then(({ status }) => status);
      await untilWaitingForLock(product);
      await product.dataSource.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(await answer).toBe(503);
    }
    await holder.rollbackTransaction();
    await holder.release();

    expect((await product.browser().get('/health/ready')).status).toBe(200);
  });

  test('a visitor who changes nothing gets no session', async () => {
    const count = async (): Promise<unknown> =>
      product.dataSource.query('SELECT count(*) FROM sessions');
    const before = await count();
    const browser = product.browser();

    for (const path of [
      '/kidlab-reg/registration/config',
      '/kidlab-reg/families/guid?email=x@example.org',
    ]) {
      expect((await browser.get(path)).headers['set-cookie']).toBeUndefined();
    }
    await browser.post(REGISTER).send({}).expect(400);

    expect(await count()).toEqual(before);
  });

  test('calls return 503 while the database is unreachable, and work once it is back', async () => {
    const call = (): Promise<Response> =>
      Promise.resolve(product.browser().post(REGISTER).send(aRegistration()));
    await product.browser().get('/health/ready').expect(200, { status: 'ok' });
    product.wire.cut();

    const away = await call();

    expect(away.status).toBe(503);
    expect(away.headers['retry-after']).toBe('5');
    expect(away.body).toEqual({
      statusCode: 503,
      message: 'The service is not available right now. Please try again in a moment.',
    });
    expect((await product.browser().get('/health/ready')).status).toBe(503);
    expect((await product.browser().get('/health/live')).status).toBe(200);
    product.wire.mend();
    expect((await call()).status).toBe(201);
    expect((await product.browser().get('/health/ready')).status).toBe(200);
  });
});
