import type { AccessReport } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';

import { STAFF_MESSAGES } from '../src/common/messages.js';
import { useTestApp } from './app.js';
import { aChild, anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';

describe('an erased address', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeEach(() => desk.signIn({ isUserAdmin: true }));

  const post = (call: string, body: object) => desk.call('post', `/privacy/${call}`, { ...body });
  const erase = (email: string, families: object[]) =>
    post('erasures', { email, confirmation: email, families });
  const suppressedAt = async (email: string): Promise<string | null> => {
    const { body } = await post('searches', { email });
    return (body as AccessReport).suppressedAt;
  };
  const erased = async (): Promise<string> => {
    const email = anEmail();
    expect((await erase(email, [])).status).toBe(201);
    return email;
  };

  test('is refused to staff until the suppression is lifted', async () => {
    const email = await erased();
    const family = await desk.family();
    const guardian = family.guardians[0]?.id ?? 0;
    const tries = [
      () => desk.call('post', '/users', { email }),
      () => desk.call('put', `/families/${String(family.id)}`, { email }),
      () => desk.call('put', `/guardians/${String(guardian)}`, { email: email.toUpperCase() }),
      () => desk.call('post', '/guardians', aGuardianPayload({ email, familyId: family.id })),
      () => desk.call('post', '/families', { ...family, email, guardians: [], children: [] }),
    ];
    for (const call of tries) {
      const answer = await call();
      expect([answer.status, answer.body]).toEqual([
        409,
        expect.objectContaining({ message: STAFF_MESSAGES.addressErased }),
      ]);
    }

    expect((await post('suppressions/lift', { email })).status).toBe(204);

    expect((await desk.audit(1))[0]).toMatchObject({ action: 'privacy.suppression-lifted' });
    expect((await post('suppressions/lift', { email })).status).toBe(409);
    for (const call of tries.slice(1, 4)) expect((await call()).status).toBeLessThan(300);
  });

  test('stays suppressed when the lift cannot be audited', async () => {
    const email = await erased();
    await product.dataSource.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$BEGIN RAISE 'nothing is written down'; END$$`);
    await product.dataSource.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON audit_events FOR EACH ROW
       WHEN (NEW.action = 'privacy.suppression-lifted') EXECUTE FUNCTION refuse()`,
    );
    const { status } = await post('suppressions/lift', { email });
    await product.dataSource.query('DROP FUNCTION refuse CASCADE');

    expect(status).toBeGreaterThanOrEqual(500);
    expect(await suppressedAt(email)).not.toBeNull();
  });

  test('is refused with a tag too, as the same mailbox', async () => {
    const email = await erased();
    const answer = await desk.call('post', '/users', { email: email.replace('@', '+lab@') });
    expect(answer.status).toBe(409);
  });

  test('gets no mail for rows that an import wrote directly to the database', async () => {
    const email = await erased();
    const registrant = await Registrant.awaiting(product);
    product.clock.advance({ days: 4 });
    await desk.signIn({ isUserAdmin: true });
    await desk.call('post', '/emails/send-follow-up-emails');
    for (const [table, column] of [
      ['families', 'email'],
      ['outbox_messages', 'to_address'],
    ] as const) {
      const change = `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND state <> 'sent'`;
      await product.dataSource.query(change, [email, registrant.email]);
    }

    const before = product.mailServer.mails.length;
    await product.deliver();

    expect(product.mailServer.mails.length).toBe(before);
    const states: unknown[] = await product.dataSource.query(
      `SELECT kind, state FROM outbox_messages WHERE to_address = $1`,
      [email],
    );
    expect(states).toEqual([{ kind: 'second-notice', state: 'withdrawn' }]);
  });

  test('may register again, and confirming lifts the suppression', async () => {
    const email = await erased();
    const registrant = await Registrant.begin(product, { email });
    await registrant.saveChild(aChild(email));
    await registrant.agree();
    await product.deliver();
    expect(registrant.mails()).toHaveLength(1);
    expect(await suppressedAt(email)).not.toBeNull();

    await registrant.confirm(registrant.token());

    expect(await suppressedAt(email)).toBeNull();
  });

  test('has its pending mail withdrawn', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    const before = product.mailServer.mails.length;

    expect(
      (await erase(registrant.email, [{ guid: registrant.guid, scope: 'family' }])).status,
    ).toBe(201);
    await product.deliver();

    expect(product.mailServer.mails.length).toBe(before);
  });
});
