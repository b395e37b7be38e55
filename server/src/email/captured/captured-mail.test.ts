import { mkdtempSync, readFileSync } from 'node:fs';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ExecutionContext } from '@nestjs/common';

import { useTestApp } from '../../../test/app.js';
import { Registrant } from '../../../test/registrant.js';
import { Environment } from '../../config/environment.js';
import type { Variables } from '../../config/readers.js';
import type { OutgoingMail } from '../mail-transport.js';
import { renderLetter } from '../templates/render-letter.js';
import { CapturedMailGuard } from './captured-mail.controller.js';
import { CapturedMailbox } from './captured-mailbox.service.js';

const ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const LINK = 'http://localhost:3000/kidlab-reg/confirm-registration?guid=abc';
const dataDir = mkdtempSync(join(tmpdir(), 'kidlab-mail-'));
const folder = join(dataDir, 'mail');

function aMail(overrides: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: `<${ID}@example.org>`,
    date: new Date('2026-11-20T18:00:00Z'),
    from: 'Kid Lab <kidlab@example.org>',
    to: 'parent@example.org',
    replyTo: 'help@example.org',
    ...renderLetter({
      brand: {
        labName: 'Kid Lab',
        productName: 'Kid Lab',
        supportEmail: 'help@example.org',
        publicBaseUrl: 'http://localhost:3000',
      },
      subject: 'Please confirm your registration with Kid Lab',
      preheader: 'Please confirm.',
      heading: 'Please confirm',
      greeting: 'Hello <b>Zoë</b>,',
      paragraphs: ['One step is left.'],
      action: { label: 'Confirm', link: new URL(LINK) },
    }),
    ...overrides,
  };
}

const capture = (overrides: Partial<OutgoingMail> = {}): Promise<unknown> =>
  new CapturedMailbox(new Environment({ DATA_DIR: dataDir })).send(aMail(overrides));

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

