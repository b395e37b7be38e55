import { randomUUID } from 'node:crypto';

import { IDEMPOTENCY_HEADER, type StaffUser } from '@kidlab/contract';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { User } from '../src/users/user.entity.js';
import { useTestApp } from './app.js';
import { untilWaitingForLock } from './locks.js';
import { aStaffUser, signIn, USER_ADMIN_EMAIL } from './staff.js';

const USERS = '/kidlab-reg/admin/api/users';
const SECOND_ADMIN = 'second-admin@example.org';

describe('user administration', () => {
  const product = useTestApp({
    USER_ADMIN_EMAILS: `${USER_ADMIN_EMAIL}, ${SECOND_ADMIN.toUpperCase()}`,
  });
  let admin: Awaited<ReturnType<typeof signIn>>;

  beforeAll(async () => {
    admin = await signIn(product, { isUserAdmin: true });
  });

  const events = (subjectId: number): Promise<AuditEvent[]> =>
    product.dataSource.manager.find(AuditEvent, {
      where: { subjectType: 'user', subjectId: String(subjectId) },
      order: { id: 'ASC' },
    });

  test('lists all users by address', async () => {
    const { email } = await aStaffUser(product);
    const answer = await admin.get(USERS).expect(200);

    const users = answer.body as StaffUser[];
    expect(users.map((user) => user.email)).toEqual(
      users.map((user) => user.email).sort((one, other) => (one < other ? -1 : 1)),
    );
    expect(users.find((user) => user.email === email)).toEqual({
      id: expect.any(Number) as unknown,
      email,
      enabled: true,
      hasPassword: true,
      hasSecondFactor: false,
      isUserAdmin: false,
    });
    expect(answer.headers['content-range']).toBe(
      `users 0-${String(users.length - 1)}/${String(users.length)}`,
    );
    expect(answer.text).not.toContain('argon2');
  });

  test('supports filter, sort and range in the list', async () => {
    const one = await aStaffUser(product, { email: 'dialect-1@example.org' });
    const two = await aStaffUser(product, { email: 'dialect_2@example.org' });
    const list = async (query: object): Promise<string[]> => {
      const answer = await admin.get(USERS).query(query).expect(200);
      return (answer.body as StaffUser[]).map((user) => user.email);
    };

    const sort = '["id","ASC"]';
    expect(await list({ filter: JSON.stringify({ id: [two.id, one.id] }), sort })).toEqual([
      one.email,
      two.email,
    ]);
    expect(await list({ filter: '{"q":"DIALECT"}', sort: '["id","DESC"]' })).toEqual([
      two.email,
      one.email,
    ]);
    expect(await list({ filter: '{"q":"dialect_"}' })).toEqual([two.email]);
    expect(await list({ filter: '{"q":"%"}' })).toEqual([]);
    const page = await admin.get(USERS).query({ filter: '{"q":"dialect"}', range: '[1,1]', sort });
    expect((page.body as StaffUser[]).map((user) => user.email)).toEqual([two.email]);
    expect(page.headers['content-range']).toBe('users 1-1/2');
  });

  test('adds a user with a lower-case address and mails the link needed to sign in', async () => {
    const answer = await admin
      .post(USERS)
      .send({ email: '  New.Colleague@Example.org ', enabled: true });

    expect(answer.status).toBe(201);
    const user = answer.body as StaffUser;
    expect(user).toMatchObject({
      email: 'new.colleague@example.org',
      enabled: true,
      hasPassword: false,
      isUserAdmin: false,
    });
    expect((await admin.get(`${USERS}/${String(user.id)}`).expect(200)).body).toEqual(user);
    await product.deliver();
    const mail = product.mailServer.mails.at(-1);
    expect(mail?.subject).toBe('You can sign in to the Kid Lab staff portal');
    expect(mail?.text).toMatch(
      /http:\/\/localhost:3000\/kidlab-reg\/admin\/set-password\?token=[\w-]{43}\n/,
    );
    expect(mail?.text).toContain('within 24 hours');
    const login = await product
      .browser()
      .post('/kidlab-reg/admin/api/login')
      .send({ username: user.email, password: '' });
    expect(login.status).toBe(400);
    expect(await events(user.id)).toMatchObject([
      {
        actor: USER_ADMIN_EMAIL,
        action: 'user.added',
        before: null,
        after: { email: user.email, enabled: true },
      },
    ]);
  });

  test('adds an address once, even with simultaneous requests', async () => {
    const answers = await Promise.all(
      ['twice@example.org', 'TWICE@example.org', ' twice@example.org'].map((email) =>
        admin.post(USERS).send({ email, enabled: true }),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      statusCode: 409,
      message: 'A user with this email address already exists.',
    });
  });

  test.each([
    ['an empty body', {}, 'email'],
    ['a malformed address', { email: 'nobody' }, 'email'],
    ['a host without a dot', { email: 'nobody@localhost' }, 'email'],
    ['100 characters', { email: `${'a'.repeat(88)}@example.org` }, 'email'],
    ['a list', { email: ['a@example.org'] }, 'email'],
    ['enabled as another word', { email: 'word@example.org', enabled: 'perhaps' }, 'enabled'],
    ['enabled as a number', { email: 'word@example.org', enabled: 1 }, 'enabled'],
    ['enabled as empty text', { email: 'word@example.org', enabled: '' }, 'enabled'],
  ])('returns 400 and names the field for %s', async (_, body, field) => {
    const answer = await admin.post(USERS).send(body);

    expect(answer.status).toBe(400);
    const { message, errors } = answer.body as { message: string; errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toEqual([field]);
    if (field === 'email' && !Array.isArray((body as { email?: unknown }).email)) {
      expect(message).toBe('Please enter a valid email address (e.g. user@example.org)');
    }
  });

  test('disables a user, which ends all sessions immediately, and enables the user again', async () => {
    const { id, email } = await aStaffUser(product);
    const path = `${USERS}/${String(id)}`;
    const browser = await signIn(product, { email });

    const disabled = await admin.put(path).send({ id, email: 'other@example.org', enabled: false });

    expect(disabled.status).toBe(200);
    expect(disabled.body).toMatchObject({ id, email, enabled: false });
    expect((await browser.get('/kidlab-reg/admin/api/whoami')).status).toBe(401);
    await expect(signIn(product, { email })).rejects.toThrow(/401/);
    expect((await admin.put(path).send({ enabled: true })).body).toMatchObject({ enabled: true });
    // The old session stays invalid.
    expect((await browser.get('/kidlab-reg/admin/api/whoami')).status).toBe(401);
    await signIn(product, { email });
    // A request that changes nothing is not audited.
    expect((await admin.put(path).send({})).status).toBe(200);
    expect((await admin.put(path).send({ enabled: true })).status).toBe(200);
    const actions = (await events(id)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('user.'))).toEqual([
      'user.disabled',
      'user.enabled',
    ]);
    expect((await product.dataSource.manager.findOneByOrFail(User, { id })).modifiedBy).toBe(
      USER_ADMIN_EMAIL,
    );
  });

  test('mails the link to a user who was added as disabled once enabled', async () => {
    await product.deliver();
    const before = product.mailServer.mails.length;
    const added = await admin.post(USERS).send({ email: 'later@example.org', enabled: false });
    await product.deliver();
    expect(product.mailServer.mails).toHaveLength(before);

    await admin.put(`${USERS}/${String((added.body as StaffUser).id)}`).send({ enabled: true });
    await product.deliver();

    expect(product.mailServer.mails).toHaveLength(before + 1);
  });

  test('deletes a user with sessions, links and mail', async () => {
    const { id, email } = await aStaffUser(product);
    const browser = await signIn(product, { email });
    await product.browser().post('/kidlab-reg/admin/api/forgot-password').send({ email });

    const answer = await admin.delete(`${USERS}/${String(id)}`);

    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect((await browser.get('/kidlab-reg/admin/api/whoami')).status).toBe(401);
    expect((await admin.get(`${USERS}/${String(id)}`)).status).toBe(404);
    expect((await admin.delete(`${USERS}/${String(id)}`)).status).toBe(404);
    expect((await events(id)).at(-1)).toMatchObject({
      actor: USER_ADMIN_EMAIL,
      action: 'user.deleted',
      before: { email, enabled: true },
    });
  });

  test('refuses to disable or delete oneself', async () => {
    const { id } = await aStaffUser(product, { email: USER_ADMIN_EMAIL });
    const path = `${USERS}/${String(id)}`;
    for (const call of [admin.put(path).send({ enabled: false }), admin.delete(path)]) {
      const answer = await call;
      expect(answer.body).toEqual({
        statusCode: 409,
        message: 'You cannot disable or delete yourself.',
      });
    }
  });

  test.each(['put', 'delete'] as const)(
    'a colleague can still save a user while a %s ends the colleague’s account',
    async (method) => {
      const colleague = await aStaffUser(product, { email: SECOND_ADMIN });
      const other = await signIn(product, { email: SECOND_ADMIN, isUserAdmin: true });
      const newUser = { email: `saved-during-${method}@example.org` };
      let ending: Promise<Response> | undefined;
      let saving: Promise<Response> | undefined;

      await product.dataSource.transaction(async (manager) => {
        // Locks the row like a form that is being saved. The change waits for it and holds the lock on all users.
        await manager.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE', [colleague.id]);
        const path = `${USERS}/${String(colleague.id)}`;
        ending = Promise.resolve(admin[method](path).send({ enabled: false }));
        await untilWaitingForLock(product);
        const call = other.post(USERS).set(IDEMPOTENCY_HEADER, randomUUID());
        saving = Promise.resolve(call.send(newUser));
        await Promise.race([saving, untilWaitingForLock(product, 2)]);
      });

      expect((await saving)?.status).toBe(201);
      expect((await ending)?.ok).toBe(true);
      await product.dataSource.manager.update(User, { email: SECOND_ADMIN }, { enabled: true });
    },
  );

  test('a save by a user who is deleted at the same moment returns 401', async () => {
    const { id, email } = await aStaffUser(product);
    const browser = await signIn(product, { email });
    let saving: Promise<Response> | undefined;

    await product.dataSource.transaction(async (manager) => {
      await manager.delete(User, { id });
      const call = browser.post('/kidlab-reg/admin/api/studies');
      const study = { name: 'Blocks', publicName: 'Building' };
      saving = Promise.resolve(call.set(IDEMPOTENCY_HEADER, randomUUID()).send(study));
      await untilWaitingForLock(product);
    });

    expect((await saving)?.status).toBe(401);
  });

  test('when two user administrators delete each other at once, one remains', async () => {
    const first = await aStaffUser(product, { email: USER_ADMIN_EMAIL });
    const second = await aStaffUser(product, { email: SECOND_ADMIN });
    const other = await signIn(product, { email: SECOND_ADMIN, isUserAdmin: true });

    const answers = await Promise.all([
      admin.delete(`${USERS}/${String(second.id)}`),
      other.delete(`${USERS}/${String(first.id)}`),
    ]);

    const statuses = answers.map(({ status }) => status).sort();
    // The slower one is refused: as the last user administrator, or because that session has ended.
    expect(statuses[0]).toBe(204);
    expect([401, 409]).toContain(statuses[1]);
    expect(
      await product.dataSource.manager.countBy(User, [
        { email: USER_ADMIN_EMAIL, enabled: true },
        { email: SECOND_ADMIN, enabled: true },
      ]),
    ).toBe(1);
  });
});

