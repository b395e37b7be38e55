import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, test } from 'vitest';

import { useTestApp } from '../app.js';
import { BASES, ELSEWHERE, INSIDE, STEPS, TARGETS } from './paths-elsewhere.js';

describe('paths that lead elsewhere', () => {
  const product = useTestApp();

  /** Past any client that would tidy the path up. */
  const send = (path: string): Promise<{ status: number; location: string; body: string }> =>
    new Promise((resolve, reject) => {
      const { port } = product.app.getHttpServer().address() as AddressInfo;
      httpRequest({ host: '127.0.0.1', port, path }, (response) => {
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

  test.each(BASES)('below %s no step upwards leads to a file', async (base) => {
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

  test.each(ELSEWHERE)('%s leads to no other host', async (path) => {
    const { location } = await send(path);

    expect(new URL(location, 'http://ours.example.org').host).toBe('ours.example.org');
  });
});
