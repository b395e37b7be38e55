import { beforeAll, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { OperatorUsers } from '../src/users/operator-users.service.js';
import { Passwords } from '../src/users/passwords.service.js';
import { PasswordLink } from '../src/users/password-link.entity.js';
import { User } from '../src/users/user.entity.js';
import { useTestApp } from './app.js';
import { untilWaitingForLock } from './locks.js';
import { aStaffUser, signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const API = '/kidlab-reg/admin/api';
const NEW_PASSWORD = 'nine green bottles on a wall';
const GONE = {
  statusCode: 410,
  message:
    'This link is no longer valid. If you set your password with it, please log in. If not, please use “Forgot password?” on the login page to get a new one.',
};

describe('a set-password link', () => {
  const product = useTestApp();
  beforeAll(() => aStaffUser(product, { email: USER_ADMIN_EMAIL }));

  const forgot = async (email: unknown): Promise<Response> => {
    const answer = await product.browser().post(`${API}/forgot-password`).send({ email });
    await product.app.get(Passwords, { strict: false }).beforeApplicationShutdown();
    return answer;
  };
  const tokens = (email: string): string[] =>
    product.mailServer.mails
      .filter(({ to }) => !Array.isArray(to) && to?.text === email)
      .map(({ text }) => /set-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '');
  /** A link that was just mailed. */
  const aToken = async (email: string): Promise<string> => {
    await forgot(email);
    await product.deliver();
    return tokens(email.toLowerCase()).at(-1) ?? '';
  };
  const set = async (token: unknown, password: unknown): Promise<Response> =>
    product.browser().post(`${API}/set-password`).send({ token, password });
  const isOpen = async (token: string): Promise<boolean> => {
    const answer = await product.browser().get(`${API}/set-password`).query({ token }).expect(200);
    expect(Object.keys(answer.body as object)).toEqual(['valid']);
    return (answer.body as { valid: boolean }).valid;
  };
  const login = async (username: string, password: string): Promise<number> =>
    (await product.browser().post(`${API}/login`).send({ username, password })).status;

  test('sets the password once, ends sessions and invalidates the old password', async () => {
    const { id, email } = await aStaffUser(product);
    const browser = await signIn(product, { email });
    const token = await aToken(email.toUpperCase());
    expect(product.mailServer.mails.at(-1)?.subject).toBe(
      'Set a new password for the Kid Lab staff portal',
    );
    expect(await isOpen(token)).toBe(true);
    expect(await isOpen(token)).toBe(true);

    const answer = await set(token, NEW_PASSWORD);

    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await isOpen(token)).toBe(false);
    const again = await set(token, 'quite another long password');
    expect(again.body).toEqual(GONE);
    expect((await browser.get(`${API}/whoami`)).status).toBe(401);
    expect(await login(email, STAFF_PASSWORD)).toBe(401);
    expect(await login(email, NEW_PASSWORD)).toBe(200);
    const user = await product.dataSource.manager.findOneByOrFail(User, { id });
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
    const event = await product.dataSource.manager.findOneByOrFail(AuditEvent, {
      action: 'user.password-set',
      subjectId: String(id),
    });
    expect(event).toMatchObject({ actor: email, before: null, after: null });
  });

  test('lets an invited user set a password and sign in', async () => {
    const admin = await signIn(product, { isUserAdmin: true });
    const email = 'invited@example.org';
    await admin.post(`${API}/users`).send({ email, enabled: true }).expect(201);
    await product.deliver();

    expect((await set(tokens(email).at(-1), NEW_PASSWORD)).status).toBe(204);

    expect(await login(email, NEW_PASSWORD)).toBe(200);
  });

  test('sets one password when used twice at once', async () => {
    const { email } = await aStaffUser(product);
    const token = await aToken(email);
    const passwords = [NEW_PASSWORD, 'quite another long password'];

    const answers = await Promise.all(passwords.map((password) => set(token, password)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect(await login(email, passwords[winner] ?? '')).toBe(200);
    expect(await login(email, passwords[1 - winner] ?? '')).toBe(401);
  });

  test('is mailed once if two are requested before the first mail is sent', async () => {
    const { email } = await aStaffUser(product);
    await forgot(email);
    await forgot(email);
    await product.deliver();

    expect(tokens(email)).toHaveLength(1);
  });

  test('replaces an older one', async () => {
    const { email } = await aStaffUser(product);
    const older = await aToken(email);
    const newer = await aToken(email);

    expect(newer).not.toBe(older);
    expect(await isOpen(older)).toBe(false);
    expect((await set(older, NEW_PASSWORD)).status).toBe(410);
    expect((await set(newer, NEW_PASSWORD)).status).toBe(204);
  });

  test.each([
    [{ hours: 23, minutes: 59, seconds: 59 }, true],
    [{ hours: 24 }, false],
  ])('%j after the mail is valid: %s', async (time, expected) => {
    const { email } = await aStaffUser(product);
    await forgot(email);
    // The 24 hours start when the mail is sent.
    product.clock.advance({ hours: 5 });
    await product.deliver();
    const token = tokens(email).at(-1) ?? '';
    product.clock.advance(time);

    expect(await isOpen(token)).toBe(expected);
    expect((await set(token, NEW_PASSWORD)).status).toBe(expected ? 204 : 410);
  });

  test.each([
    ['a forged token', 'x'.repeat(43)],
    ['an empty token', ''],
    ['no token', null],
    ['a long token', 'x'.repeat(5_000)],
  ])('with %s is not valid', async (_, token) => {
    const answer = await set(token, NEW_PASSWORD);

    expect(answer.body).toEqual(GONE);
    expect(await isOpen(token ?? '')).toBe(false);
  });

  test('with a token that is not a string returns 400', async () => {
    expect((await set({ a: 1 }, NEW_PASSWORD)).status).toBe(400);
    expect((await product.browser().get(`${API}/set-password?token=a&token=b`)).status).toBe(400);
  });

  test.each(['disabled', 'deleted'])('of a %s user is not valid', async (fate) => {
    const { id, email } = await aStaffUser(product);
    const token = await aToken(email);
    const admin = await signIn(product, { isUserAdmin: true });
    const path = `${API}/users/${String(id)}`;
    await (fate === 'deleted' ? admin.delete(path) : admin.put(path).send({ enabled: false }));

    expect(await isOpen(token)).toBe(false);
    expect((await set(token, NEW_PASSWORD)).status).toBe(410);
    if (fate === 'disabled') {
      await admin.put(path).send({ enabled: true });
      expect(await isOpen(token)).toBe(false);
    }
  });

  describe('a password', () => {
    let email: string;
    let token: string;

    beforeAll(async () => {
      ({ email } = await aStaffUser(product, { email: 'maya.rivera@example.org' }));
      token = await aToken(email);
    });

    test.each([
      ['of 14 characters', 'x7$kQz!9pLm2#v', /at least 15 characters/],
      [
        'of 14 characters that take 28 UTF-16 units',
        '🦊🐢🦉🐝🦀🐳🦔🐌🦚🐙🦩🐇🦥🦭',
        /at least 15 characters/,
      ],
      ['of 129 characters', 'x7$kQz!9pLm2#vR'.repeat(9).slice(0, 129), /at most 128 characters/],
      ['that is empty', '', /at least 15 characters/],
      ['that is missing', undefined, /at least 15 characters/],
      ['that is common', 'password123456789', /too common/],
      ['made of the address', 'Maya.Rivera@example.org', /too common/],
      ['made of the product', 'KidLab KidLab 2026', /too common/],
    ])('%s is refused, and the link stays valid', async (_, password, message) => {
      const answer = await set(token, password);

      expect(answer.body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'password', message: expect.stringMatching(message) as unknown }],
      });
      expect(await isOpen(token)).toBe(true);
    });

    test('that is not a string returns 400', async () => {
      expect((await set(token, ['x'])).status).toBe(400);
    });

    test.each([
      ['of 15 characters', 'x7$kQz!9pLm2#vR'],
      ['of 128 characters', 'x7$kQz!9pLm2#vR'.repeat(9).slice(0, 128)],
      ['in any script, with spaces at its ends', '  пароль из нескольких слов  '],
      ['of emoji', '🦊🐢🦉🐝🦀🐳🦔🐌🦚🐙🦩🐇🦥🦭🐿'],
    ])('%s is accepted unchanged', async (_, password) => {
      const user = await aStaffUser(product);
      expect((await set(await aToken(user.email), password)).status).toBe(204);

      expect(await login(user.email, password)).toBe(200);
      expect(await login(user.email, `${password} `)).toBe(401);
    });
  });

  describe('"Forgot password?"', () => {
    test('returns the same response for every address, and mails only enabled users', async () => {
      const known = await aStaffUser(product);
      const disabled = await aStaffUser(product, { enabled: false });
      const fresh = await aStaffUser(product, { passwordHash: null });
      const before = product.mailServer.mails.length;
      for (const email of [known.email, disabled.email, fresh.email, 'nobody@example.org']) {
        const answer = await forgot(email);
        expect([answer.status, answer.text]).toEqual([204, '']);
      }
      await product.deliver();

      expect(product.mailServer.mails).toHaveLength(before + 2);
      expect(tokens(known.email)).toHaveLength(1);
      expect(tokens(fresh.email)).toHaveLength(1);
    });

    test('mails nobody who is disabled at the same moment', async () => {
      const { id, email } = await aStaffUser(product);

      await product.dataSource.transaction(async (manager) => {
        await manager.update(User, { id }, { enabled: false });
        await product.browser().post(`${API}/forgot-password`).send({ email }).expect(204);
        await untilWaitingForLock(product);
      });
      await product.app.get(Passwords, { strict: false }).beforeApplicationShutdown();

      expect(await product.dataSource.manager.countBy(PasswordLink, { userId: id })).toBe(0);
    });

    test('mails a link to our own site, whatever the Host header', async () => {
      const { email } = await aStaffUser(product);
      const evil = 'evil.example.net';
      await product
        .browser()
        .post(`${API}/forgot-password`)
        .set({ Host: evil, 'X-Forwarded-Host': evil, Forwarded: `host=${evil}` })
        .send({ email })
        .expect(204);
      await product.app.get(Passwords, { strict: false }).beforeApplicationShutdown();
      await product.deliver();

      const { text = '' } = product.mailServer.mails.at(-1) ?? {};
      expect(text.match(/https?:\/\/[^/\s]+/g)).toEqual(['http://localhost:3000']);
    });

    test('responds before it looks up the address', async () => {
      const { email } = await aStaffUser(product);
      const blocker = product.dataSource.createQueryRunner();
      await blocker.connect();
      await blocker.startTransaction();
      // Any query on users waits for this lock.
      await blocker.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');

      const answer = await product.browser().post(`${API}/forgot-password`).send({ email });

      expect(answer.status).toBe(204);
      await blocker.commitTransaction();
      await blocker.release();
      await product.app.get(Passwords, { strict: false }).beforeApplicationShutdown();
      await product.deliver();
      expect(tokens(email)).toHaveLength(1);
    });

    test.each([[{}], [{ email: '' }], [{ email: 'nobody' }], [{ email: ['a@example.org'] }]])(
      'returns 400 for %j',
      async (body) => {
        const answer = await product.browser().post(`${API}/forgot-password`).send(body);

        expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'email' }] });
      },
    );

    test('mails an address at most three times an hour', async () => {
      const { email } = await aStaffUser(product);
      for (let index = 0; index < 5; index += 1) {
        expect((await forgot(email)).status).toBe(204);
        await product.deliver();
      }
      expect(tokens(email)).toHaveLength(3);
      expect(await isOpen(tokens(email).at(-1) ?? '')).toBe(true);

      product.clock.advance({ hours: 1, seconds: 1 });
      await forgot(email);
      await product.deliver();
      expect(tokens(email)).toHaveLength(4);
    });
  });

  test('is stored without its token, in the database and in the outbox', async () => {
    const { email } = await aStaffUser(product);
    const token = await aToken(email);
    const rows: unknown[] = await product.dataSource.query(
      `SELECT to_jsonb(l)::text AS row FROM password_links l
       UNION ALL SELECT to_jsonb(o)::text FROM outbox_messages o`,
    );
    const links = await product.dataSource.manager.find(PasswordLink);

    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(links).not.toEqual([]);
    for (const { tokenHash } of links) expect(tokenHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is made by the operator’s command, and replaced by a second call', async () => {
    const users = product.app.get(OperatorUsers, { strict: false });
    const tokenOf = async (): Promise<string> => {
      const { link } = await users.invite('operator@example.org');
      expect(link?.origin).toBe('http://localhost:3000');
      return link?.searchParams.get('token') ?? '';
    };
    const first = await tokenOf();
    const second = await tokenOf();

    expect(await isOpen(first)).toBe(false);
    expect((await set(second, NEW_PASSWORD)).status).toBe(204);
    expect(await login('operator@example.org', NEW_PASSWORD)).toBe(200);
    const disabled = await aStaffUser(product, { enabled: false });
    expect((await users.invite(disabled.email)).link).toBeNull();
  });
});
