import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, test } from 'vitest';

import { useTestApp } from '../app.js';
import { BASES, ELSEWHERE, EVIL, INSIDE, OUTRIGHT, STEPS, TARGETS } from './paths-elsewhere.js';

describe('malicious paths', () => {
  const product = useTestApp();

  /** Sends the path unchanged: most clients would normalize it. */
  const send = (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; location: string; body: string }> =>
    new Promise((resolve, reject) => {
      const { port } = product.app.getHttpServer().address() as AddressInfo;
      httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () => {
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, location: headers.location ?? '', body });
        });
      })
        .on('error', reject)
        .end();
    });

  test.each(BASES)('below %s cannot reach a file in a parent folder', async (base) => {
    for (const step of STEPS) {
      for (const target of TARGETS) {
        for (const depth of [1, 2, 3, 8]) {
          const path = `${base}${step.repeat(depth)}${target}`;
          const { status, body } = await send(path);
          expect([path, status < 500, INSIDE.test(body)]).toEqual([path, true, false]);
        }
      }
    }
  });

  test.each(OUTRIGHT)('such as %s do not show a file', async (path) => {
    const { status, body } = await send(path);

    expect([status < 500, INSIDE.test(body)]).toEqual([true, false]);
  });

  test.each(ELSEWHERE)('such as %s do not redirect to another host', async (path) => {
    const { location } = await send(path);

    expect(new URL(location, 'http://ours.example.org').host).toBe('ours.example.org');
  });

  test.each(['next', 'redirect', 'return', 'url', 'to', 'continue'])(
    'with ?%s= or a foreign host do not redirect to another site',
    async (name) => {
      for (const page of ['/', '/kidlab-reg', '/kidlab-reg/admin', '/kidlab-reg/admin/login']) {
        for (const target of [`https://${EVIL}`, `//${EVIL}`, `/\\${EVIL}`, `%09//${EVIL}`]) {
          for (const headers of [{}, { Host: EVIL }, { 'X-Forwarded-Host': EVIL }]) {
            const { location } = await send(`${page}?${name}=${target}`, headers);
            const { host } = new URL(location, 'http://ours.example.org');
            expect([page, target, host]).toEqual([page, target, 'ours.example.org']);
          }
        }
      }
    },
  );
});
