import { describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Guardian } from '../src/guardians/guardian.entity.js';
import { useTestApp } from './app.js';
import { aChild } from './factories.js';
import { Registrant } from './registrant.js';

const ANSWER = {
  message:
    'If your registration is still waiting to be confirmed, we will email you a new link. It usually comes within minutes, but can take an hour.',
};

const product = useTestApp();

/** Sent from a browser other than the one that registered. */
function newLink(guid: string): Promise<Response> {
  return Promise.resolve(
    product.browser().post('/kidlab-reg/registration/new-link').query({ guid }),
  );
}

/** Invalidates a link with five wrong answers. @returns its token. */
async function useUp(registrant: Registrant): Promise<string> {
  const token = registrant.token();
  for (let round = 0; round < 5; round += 1) {
    await registrant.confirm(token, { email: 'stranger@example.org' });
  }
  return token;
}

describe('POST registration/new-link', () => {
  test('returns 202 and mails a working link when the old one had too many wrong answers', async () => {
    const registrant = await Registrant.awaiting(product);
    const dead = await useUp(registrant);

    const answer = await newLink(dead);
    await product.deliver();

    expect(answer.status).toBe(202);
    expect(answer.body).toEqual(ANSWER);
    expect(registrant.mails()).toHaveLength(2);
    expect((await registrant.confirm(registrant.token())).status).toBe(200);
  });

  test('does the same for an expired link', async () => {
    const registrant = await Registrant.awaiting(product);
    const expired = registrant.token();
    product.clock.advance({ hours: 73 });

    expect((await newLink(expired)).status).toBe(202);
    await product.deliver();

    expect((await registrant.confirm(registrant.token())).status).toBe(200);
  });

  test('mails a link that promises no more hours than retention leaves', async () => {
    const registrant = await Registrant.awaiting(product);
    product.clock.advance({ days: 28, hours: 1, minutes: 1 });

    await newLink(registrant.token());
    await product.deliver();

    expect(registrant.mails().map(({ text }) => /within \d+ hours/.exec(text ?? '')?.[0])).toEqual([
      'within 72 hours',
      'within 46 hours',
    ]);
  });

  test('returns the same response for every guid, and mails nobody who has nothing to confirm', async () => {
    const registered = await Registrant.registered(product);
    const draft = await Registrant.withChild(product);
    const cancelled = await Registrant.awaiting(product);
    const ofCancelled = cancelled.token();
    await cancelled.cancel();
    product.clock.advance({ minutes: 6 });
    const before = await product.dataSource.manager.count(OutboxMessage);

    for (const guid of [registered.token(), draft.guid, ofCancelled, '', 'nonsense']) {
      const answer = await newLink(guid);
      expect([answer.status, answer.body]).toEqual([202, ANSWER]);
    }

    expect(await product.dataSource.manager.count(OutboxMessage)).toBe(before);
  });

  test('mails once, however often it is called', async () => {
    const registrant = await Registrant.awaiting(product);
    const dead = await useUp(registrant);

    const answers = await Promise.all(Array.from({ length: 10 }, () => newLink(dead)));
    await product.deliver();
    await newLink(dead);
    await product.deliver();

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(registrant.mails()).toHaveLength(2);
  });

  test('is delayed while other mails to the mailbox use up its limit', async () => {
    const agreed = async (email: string): Promise<Registrant> => {
      const registrant = await Registrant.begin(product, { email });
      await registrant.saveChild(aChild(email));
      await registrant.agree();
      await product.deliver();
      return registrant;
    };
    const registrant = await agreed('fern@example.org');
    const expired = registrant.token();
    product.clock.advance({ hours: 73 });
    for (const tag of ['a', 'b', 'c']) await agreed(`fern+${tag}@example.org`);

    await newLink(expired);
    await product.deliver();
    expect(registrant.mails()).toHaveLength(1);
    product.clock.advance({ hours: 1 });
    await product.deliver();
    expect((await registrant.confirm(registrant.token())).status).toBe(200);
  });

  test('counts towards the limit of three confirmations an hour for an address', async () => {
    const registrant = await Registrant.awaiting(product);
    for (let round = 0; round < 5; round += 1) {
      await newLink(await useUp(registrant));
      product.clock.advance({ minutes: 6 });
      await product.deliver();
    }

    expect(registrant.mails()).toHaveLength(3);
  });
});

describe('a zip code that was mistyped at registration', () => {
  test('can be corrected with the link that was mailed after too many wrong answers', async () => {
    const registrant = await Registrant.awaiting(product);
    const guardians = product.dataSource.getRepository(Guardian);
    const primary = await guardians.findOneByOrFail({ email: registrant.email });
    const { id: _id, ...fields } = primary;
    await guardians.insert({ ...fields, isPrimaryIndicator: 'N', zipCode: '94704' });
    await newLink(await useUp(registrant));
    await product.deliver();
    expect(await registrant.status(registrant.token())).toEqual({
      valid: true,
      zipCodeMayChange: true,
    });

    const { zipCode, city, guid: familyGuid } = (await registrant.family()) ?? {};
    const answer = await registrant.confirm(registrant.token(), { zipCode: '94110' });

    expect(answer.status).toBe(200);
    const place = { zipCode: '94110', city: 'San Francisco' };
    expect(await registrant.family()).toMatchObject({
      ...place,
      state: 'registered',
    });
    const events = product.dataSource.getRepository(AuditEvent);
    expect(
      await events.findBy({ familyGuid: familyGuid ?? '', action: 'family.updated' }),
    ).toMatchObject([{ before: { zipCode, city }, after: place }]);
    // Another guardian may live elsewhere.
    expect(
      await guardians.find({ where: { email: registrant.email }, order: { id: 'ASC' } }),
    ).toMatchObject([place, { zipCode: '94704' }]);
    // After registering, only the new zip code is correct.
    expect((await registrant.confirm(registrant.token(), { zipCode: '94110' })).status).toBe(200);
    expect((await registrant.confirm(registrant.token(), { zipCode: '94601' })).status).toBe(400);
  });

  test('still needs the right address, within the same number of tries', async () => {
    const registrant = await Registrant.awaiting(product);
    await newLink(await useUp(registrant));
    await product.deliver();

    const answer = await registrant.confirm(registrant.token(), {
      email: 'stranger@example.org',
      zipCode: '94110',
    });

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ triesLeft: 4 });
    expect(await registrant.family()).toMatchObject({ state: 'awaiting' });
  });

  test('cannot be corrected with a link that was mailed because another one had expired', async () => {
    const registrant = await Registrant.awaiting(product);
    await registrant.confirm(registrant.token(), { zipCode: '94110' });
    product.clock.advance({ hours: 73 });
    await newLink(registrant.token());
    await product.deliver();

    expect(await registrant.status(registrant.token())).toEqual({ valid: true });
    expect((await registrant.confirm(registrant.token(), { zipCode: '94110' })).status).toBe(400);
  });
});
