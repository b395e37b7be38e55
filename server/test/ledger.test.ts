import type { MailRow } from '@kidlab/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Family } from '../src/families/family.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { untilWaitingForLock } from './locks.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';

const CALL = '/kidlab-reg/admin/api/mails';

let product: TestApp;
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.dataSource.getRepository(Family).deleteAll();
  staff = await signIn(product, { email: 'ann@example.org' });
});

function read(filter: object = {}, paging: object = {}): Promise<Response> {
  return Promise.resolve(staff.get(CALL).query({ filter: JSON.stringify(filter), ...paging }));
}

async function rows(filter: object = {}, paging: object = {}): Promise<MailRow[]> {
  const answer = await read(filter, paging);
  expect(answer.status).toBe(200);
  return answer.body as MailRow[];
}

function retry(id: string): Promise<Response> {
  return Promise.resolve(staff.post(`${CALL}/${id}/retry`));
}

/** Marks the registrant's mail as permanently refused, and moves the clock by more than a day. */
async function refuse(registrant: Registrant): Promise<MailRow> {
  const family = await registrant.family();
  await product.dataSource
    .getRepository(OutboxMessage)
    .update(
      { familyId: family?.id ?? 0 },
      { state: 'failed', serverAnswer: '550 no such mailbox', sentAt: null },
    );
  product.clock.advance({ hours: 25 });
  staff = await signIn(product, { email: 'ann@example.org' });
  const [mail] = await rows({ familyId: family?.id });
  if (mail === undefined) throw new Error('there should be a mail');
  return mail;
}

describe('the mail ledger', () => {
  test('shows what was sent, when, and how the mail server responded', async () => {
    const registrant = await Registrant.awaiting(product);
    const family = await registrant.family();
    const now = product.clock.now().toISOString();

    expect(await rows()).toEqual([
      {
        id: expect.any(String) as unknown,
        kind: 'confirmation',
        state: 'sent',
        toAddress: registrant.email,
        familyId: family?.id,
        familyGuid: registrant.guid,
        createdAt: now,
        nextAttemptAt: null,
        sentAt: now,
        attempts: 1,
        serverAnswer: expect.stringMatching(/^250/) as unknown,
      },
    ]);
  });

  test('can be filtered by family, state and kind, and is paged with the newest first', async () => {
    const first = await Registrant.awaiting(product);
    product.clock.advance({ minutes: 1 });
    const second = await Registrant.withChild(product);
    await second.agree();
    const family = await first.family();
    const recipients = async (filter: object, paging: object = {}): Promise<string[]> =>
      (await rows(filter, paging)).map(({ toAddress }) => toAddress);

    expect(await recipients({})).toEqual([second.email, first.email]);
    expect(await recipients({ familyId: family?.id })).toEqual([first.email]);
    expect(await recipients({ state: 'pending' })).toEqual([second.email]);
    expect(await recipients({ kind: 'second-notice' })).toEqual([]);
    expect(await recipients({ state: 'sent', kind: 'confirmation' })).toEqual([first.email]);
    expect(await recipients({}, { sort: '["createdAt","ASC"]', range: '[0,0]' })).toEqual([
      first.email,
    ]);
    expect((await read({}, { range: '[0,0]' })).headers['content-range']).toBe('mails 0-0/2');
    expect((await rows({ state: 'pending' }))[0]?.nextAttemptAt).not.toBeNull();
  });

  test.each([
    [{ state: 'lost' }, {}, 'filter.state'],
    [{ familyId: 'x' }, {}, 'filter.familyId'],
    [{}, { sort: '["toAddress","ASC"]' }, 'sort'],
    [{}, { range: 'all' }, 'range'],
  ])('refuses %j %j', async (filter, paging, field) => {
    const answer = await read(filter, paging);

    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
  });

  test('shows mail to colleagues only to user administrators, who can retry it', async () => {
    const admin = await signIn(product, { isUserAdmin: true });
    await admin.post('/kidlab-reg/admin/api/users').send({ email: 'bea@example.org' }).expect(201);
    await Registrant.awaiting(product);
    const recipients = async (who: typeof staff, filter: object = {}): Promise<string[]> => {
      const answer = await who
        .get(CALL)
        .query({ filter: JSON.stringify(filter) })
        .expect(200);
      const range = String(answer.headers['content-range']);
      expect(range).toMatch(new RegExp(`/${String((answer.body as MailRow[]).length)}$`));
      return (answer.body as MailRow[]).map(({ toAddress }) => toAddress);
    };
    expect(await recipients(admin)).toHaveLength(2);
    expect(await recipients(admin, { kind: 'set-password' })).toEqual(['bea@example.org']);
    expect(await recipients(staff)).not.toContain('bea@example.org');
    expect(await recipients(staff, { kind: 'set-password' })).toEqual([]);

    const mails = product.dataSource.getRepository(OutboxMessage);
    const { id } = await mails.findOneByOrFail({ toAddress: 'bea@example.org' });
    await mails.update({ id }, { state: 'failed' });
    const refused = await retry(id);
    expect(refused.body).toMatchObject({ statusCode: 404, message: 'There is no such email.' });
    expect(await mails.findOneBy({ id })).toMatchObject({ state: 'failed' });
    await admin.post(`${CALL}/${id}/retry`).expect(200);
  });
});