describe('the last enabled user administrator', () => {
  const product = useTestApp({ USER_ADMIN_EMAILS: `${USER_ADMIN_EMAIL},${SECOND_ADMIN}` });

  test.each(['delete', 'put'] as const)('cannot be removed by %s', async (method) => {
    const admin = await signIn(product, { isUserAdmin: true });
    const second = await aStaffUser(product, { email: SECOND_ADMIN });
    // The session's owner is disabled directly in the database, so that only the other one is left.
    const blocker = product.dataSource.createQueryRunner();
    await blocker.connect();
    await blocker.startTransaction();
    await blocker.query(`SELECT pg_advisory_xact_lock(hashtextextended('users:all', 0))`);
    const call = Promise.resolve(
      admin[method](`${USERS}/${String(second.id)}`).send({ enabled: false }),
    );
    await untilWaitingForLock(product);
    await blocker.query('UPDATE users SET enabled = false WHERE email = $1', [USER_ADMIN_EMAIL]);
    await blocker.commitTransaction();
    await blocker.release();

    const answer = await call;

    expect(answer.body).toEqual({
      statusCode: 409,
      message: 'The last user administrator cannot be disabled or deleted.',
    });
    await product.dataSource.manager.update(User, { email: USER_ADMIN_EMAIL }, { enabled: true });
  });
});
