import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';

import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { StaffDesk } from './staff-records.js';

const UNKNOWN = { valid: false, reason: 'unknown' };

describe('mail to an address that staff corrected', () => {
  let product: TestApp;
  let desk: StaffDesk;

  beforeAll(async () => {
    product = await startTestApp();
  });
  afterAll(() => product.stop());

  const remove = (guid: string): Promise<Response> =>
    Promise.resolve(
      product.browser().post('/kidlab-reg/registration/remove-my-data').query({ guid }),
    );

  /** Staff save another address. @returns the registrant who reads the mail there. */
  async function correct(registrant: Registrant, email = anEmail()): Promise<Registrant> {
    desk = new StaffDesk(product, await signIn(product));
    const { guid } = registrant;
    const answer = await desk.call('put', `/families/updateByGuid/${guid}`, { email });
    expect(answer.status).toBe(200);
    await product.deliver();
    return Object.assign(Object.create(registrant) as Registrant, { email });
  }

  async function expectUnusable(token: string, family: Registrant): Promise<void> {
    const { state } = await desk.read(family);
    expect((await remove(token)).status).toBe(404);
    expect(await family.status(token)).toEqual(UNKNOWN);
    expect((await family.confirm(token)).status).toBe(404);
    expect((await desk.read(family)).state).toBe(state);
  }

  test('does not act on the family any more: nothing is erased, nothing confirmed', async () => {
    const typo = await Registrant.awaiting(product);
    const right = await correct(typo);

    await expectUnusable(typo.token(), right);

    expect((await right.confirm(right.token())).status).toBe(200);
    await expectUnusable(typo.token(), right);
  });

  test('nor when the address becomes what it was', async () => {
    const first = await Registrant.awaiting(product);
    const token = first.token();
    const second = await correct(first);
    const third = await correct(second, first.email);

    await expectUnusable(token, third);
    await expectUnusable(second.token(), third);
    expect(first.token()).not.toBe(token);
    expect((await remove(third.token())).status).toBe(200);
    expect(await third.family()).toBeNull();
  });

  test('nor after the family has confirmed', async () => {
    const typo = await Registrant.registered(product);
    const right = await correct(typo);

    await expectUnusable(typo.token(), right);
    expect(right.mails()).toEqual([]);
  });

  test('that was queued is withdrawn; what has left stays in the ledger', async () => {
    const typo = await Registrant.withChild(product);
    await typo.agree();
    const family = await typo.family();

    const right = await correct(typo);

    expect(typo.mails()).toEqual([]);
    const again = await correct(right);
    expect(again.mails()).toHaveLength(1);
    const ledger = await product.dataSource
      .getRepository(OutboxMessage)
      .find({ where: { familyId: family?.id ?? 0 }, order: { createdAt: 'ASC', sentAt: 'ASC' } });
    expect(ledger.map(({ toAddress, state }) => [toAddress, state]).sort()).toEqual(
      [
        [typo.email, 'withdrawn'],
        [right.email, 'sent'],
        [again.email, 'sent'],
      ].sort(),
    );
  });

  test('an older mail to the same address still removes the data', async () => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();
    product.clock.advance({ minutes: 5 });
    await registrant.sendAgain();
    await product.deliver();
    expect(registrant.token()).not.toBe(token);

    expect((await remove(token)).status).toBe(200);
    expect(await registrant.family()).toBeNull();
  });
});