describe('the captured transport', () => {
  it('stores each mail whole, for its owner only, and repeats as separate files', async () => {
    const answers = await Promise.all([capture(), capture(), capture()]);
    expect(answers).toHaveLength(3);
    expect((await readdir(folder)).sort()).toEqual([`${ID}.2.json`, `${ID}.3.json`, `${ID}.json`]);
    for (const name of await readdir(folder)) {
      const file = await stat(join(folder, name));
      expect(file.size).toBeGreaterThan(1_000);
      expect(file.mode & 0o777).toBe(0o600);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('never shows a partly written mail to readers of the folder', async () => {
    const watch = { isOver: false };
    const sent = capture({ text: 'x'.repeat(20_000_000) }).finally(() => {
      watch.isOver = true;
    });
    while (!watch.isOver) {
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names.filter((each) => each.endsWith('.json'))) {
        expect(() => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown).not.toThrow();
      }
    }
    await sent;
  });

  it('fails if the folder is not writable, so that the mail is retried', async () => {
    await writeFile(folder, 'a file where the folder should be');
    await expect(capture()).rejects.toThrow();
    await rm(folder);
  });

  it('finds partial mails left by a killed process, so that they can be erased', async () => {
    await capture({ messageId: '<other@example.org>', to: 'other@example.org' });
    const parts = { '.one.part': aMail(), '.two.part': aMail({ to: 'other@example.org' }) };
    for (const [name, mail] of Object.entries(parts)) {
      await writeFile(join(folder, name), JSON.stringify(mail).slice(0, 500));
    }
    const mailbox = new CapturedMailbox(new Environment({ DATA_DIR: dataDir }));

    expect(await mailbox.about('parent@example.org', [])).toEqual(['.one.part']);
  });

  it('never writes outside its folder, whatever the Message-ID', async () => {
    await capture({ messageId: '<../../x/../y@example.org>' });
    expect(await readdir(folder)).toEqual(['------x----y.json']);
  });
});

describe('the captured-mail page', () => {
  const test = useTestApp({ SMTP_URL: '', DATA_DIR: dataDir });
  const get = (path: string) => test.browser().get(path).set('Host', 'localhost:3000');

  it('shows that there is no mail yet', async () => {
    const { status, text } = await get('/captured-mail');
    expect(status).toBe(200);
    expect(text).toContain('<h1>Captured mail</h1>');
    expect(text).toContain('No mail yet.');
  });

  it('shows the product’s mails if there is no mail server', async () => {
    const registrant = await Registrant.withChild(test);
    await registrant.agree();
    await test.deliver();

    expect((await get('/captured-mail')).text).toContain(registrant.email);
  });

  it('lists the newest mails first, with a link to each', async () => {
    await capture({ subject: 'First <1>' });
    const aMinuteAgo = Date.now() / 1_000 - 60;
    await utimes(join(folder, `${ID}.json`), aMinuteAgo, aMinuteAgo);
    await capture({ subject: 'Second', messageId: '<second@example.org>' });
    const { text, headers } = await get('/captured-mail');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).toContain(`<a href="/captured-mail/second">Second</a>`);
    expect(text).toContain(`<a href="/captured-mail/${ID}">First &lt;1&gt;</a>`);
    expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First'));
    expect(text).toContain('2 mails, newest first:');
  });

  it('shows the calendar parts of a mail', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR';
    await capture({ calendars: [{ method: 'CANCEL', content }] });
    const { text } = await get(`/captured-mail/${ID}`);
    expect(text).toContain('<h2>Calendar part (CANCEL)</h2>');
    expect(text).toContain(`<pre>${content}</pre>`);
  });

  it('shows a mail: its links, text, and its HTML part in a frame', async () => {
    await capture();
    const { text } = await get(`/captured-mail/${ID}`);
    expect(text).toContain('<h1>Please confirm your registration with Kid Lab</h1>');
    expect(text).toContain(
      'target="_blank" rel="noopener noreferrer">http://localhost:3000/kidlab-reg/confirm-registration?guid',
    );
    expect(text).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt;,');
    expect(text).toContain('Reply to help@example.org');
    const [, part = ''] =
      /<iframe srcdoc="([^"]*)" sandbox="allow-popups allow-popups-to-escape-sandbox" title="HTML part of the mail">/.exec(
        text,
      ) ?? [];
    expect(part).toContain('&lt;head&gt;&lt;base target&#x3D;&quot;_blank&quot;&gt;');
    expect(part).toContain('Hello &amp;lt;b&amp;gt;Zoë&amp;lt;/b&amp;gt;,');
    expect(text).not.toContain('<script');
  });

  it('does not show a mail that is still being written', async () => {
    await capture();
    await writeFile(join(folder, '.half.part'), '{"to":"parent');
    expect((await get('/captured-mail')).text).toContain('1 mail, newest first:');
    expect((await get('/captured-mail/.half')).status).toBe(404);
    expect((await get('/captured-mail/half')).status).toBe(404);
  });

  it.each([
    'nobody',
    '..',
    '..%2Fsession-secret',
    '%2e%2e%2fsession-secret',
    '..%5csession-secret',
    `${ID}%00`,
    `${ID}.json`,
    'a'.repeat(100),
  ])('does not serve %s', async (id) => {
    await capture();
    await writeFile(join(dataDir, 'session-secret.json'), '{"text":"secret"}');
    const { status, text } = await get(`/captured-mail/${id}`);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('secret');
  });

  it.each([
    ['a proxy forwards the request', { 'X-Forwarded-For': '203.0.113.9' }],
    ['a proxy forwards the request', { 'X-Forwarded-Proto': 'https' }],
    ['a proxy forwards the request', { Forwarded: 'for=203.0.113.9' }],
    ['a proxy forwards the request', { Via: '1.1 proxy' }],
    ['another name points at this machine', { Host: 'evil.example.org' }],
    ['another name points at this machine', { Host: 'localhost.example.org:3000' }],
  ])('returns 404 when %s: %j', async (_, headers) => {
    await capture();
    for (const path of ['', '.json', `/${ID}`]) {
      const response = await get(`/captured-mail${path}`).set(headers);
      expect(response.status).toBe(404);
      expect(response.text).not.toContain('parent@example.org');
    }
  });

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:3000'])(
    'responds to the host %s',
    async (host) => {
      expect((await test.browser().get('/captured-mail').set('Host', host)).status).toBe(200);
    },
  );
});

describe('the guard of the captured-mail page', () => {
  function isLetIn(variables: Variables, remoteAddress: string): boolean {
    const request = { socket: { remoteAddress }, headers: { host: 'localhost:3000' } };
    const context = { switchToHttp: () => ({ getRequest: () => request }) };
    const guard = new CapturedMailGuard(new Environment(variables));
    try {
      return guard.canActivate(context as unknown as ExecutionContext);
    } catch {
      return false;
    }
  }

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8'])('allows %s', (address) => {
    expect(isLetIn({}, address)).toBe(true);
  });

  it.each(['192.168.1.7', '::ffff:10.0.0.1', 'fe80::1', '1127.0.0.1', ''])(
    'refuses %s',
    (address) => {
      expect(isLetIn({}, address)).toBe(false);
    },
  );

  it.each<[string, Variables]>([
    ['SMTP is set', { SMTP_URL: 'smtp://localhost:2525' }],
    ['a proxy is expected', { TRUST_PROXY: '1' }],
  ])('refuses everyone when %s', (_, variables) => {
    expect(isLetIn(variables, '127.0.0.1')).toBe(false);
  });
});
