import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Response } from 'express';

import { allowStylesOfScripts } from './content-security-policy.js';
import { PageStore } from './page-store.js';

describe('sent pages', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kidlab-pages-'));
    mkdirSync(join(folder, 'login'));
    writeFileSync(join(folder, 'index.html'), '{{LAB_NAME}}|{{STYLE_NONCE}}|{{SITE_CONFIG}}');
    writeFileSync(join(folder, 'login', 'index.html'), 'login|{{STYLE_NONCE}}');
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('have brand names, the nonce and the configuration filled in and escaped', () => {
    const pages = new PageStore(folder, { LAB_NAME: 'Toys & "Co"' });
    expect(pages.page('/anything', { config: { a: '</script>' }, styleNonce: 'abc=' })).toBe(
      'Toys &amp; &quot;Co&quot;|abc=|{"a":"\\u003c/script>"}',
    );
    expect(pages.page('/login/', { styleNonce: 'abc=' })).toBe('login|abc=');
  });

  test('have the hashes of their inline styles in the policy', () => {
    mkdirSync(join(folder, 'styled'));
    writeFileSync(
      join(folder, 'styled', 'index.html'),
      '<style>@media (width<9em){p{margin:0}}</style>',
    );
    // printf '@media (width<9em){p{margin:0}}' | openssl dgst -sha256 -binary | base64
    expect(new PageStore(folder, {}).styleSources).toEqual([
      "'sha256-B7BOABfVyOT5yfBBNRWDh3ACcS6crWBhX55QQS7dSW0='",
    ]);
  });

  test('have lower-case paths, and paths with capitals map to them', () => {
    const pages = new PageStore(folder, {});
    expect(
      ['/Login', '/LOGIN/', '/login', '/login/', '/Nowhere', '/'].map((path) =>
        pages.lowerCasePath(path),
      ),
    ).toEqual(['/login', '/login', null, null, null, null]);
  });

  test('do not exist for a program that was not built', () => {
    expect(new PageStore(join(folder, 'nowhere'), {}).page('/', {})).toBeNull();
  });
});

describe('the style nonce', () => {
  function answer(policy?: string): { headers: Map<string, string>; response: Response } {
    const headers = new Map(policy === undefined ? [] : [['Content-Security-Policy', policy]]);
    const response = {
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string) => headers.set(name, value),
    } as unknown as Response;
    return { headers, response };
  }

  test('is in the policy of its response and different each time', () => {
    const policy = "default-src 'none';style-src 'self';img-src 'self'";
    const { headers, response } = answer(policy);
    const nonce = allowStylesOfScripts(response);
    expect(headers.get('Content-Security-Policy')).toBe(
      `default-src 'none';style-src 'self' 'nonce-${nonce}';img-src 'self'`,
    );
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(allowStylesOfScripts(answer(policy).response)).not.toBe(nonce);
  });

  test('cannot be added to a policy without styles', () => {
    expect(() => allowStylesOfScripts(answer().response)).toThrow('the policy names no styles');
  });
});
