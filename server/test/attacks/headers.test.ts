import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { beforeAll, describe, expect, test } from 'vitest';

import { buildFolder } from '../../src/pages/pages.controller.js';
import { useTestApp } from '../app.js';
import { signIn } from '../staff.js';
import { routesOf } from './routes.js';

interface Answer {
  readonly call: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const PAGES = ['/kidlab-reg/', '/kidlab-reg/registration', '/kidlab-reg/nothing-here'];
const PORTAL_PAGES = ['/kidlab-reg/admin/', '/kidlab-reg/admin/login'];
const NO_DEVICES =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()';
/** The methods that a client sends, for routes that accept all methods. */
const METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options']);
/** Paths that no handler serves. */
const ERRORS = [
  '/',
  '/nothing',
  '/kidlab-reg/%E0%A4%A',
  '/kidlab-reg/assets/nothing.js',
  '/kidlab-reg/assets',
  '/kidlab-reg/admin/assets/nothing.js',
  '/kidlab-reg/admin/api/nothing',
  '/kidlab-reg/admin/api/api/nothing',
];

function assets(program: 'public-site' | 'admin', base: string): string[] {
  const files = readdirSync(`${buildFolder(program)}/assets`, { recursive: true });
  const names = files.map(String).filter((name) => /\.\w+$/.test(name));
  return names.map((name) => `${base}/assets/${name}`);
}

describe.each(['http', 'https'])('every response over %s', (scheme) => {
  const product = useTestApp({ PUBLIC_BASE_URL: `${scheme}://localhost:3000` });
  let cookie = '';

  beforeAll(async () => {
    if (scheme === 'http') {
      const staff = await signIn(product, { isUserAdmin: true });
      cookie = staff.jar
        .getCookies({
          domain: '127.0.0.1',
          path: '/kidlab-reg/admin/api',
          secure: false,
          script: false,
        })
        .toValueString();
    }
  });

  /** Sends the path unchanged: most clients would normalize it. */
  const send = (method: string, path: string, withCookie: boolean): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = product.app.getHttpServer().address() as AddressInfo;
      const headers = withCookie ? { cookie } : {};
      const call = httpRequest(
        { host: '127.0.0.1', port, path, method: method.toUpperCase(), headers },
        (response) => {
          response.resume();
          response.on('end', () => {
            resolve({
              call: `${method} ${path}`,
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
            });
          });
        },
      );
      call.on('error', reject);
      call.end();
    });

  const expectStrict = ({ call, status, headers }: Answer): void => {
    const policy = headers['content-security-policy'] ?? '';
    const shown = [call, status];
    // Captured mail shows letters unchanged, and only on this machine; see captured-mail.test.ts.
    const isMail = call.includes('/captured-mail') && status === 200;
    expect([...shown, policy]).toEqual([...shown, expect.stringContaining("default-src 'none'")]);
    expect([...shown, policy]).toEqual([
      ...shown,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    expect([...shown, policy]).toEqual([
      ...shown,
      expect.stringMatching(/object-src 'none';.*base-uri 'none'/),
    ]);
    if (!isMail)
      expect([...shown, policy]).toEqual([...shown, expect.not.stringContaining('unsafe')]);
    expect([...shown, headers]).toEqual([
      ...shown,
      expect.objectContaining({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': NO_DEVICES,
      }),
    ]);
    expect([...shown, headers['x-powered-by']]).toEqual([...shown, undefined]);
    const transport =
      scheme === 'https' ? (expect.stringContaining('max-age=31536000') as unknown) : undefined;
    expect([...shown, headers['strict-transport-security']]).toEqual([...shown, transport]);
    // Scripts cannot read session cookies.
    for (const each of ([] as string[]).concat(headers['set-cookie'] ?? [])) {
      expect([...shown, each]).toEqual([
        ...shown,
        expect.stringMatching(/; HttpOnly; .*SameSite=/),
      ]);
    }
  };

  test('of a registered route is strict and not cached, with and without a session', async () => {
    const routes = routesOf(product).filter(
      ({ method, path }) => METHODS.has(method) && !path.includes('*path'),
    );
    expect(routes.length).toBeGreaterThan(50);
    for (const { method, path } of routes) {
      for (const withCookie of scheme === 'http' ? [true, false] : [false]) {
        // A logout would end the session of all later calls.
        if (withCookie && path.endsWith('/logout')) continue;
        const answer = await send(method, path.replace(/:\w+/g, '1'), withCookie);
        expectStrict(answer);
        const kept = [answer.call, answer.headers['cache-control']];
        if (!answer.headers['content-type']?.startsWith('text/html') && !path.includes('/docs')) {
          expect(kept).toEqual([answer.call, 'no-store']);
        }
      }
    }
  });

  test('to TRACE is a strict 404', async () => {
    for (const path of ['/kidlab-reg/', '/kidlab-reg/admin/api/whoami', '/health/live']) {
      const answer = await send('trace', path, false);
      expect([path, answer.status]).toEqual([path, 404]);
      expectStrict(answer);
    }
  });

  test.each(ERRORS)('to %s is strict and not cached', async (path) => {
    const answer = await send('get', path, false);

    expectStrict(answer);
    expect(answer.headers['cache-control']).toBe('no-store');
    const to = answer.headers['location'];
    if (to !== undefined) expect(to).toMatch(/^\/kidlab-reg\//);
  });

  test.each([...PAGES, ...PORTAL_PAGES])(
    'for the page %s is strict and revalidated each time',
    async (path) => {
      const answer = await send('get', path, false);

      expectStrict(answer);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      const policy = answer.headers['content-security-policy'] ?? '';
      // A form that is sent before its script runs would show its content in the address.
      expect(policy).toContain("form-action 'none'");
      // Only one style element of the portal has a nonce; scripts come only from files.
      expect(policy).toMatch(/script-src 'self'(?:;|$)/);
      const nonceOf = ({ headers }: Answer): string | undefined =>
        /style-src 'self' 'nonce-([A-Za-z0-9+/=]{24})'/.exec(
          headers['content-security-policy'] ?? '',
        )?.[1];
      if (PORTAL_PAGES.includes(path)) {
        expect(nonceOf(answer)).toMatch(/./);
        expect(nonceOf(answer)).not.toBe(nonceOf(await send('get', path, false)));
      } else {
        expect(policy).not.toContain('nonce');
      }
    },
  );

  test('for a file of either program is strict and cached', async () => {
    const files = [
      ...assets('public-site', '/kidlab-reg'),
      ...assets('admin', '/kidlab-reg/admin'),
    ];
    expect(files.length).toBeGreaterThan(10);
    for (const path of files) {
      const answer = await send('head', path, false);
      expect([path, answer.status]).toEqual([path, 200]);
      expectStrict(answer);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });
});
