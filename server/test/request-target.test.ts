import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp, type TestApp } from './app.js';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

/** What comes back for a first line that no client library would write. */
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
])('%s: is refused in our own words, with our own headers', async (target) => {
  for (const method of METHODS) {
    const answer = await answerTo(target, method);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: default-src/i);
    expect(answer.endsWith(INVALID)).toBe(true);
  }
});

test.each(['*', '/%', '/%zz', '//nothing', 'http://localhost/nothing'])(
  '%s: nothing is there, in our own words',
  async (target) => {
    const answer = await answerTo(target, 'POST');

    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('<');
    expect(answer).toContain('"message":');
  },
);

test('a whole address is its path', async () => {
  expect(await answerTo('http://localhost/health/live')).toContain('{"status":"ok"}');
  expect(await answerTo('http://localhost?a=b')).toContain('Location: /kidlab-reg/');
  const call = await answerTo('http://localhost/kidlab-reg/families/guid?email=a@example.org');
  expect(call).toMatch(/^HTTP\/1\.1 200 /);
});

/** The path of a cookie has lower case, so a call in capitals would come without its session. */
test.each([
  ['get', '/KIDLAB-REG/families/guid?email=held@example.org'],
  ['get', '/KIDLAB-REG/registration/draft?guid=00000000-0000-4000-8000-000000000000'],
  ['delete', '/KIDLAB-REG/families/by-email?email=held@example.org'],
  ['post', '/KIDLAB-REG/families/registerAndLinkGuardian'],
  ['post', '/KIDLAB-REG/registration/resend-confirmation-email'],
  ['post', '/KIDLAB-REG/ADMIN/API/LOGIN'],
] as const)('%s %s in capitals is no call', async (method, path) => {
  const answer = await product.browser()[method](path);
  expect(answer.status).toBe(404);
});
