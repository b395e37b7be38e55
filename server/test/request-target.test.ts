import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { ADMIN_API_PATH } from '@kidlab/contract';
import type { Response } from 'supertest';
import { describe, expect, test } from 'vitest';

import { useTestApp } from './app.js';
import { aRegistration } from './factories.js';
import { aStaffUser, STAFF_PASSWORD } from './staff.js';

const product = useTestApp();

/** The raw response to a request line that no client library would send. */
async function answerTo(target: string, method = 'GET'): Promise<string> {
  const { port } = product.app.getHttpServer().address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const METHODS = ['GET', 'POST', 'PUT', 'OPTIONS'];
const INVALID = '{"statusCode":400,"message":"Some of the information sent is not valid."}';

test.each([
  'http://',
  'https://',
  'http://a%zzb/',
  'http://[::1',
  'http://localhost:99999/kidlab-reg/',
])('%s is refused with our own message and headers', async (target) => {
  for (const method of METHODS) {
    const answer = await answerTo(target, method);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: default-src/i);
    expect(answer.endsWith(INVALID)).toBe(true);
  }
});

test.each(['*', '/%', '/%zz', '//nothing', 'a://b', 'http://localhost/nothing'])(
  '%s is not found, with our own message',
  async (target) => {
    const answer = await answerTo(target, 'POST');

    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('<');
    expect(answer).toContain('"message":');
  },
);

test('an absolute address is routed by its path', async () => {
  expect(await answerTo('http://localhost/health/live')).toContain('{"status":"ok"}');
  expect(await answerTo('http://localhost?a=b')).toContain('Location: /kidlab-reg/');
  const call = await answerTo('http://localhost/kidlab-reg/families/guid?email=a@example.org');
  expect(call).toMatch(/^HTTP\/1\.1 200 /);
});

/** express-session compares paths case-sensitively; the router does not. */
describe('a call with an upper-case base path', () => {
  const whoami = (cookie: string, path = `${ADMIN_API_PATH}/whoami`): Promise<Response> =>
    Promise.resolve(product.browser().get(path).set('Cookie', cookie));

  test('works if it changes something', async () => {
    const draft = await product
      .browser()
      .post('/KIDLAB-REG/families/registerAndLinkGuardian')
      .send(aRegistration());
    expect(draft.status).toBe(201);

    const { email: username } = await aStaffUser(product);
    const login = await product
      .browser()
      .post('/kidlab-reg/ADMIN/API/login')
      .type('form')
      .send({ username, password: STAFF_PASSWORD });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    expect((await whoami(cookie)).status).toBe(200);
    // A read gets no session there.
    expect((await whoami(cookie, '/KIDLAB-REG/admin/api/whoami')).status).toBe(401);
    await product.browser().post('/KIDLAB-REG/admin/logout').set('Cookie', cookie).expect(204);
    expect((await whoami(cookie)).status).toBe(401);
  });
});
