import { isDeepStrictEqual } from 'node:util';

import { beforeAll, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { CONFIRMATIONS } from '../src/confirmation/confirmation.js';
import { STAFF_PAUSE_SECONDS } from '../src/confirmation/resend.service.js';
import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const MAILED = { message: 'The verification email is on its way.', mailed: true };
const NOT_AGAIN = {
  message:
    'A verification email was sent a moment ago, or is about to be sent. No new one was sent.',
  mailed: false,
};
const API = '/kidlab-reg/admin/api';

const product = useTestApp();
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  staff = await signIn(product, { email: 'ann@example.org' });
});

describe('the resend', () => {
  const resend = (email?: string): Promise<Response> =>
    Promise.resolve(
      staff
        .post(`${API}/registration/send-on-demand-registration-email`)
        .query(email === undefined ? {} : { email }),
    );

  const mailsTo = async (email: string): Promise<string[]> => {
    const mails = await product.dataSource
      .getRepository(OutboxMessage)
      .find({ where: { toAddress: email }, order: { createdAt: 'ASC' } });
    return mails.map(({ state }) => state);
  };

  test('mails a new link and invalidates the old one', async () => {
    const registrant = await Registrant.awaiting(product);
    const firstToken = registrant.token();

    const answer = await resend(registrant.email.toUpperCase());
    await product.deliver();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(MAILED);
    expect(registrant.mails()).toHaveLength(2);
    expect(await registrant.status(firstToken)).toEqual({ valid: false, reason: 'unknown' });
    expect(await registrant.status(registrant.token())).toEqual({ valid: true });
    const event = await product.dataSource
      .getRepository(AuditEvent)
      .findOneBy({ subjectId: registrant.guid, action: 'confirmation.resent' });
    expect(event?.actor).toBe('ann@example.org');
  });

  test('keeps the old link valid until the new mail is sent, even if it is refused', async () => {
    const registrant = await Registrant.awaiting(product);
    const firstToken = registrant.token();
    product.clock.advance({ minutes: 1 });
    await resend(registrant.email);
    expect(await registrant.status(firstToken)).toEqual({ valid: true });

    product.mailServer.refuseWith = () => 'no such mailbox';
    await product.deliver();
    product.mailServer.refuseWith = null;

    expect(await registrant.status(firstToken)).toEqual({ valid: true });
    product.clock.advance({ minutes: 1 });
    await resend(registrant.email);
    await product.deliver();
    expect(await registrant.status(firstToken)).toEqual({ valid: false, reason: 'unknown' });
    expect((await registrant.confirm(registrant.token())).status).toBe(200);
  });

  test('mails only the newest link when several are queued', async () => {
    const registrant = await Registrant.awaiting(product);
    const firstToken = registrant.token();
    product.clock.advance({ minutes: 1 });
    expect((await resend(registrant.email)).body).toEqual(MAILED);
    product.clock.advance({ minutes: 5 });
    expect((await registrant.sendAgain()).status).toBe(200);

    await product.deliver();

    expect((await mailsTo(registrant.email)).sort()).toEqual(['sent', 'sent', 'withdrawn']);
    expect(await registrant.status(firstToken)).toEqual({ valid: false, reason: 'unknown' });
    expect(await registrant.status(registrant.token())).toEqual({ valid: true });
  });

  test.each<[string, number, RegExp, () => Promise<string | undefined>]>([
    ['without an address', 400, /email/i, () => Promise.resolve(undefined)],
    ['for a malformed address', 400, /email/i, () => Promise.resolve('somebody')],
    ['for an unknown address', 404, /^No family has/, () => Promise.resolve(anEmail())],
    [
      'for a draft',
      404,
      /^No family has/,
      async () => (await storeFamily(product, { state: 'draft' })).email,
    ],
    ['for a confirmed family', 409, /confirmed/, async () => (await storeFamily(product)).email],
    [
      'for a disabled family',
      409,
      /disabled/,
      async () => (await storeFamily(product, { state: 'awaiting', disabled: 'Y' })).email,
    ],
  ])('%s is refused with one sentence of plain text', async (_, status, sentence, address) => {
    const answer = await resend(await address());

    expect(answer.status).toBe(status);
    expect(answer.type).toBe('text/plain');
    expect(answer.text).toMatch(sentence);
    expect(answer.text).not.toMatch(/\n|statusCode/);
  });

  test('returns 429 when the address has reached its hourly limit', async () => {
    const { email } = await storeFamily(product, { state: 'awaiting' });
    for (let count = 0; count < CONFIRMATIONS.perHour; count += 1) {
      expect((await resend(email)).body).toEqual(MAILED);
      await product.deliver();
      product.clock.advance({ seconds: STAFF_PAUSE_SECONDS });
    }

    // Part of a second counts as a whole one.
    product.clock.advance({ seconds: 0.5 });
    const answer = await resend(email);

    expect(answer.status).toBe(429);
    expect(answer.type).toBe('text/plain');
    const seconds = 3_600 - CONFIRMATIONS.perHour * STAFF_PAUSE_SECONDS;
    expect(answer.headers['retry-after']).toBe(String(seconds));
  });

  test('requested twenty times at once mails once, and that link works', async () => {
    const registrant = await Registrant.awaiting(product);
    product.clock.advance({ minutes: 1 });

    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(registrant.email)));
    await product.deliver();

    const bodies: unknown[] = answers.map(({ body }) => body as unknown);
    expect(bodies.filter((body) => isDeepStrictEqual(body, MAILED))).toHaveLength(1);
    expect(bodies.filter((body) => isDeepStrictEqual(body, NOT_AGAIN))).toHaveLength(19);
    expect(registrant.mails()).toHaveLength(2);
    expect(await registrant.status(registrant.token())).toEqual({ valid: true });
    const events = await product.dataSource
      .getRepository(AuditEvent)
      .countBy({ subjectId: registrant.guid, action: 'confirmation.resent' });
    expect(events).toBe(1);
  });

  test('repeated within 30 seconds mails nothing, whether the last mail was sent or not', async () => {
    const registrant = await Registrant.awaiting(product);
    expect((await resend(registrant.email)).body).toEqual(MAILED);
    product.clock.advance({ seconds: 29 });
    expect((await resend(registrant.email)).body).toEqual(NOT_AGAIN);
    await product.deliver();
    expect((await resend(registrant.email)).body).toEqual(NOT_AGAIN);
    expect(await mailsTo(registrant.email)).toEqual(['sent', 'sent']);

    product.clock.advance({ seconds: 1 });
    expect((await resend(registrant.email)).body).toEqual(MAILED);
    expect((await resend(registrant.email)).body).toEqual(NOT_AGAIN);

    expect(await mailsTo(registrant.email)).toEqual(['sent', 'sent', 'pending']);
  });

  test('repeated while the last mail is queued mails nothing and does not count', async () => {
    const { email } = await storeFamily(product, { state: 'awaiting' });
    expect((await resend(email)).body).toEqual(MAILED);
    for (let count = 0; count < CONFIRMATIONS.perHour; count += 1) {
      product.clock.advance({ minutes: 1 });
      expect((await resend(email)).body).toEqual(NOT_AGAIN);
    }
    expect(await mailsTo(email)).toEqual(['pending']);

    await product.deliver();
    expect((await resend(email)).body).toEqual(MAILED);
  });

  test('does not wait for a mail that is being retried', async () => {
    const { email } = await storeFamily(product, { state: 'awaiting' });
    await resend(email);
    await product.dataSource
      .getRepository(OutboxMessage)
      .update({ toAddress: email }, { attempts: 1 });
    product.clock.advance({ minutes: 1 });

    expect((await resend(email)).body).toEqual(MAILED);
  });

  test('does not wait for a mail that was refused', async () => {
    const registrant = await Registrant.awaiting(product);
    await resend(registrant.email);
    await product.dataSource
      .getRepository(OutboxMessage)
      .update({ toAddress: registrant.email, state: 'pending' }, { state: 'failed' });

    expect((await resend(registrant.email)).status).toBe(200);

    expect(await mailsTo(registrant.email)).toEqual(expect.arrayContaining(['pending']));
  });
});
