import { describe, expect, test, vi } from 'vitest';

import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { useTestApp } from './app.js';
import { aChild } from './factories.js';
import { tokenIn } from './mail-server.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';

describe('confirmations to one address', () => {
  const product = useTestApp();

  const register = async (email: string): Promise<Registrant> => {
    const registrant = await Registrant.begin(product, { email });
    await registrant.saveChild(aChild(email));
    expect((await registrant.agree()).status).toBe(200);
    return registrant;
  };
  const mailsTo = async (mailbox: RegExp): Promise<number> => {
    await product.deliver();
    return product.mailServer.mails.filter(({ to }) =>
      mailbox.test(Array.isArray(to) ? '' : (to?.text ?? '')),
    ).length;
  };

  const cycle = async (email: string): Promise<void> => {
    const registrant = await register(email);
    await product.deliver();
    expect((await registrant.cancel()).status).toBe(204);
  };

  /** "This was not me" with the link of the last mail. */
  const refuseLast = async (): Promise<void> => {
    const mail = product.mailServer.mails.at(-1);
    if (mail === undefined) throw new Error('no mail has come');
    await product
      .browser()
      .post('/kidlab-reg/registration/remove-my-data')
      .query({ guid: tokenIn(mail) })
      .expect(200);
  };

  const staffResend = async (email: string) => {
    const staff = await signIn(product);
    return staff
      .post('/kidlab-reg/admin/api/registration/send-on-demand-registration-email')
      .query({ email });
  };

  test('are limited to three per hour when someone registers and cancels repeatedly', async () => {
    for (let round = 0; round < 6; round += 1) await cycle('victim@example.org');

    expect(await mailsTo(/^victim@/)).toBe(3);
  });

  test('are limited to eight per day when someone registers and cancels every hour', async () => {
    for (let hour = 0; hour < 12; hour += 1) {
      await cycle('daily@example.org');
      product.clock.advance({ hours: 1 });
    }

    expect(await mailsTo(/^daily@/)).toBe(8);
  });

  test('below the limit have no scheduled time: only the database’s clock decides', async () => {
    const { clock } = product;
    const now = clock.now.bind(clock);
    const ticking = vi.spyOn(clock, 'now').mockImplementation(() => {
      clock.advance({ seconds: 0.001 });
      return now();
    });
    await register('prompt@example.org');
    ticking.mockRestore();

    const mails: unknown = await product.dataSource.query(
      `SELECT not_before FROM outbox_messages WHERE to_address = 'prompt@example.org'`,
    );
    expect(mails).toEqual([{ not_before: null }]);
  });

  test('are counted together for all tags of one mailbox', async () => {
    const tags = Array.from({ length: 8 }, (_, tag) => `tagged+${String(tag)}@example.org`);
    await Promise.all(tags.map(register));

    expect(await mailsTo(/^tagged/)).toBe(3);
    product.clock.advance({ hours: 1 });
    expect(await mailsTo(/^tagged/)).toBe(6);
  });

  test('beyond the limit are delayed, not lost', async () => {
    const email = 'patient@example.org';
    for (let round = 0; round < 3; round += 1) await cycle(email);
    const last = await register(email);
    expect(await mailsTo(/^patient@/)).toBe(3);

    product.clock.advance({ hours: 1 });

    expect(await mailsTo(/^patient@/)).toBe(4);
    expect((await last.confirm(last.token())).status).toBe(200);
  });

  test('requested by "Send it again" have the same limit', async () => {
    const registrant = await Registrant.awaiting(product);
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      product.clock.advance({ minutes: 5 });
      statuses.push((await registrant.sendAgain()).status);
      await product.deliver();
    }

    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(registrant.mails()).toHaveLength(3);
  });

  test('beyond eight a day are refused until tomorrow, to the parent and to staff', async () => {
    const registrant = await Registrant.awaiting(product);
    for (let round = 1; round < 8; round += 1) {
      product.clock.advance({ minutes: 30 });
      await registrant.sendAgain();
      await product.deliver();
    }
    expect(registrant.mails()).toHaveLength(8);
    product.clock.advance({ minutes: 30 });
    const own = await registrant.sendAgain();
    const theirs = await staffResend(registrant.email);

    expect([own.status, theirs.status]).toEqual([429, 429]);
    expect(own.headers['retry-after']).toBe(String(20 * 3_600));
    for (const { text } of [own, theirs]) expect(text).toContain('Please wait until tomorrow');
    product.clock.advance({ hours: 20 });
    expect((await staffResend(registrant.email)).status).toBe(200);
    await product.deliver();
  });

  test('pause for a day after "this was not me"', async () => {
    const email = 'nobody@example.org';
    await register(email);
    await product.deliver();
    await refuseLast();

    await register(email);
    expect(await mailsTo(/^nobody@/)).toBe(1);
    product.clock.advance({ hours: 24 });
    expect(await mailsTo(/^nobody@/)).toBe(2);
  });

  test('queued for other tags of the mailbox wait a day after "this was not me"', async () => {
    for (let tag = 0; tag < 5; tag += 1) await register(`teased+${String(tag)}@example.org`);
    expect(await mailsTo(/^teased/)).toBe(3);
    await refuseLast();

    product.clock.advance({ hours: 23 });
    expect(await mailsTo(/^teased/)).toBe(3);
    product.clock.advance({ hours: 2 });
    expect(await mailsTo(/^teased/)).toBe(5);
  });

  test('are counted without the plain address, and old counts are deleted', async () => {
    const remembered = (): Promise<object[]> =>
      product.dataSource.query('SELECT * FROM mailed_addresses');
    for (let round = 0; round < 20; round += 1) {
      const registrant = await register('busy@example.org');
      await registrant.cancel();
    }
    expect(JSON.stringify(await remembered())).not.toContain('example.org');
    product.clock.advance({ days: 3 });

    await product.app.get(RetentionJobs).daily();

    expect(await remembered()).toEqual([]);
  });
});