describe('a retry', () => {
  test('requeues a failed mail', async () => {
    const registrant = await Registrant.awaiting(product);
    const failed = await refuse(registrant);
    expect(failed).toMatchObject({ state: 'failed', serverAnswer: '550 no such mailbox' });

    expect((await retry(failed.id)).status).toBe(200);
    expect((await rows())[0]).toMatchObject({ state: 'pending' });
    await product.deliver();

    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 });
    expect(registrant.mails()).toHaveLength(2);
    const event = await product.dataSource
      .getRepository(AuditEvent)
      .findOneBy({ action: 'mail.retried', subjectId: failed.id });
    expect(event).toMatchObject({
      actor: 'ann@example.org',
      before: { state: 'failed', attempts: 1 },
      after: { state: 'pending' },
    });
  });

  test('starts a new day of attempts, which a temporary failure does not end', async () => {
    const failed = await refuse(await Registrant.awaiting(product));
    await retry(failed.id);
    await product.mailServer.close();

    await product.deliver();

    expect((await rows())[0]).toMatchObject({ state: 'pending', attempts: 2 });
    await product.stop();
    product = await startTestApp();
  });

  test('is refused for a sent mail and for a parallel retry', async () => {
    const registrant = await Registrant.awaiting(product);
    const [sent] = await rows();
    expect((await retry(sent?.id ?? '')).status).toBe(409);
    const failed = await refuse(registrant);

    const answers = await Promise.all([retry(failed.id), retry(failed.id), retry(failed.id)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('of a mail that is just failing is refused: its feature must hear of each', async () => {
    const { id } = await refuse(await Registrant.awaiting(product));
    await product.dataSource.manager.update(OutboxMessage, { id }, { state: 'pending' });
    let answer: Promise<Response> | undefined;

    await product.dataSource.transaction(async (manager) => {
      await manager.update(OutboxMessage, { id }, { state: 'failed' });
      answer = retry(id);
      await untilWaitingForLock(product);
    });

    expect((await answer)?.status).toBe(409);
    expect((await retry(id)).status).toBe(200);
  });

  test('is withdrawn if the family has confirmed since', async () => {
    const registrant = await Registrant.awaiting(product);
    const failed = await refuse(registrant);
    await product.dataSource.query(
      `UPDATE families SET state = 'registered', registered_indicator = 'Y', registered_date = now() WHERE guid = $1`,
      [registrant.guid],
    );
    expect((await retry(failed.id)).body).toEqual({
      message: 'The email is queued again. If it is out of date, it will be withdrawn.',
    });

    await product.deliver();

    expect((await rows())[0]?.state).toBe('withdrawn');
    expect(registrant.mails()).toHaveLength(1);
  });
});
