import { describe, expect, test, vi } from 'vitest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { MailTransport } from '../src/email/mail-transport.js';
import { useTestApp } from './app.js';
import { Registrant } from './registrant.js';

const NO_LONGER_VALID = 'The account you are attempting to access is no longer valid.';
const MISMATCH = 'The email address or zip code does not match our records.';

describe('confirmation', () => {
  const product = useTestApp();

  test('registers the family, its guardians and its children together', async () => {
    const registrant = await Registrant.awaiting(product);
    product.clock.advance({ hours: 10 });

    const answer = await registrant.confirm(registrant.token());

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Your registration is confirmed.' });
    const registered = { registeredIndicator: 'Y', registeredDate: product.clock.now() };
    expect(await registrant.family()).toMatchObject({
      ...registered,
      state: 'registered',
      registrationSessionId: null,
      guardians: [registered],
      children: [registered],
    });
  });

  test('adds no audit event for the family while the zip code stays the same', async () => {
    const registrant = await Registrant.awaiting(product);
    await registrant.confirm(registrant.token());
    const { dataSource } = product;
    const event = { action: 'family.updated', familyGuid: registrant.guid } as const;
    expect(await dataSource.manager.countBy(AuditEvent, event)).toBe(0);
  });

  test('is requested by a mail that says the parent is not registered yet, with replies to support', async () => {
    const registrant = await Registrant.awaiting(product);

    const [mail] = registrant.mails();

    expect(mail?.replyTo?.text).toBe('kidlab-support@localhost');
    expect(mail?.text).not.toMatch(/was registered/i);
    expect(mail?.html).not.toMatch(/was registered/i);
    expect(mail?.text).toContain('You are not registered yet.');
  });

  test('returns 200 to parallel and later repeats, and keeps the first date', async () => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();

    const answers = await Promise.all(Array.from({ length: 20 }, () => registrant.confirm(token)));
    const at = product.clock.now();
    // Also after the window of the link.
    product.clock.advance({ hours: 100 });
    const later = await registrant.confirm(token);

    expect(new Set([...answers, later].map(({ status }) => status))).toEqual(new Set([200]));
    expect(await registrant.family()).toMatchObject({ registeredDate: at });
  });

  test('returns 200 to a repeat when a newer link was sent during the first call', async () => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();
    product.clock.advance({ minutes: 5 });
    await registrant.sendAgain();
    vi.spyOn(product.app.get(MailTransport), 'send').mockImplementationOnce(async () => {
      expect((await registrant.confirm(token)).status).toBe(200);
      return { answer: '250 OK' };
    });

    await product.deliver();

    expect((await registrant.confirm(token)).status).toBe(200);
  });

  test('accepts the e-mail address in any case and with spaces', async () => {
    const registrant = await Registrant.awaiting(product);

    const answer = await registrant.confirm(registrant.token(), {
      email: ` ${registrant.email.toUpperCase()} `,
    });

    expect(answer.status).toBe(200);
  });

  test.each([
    ['email', '', 'Email should contain valid characters and format.'],
    ['email', 'nobody', 'Email should contain valid characters and format.'],
    ['email', `${'a'.repeat(90)}@example.org`, 'Email should contain valid characters and format.'],
    ['zipCode', '', 'Zip Code should contain 5 digits only.'],
    ['zipCode', '1234', 'Zip Code should contain 5 digits only.'],
    ['zipCode', { $ne: '' }, 'zipCode must be text.'],
  ])('refuses %s %j without counting it as a try', async (field, value, message) => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();

    for (let round = 0; round < 6; round += 1) {
      const answer = await registrant.confirm(token, { [field]: value });
      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
    }
    expect(await registrant.status(token)).toEqual({ valid: true });
  });

  test.each([
    ['another address', { email: 'stranger@example.org' }],
    ['another zip code', { zipCode: '94110' }],
  ])('refuses %s, and disables the link after five tries', async (_, wrong) => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();

    for (let round = 0; round < 5; round += 1) {
      expect(await registrant.status(token)).toEqual({ valid: true });
      const answer = await registrant.confirm(token, wrong);
      expect(answer.body).toMatchObject({
        statusCode: 400,
        message: MISMATCH,
        triesLeft: 4 - round,
      });
    }

    const right = await registrant.confirm(token);
    expect(right.body).toEqual({ statusCode: 404, message: NO_LONGER_VALID });
    expect(await registrant.status(token)).toEqual({ valid: false, reason: 'unknown' });
    expect(await registrant.family()).toMatchObject({ state: 'awaiting' });
  });

  test('counts all wrong answers that arrive in parallel', async () => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => registrant.confirm(token, { zipCode: '94110' })),
    );

    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7);
  });

  test.each([
    ['the guid of step 1', (registrant: Registrant) => registrant.guid],
    ['no guid', () => ''],
    ['nonsense', () => 'x'.repeat(500)],
    ['a wildcard', () => '%'],
  ])('refuses %s in place of the mailed guid', async (_, guid) => {
    const registrant = await Registrant.awaiting(product);

    const answer = await registrant.confirm(guid(registrant));

    expect(answer.body).toEqual({ statusCode: 404, message: NO_LONGER_VALID });
    expect(await registrant.status(guid(registrant))).toEqual({ valid: false, reason: 'unknown' });
    expect(await registrant.family()).toMatchObject({ state: 'awaiting' });
  });

  test('returns 410 from 72 hours after the mail was sent', async () => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();
    product.clock.advance({ hours: 72, seconds: -1 });
    expect(await registrant.status(token)).toEqual({ valid: true });
    product.clock.advance({ seconds: 1 });

    expect(await registrant.status(token)).toEqual({ valid: false, reason: 'expired' });
    const answer = await registrant.confirm(token);
    expect(answer.body).toEqual({ statusCode: 410, message: NO_LONGER_VALID });
    expect(await registrant.family()).toMatchObject({ state: 'awaiting' });
  });

  test('starts its window when the mail is sent, however long the mail server was down', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    product.clock.advance({ hours: 20 });
    await product.deliver();
    product.clock.advance({ hours: 71 });

    expect((await registrant.confirm(registrant.token())).status).toBe(200);
  });

  test('is reported as done both by the link and by an older one that it replaced', async () => {
    const registrant = await Registrant.awaiting(product);
    const older = registrant.token();
    product.clock.advance({ minutes: 5 });
    await registrant.sendAgain();
    await product.deliver();
    await registrant.confirm(registrant.token());

    expect(await registrant.status(registrant.token())).toEqual({
      valid: false,
      reason: 'confirmed',
    });
    expect(await registrant.status(older)).toEqual({ valid: false, reason: 'confirmed' });
  });

  test('limits guesses at the address and zip code with an old link', async () => {
    const registrant = await Registrant.registered(product);
    const token = registrant.token();

    for (let round = 0; round < 5; round += 1) {
      expect((await registrant.confirm(token, { zipCode: '94110' })).status).toBe(400);
    }

    expect((await registrant.confirm(token)).status).toBe(404);
  });

  test('is not triggered by opening a link: mail scanners follow links', async () => {
    const registrant = await Registrant.awaiting(product);
    const before = await registrant.family();

    for (let round = 0; round < 20; round += 1) await registrant.status(registrant.token());

    expect(await registrant.family()).toEqual(before);
    expect((await registrant.confirm(registrant.token())).status).toBe(200);
  });

  describe('POST registration/remove-my-data', () => {
    const remove = (guid: string): Promise<{ status: number; body: unknown }> =>
      Promise.resolve(
        product.browser().post('/kidlab-reg/registration/remove-my-data').query({ guid }),
      );

    test.each<[string, (registrant: Registrant) => Promise<void> | void]>([
      ['an expired link', () => product.clock.advance({ hours: 100 })],
      [
        'a link that a newer one has replaced',
        async (registrant) => {
          product.clock.advance({ minutes: 5 });
          await registrant.sendAgain();
          await product.deliver();
        },
      ],
      [
        'a link that wrong answers have ended',
        async (registrant) => {
          for (let tries = 0; tries < 5; tries += 1) {
            await registrant.confirm(registrant.token(), { zipCode: '00000' });
          }
        },
      ],
    ])('erases the unconfirmed family, even with %s', async (_, endLink) => {
      const registrant = await Registrant.awaiting(product);
      const token = registrant.token();
      await endLink(registrant);
      expect(await registrant.status(token)).toMatchObject({ valid: false });

      const answer = await remove(token);

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: 'Your data has been removed.' });
      expect(await registrant.family()).toBeNull();
      expect((await remove(token)).status).toBe(404);
    });

    test('returns 409 for a confirmed family, with the address to write to', async () => {
      const registrant = await Registrant.registered(product);

      const answer = await remove(registrant.token());

      expect(answer.status).toBe(409);
      expect((answer.body as { message: string }).message).toContain('kidlab-support@localhost');
      expect(await registrant.family()).toMatchObject({ state: 'registered' });
    });

    test('returns 404 for a guid that was never mailed', async () => {
      const registrant = await Registrant.awaiting(product);

      expect((await remove(registrant.guid)).status).toBe(404);
      expect((await remove('')).status).toBe(404);
    });
  });
});
