import type { FollowUpResponse } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { CONFIRMATIONS } from '../src/confirmation/confirmation.js';
import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { ConfirmationLink } from '../src/confirmation/confirmation-link.entity.js';
import { ConfirmationLinksService } from '../src/confirmation/confirmation-links.service.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import { Family } from '../src/families/family.entity.js';
import { FollowUpService } from '../src/confirmation/follow-up.service.js';
import { useTestApp } from './app.js';
import { untilWaitingForLock } from './locks.js';
import { startAnotherServer } from './more-servers.js';
import { aChild } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { storeFamily, type StoredFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';
const CALL = `${API}/emails/send-follow-up-emails`;
const HOUR = 3_600_000;

const product = useTestApp();
beforeEach(async () => {
  await product.dataSource.getRepository(Family).deleteAll();
  product.mailServer.mails.length = 0;
});

const ago = (hours: number): Date => new Date(product.clock.now().getTime() - hours * HOUR);

/** A family whose second notice is due, unless the test says otherwise. */
function storeDue(overrides: Partial<StoredFamily> = {}): Promise<Family> {
  return storeFamily(product, {
    state: 'awaiting',
    agreed: ago(73),
    firstMail: ago(72),
    children: [{}],
    ...overrides,
  });
}

function notices(): Promise<OutboxMessage[]> {
  return product.dataSource.getRepository(OutboxMessage).findBy({ kind: 'second-notice' });
}

async function open(staff: ReturnType<typeof agent>): Promise<FollowUpResponse> {
  const answer = await staff.get(CALL).expect(200);
  return answer.body as FollowUpResponse;
}

describe('the second notice', () => {
  test('is sent with a new link, and the older link stops working', async () => {
    const registrant = await Registrant.awaiting(product);
    const firstToken = registrant.token();
    product.clock.advance({ hours: 72 });
    const staff = await signIn(product);

    expect(await open(staff)).toEqual({
      message: 'Follow-up emails are on their way.',
      queued: 1,
    });
    await product.deliver();

    const mail = registrant.mails().at(-1);
    expect(registrant.mails()).toHaveLength(2);
    expect(mail?.subject).toMatch(/^Reminder: please confirm/);
    expect((await registrant.family())?.secondEmailSentDate).toEqual(product.clock.now());
    expect(await registrant.status(firstToken)).toEqual({ valid: false, reason: 'unknown' });
    expect((await registrant.confirm(registrant.token())).status).toBe(200);
    expect((await registrant.family())?.state).toBe('registered');
  });

  test('is recorded in the audit trail with the user who requested it', async () => {
    const { guid } = await storeDue();
    const staff = await signIn(product, { email: 'ann@example.org' });

    await staff.post(CALL).expect(200);

    const event = await product.dataSource
      .getRepository(AuditEvent)
      .findOneBy({ subjectId: guid, action: 'second-notice.queued' });
    expect(event?.actor).toBe('ann@example.org');
  });

  test('is not sent by HEAD, which asks only for the headers', async () => {
    await storeDue();
    const staff = await signIn(product);

    await staff.head(CALL).expect(200);

    expect(await notices()).toEqual([]);
  });

  test('is sent once per family, however often the page is opened', async () => {
    await storeDue();
    const staff = await signIn(product);

    expect((await open(staff)).queued).toBe(1);
    expect(await open(staff)).toEqual({ message: 'No follow-up emails are due.', queued: 0 });
    await product.deliver();
    expect((await open(staff)).queued).toBe(0);
    product.clock.advance({ days: 8 });
    const later = await signIn(product);
    expect((await open(later)).queued).toBe(0);
    await product.deliver();

    expect(product.mailServer.mails).toHaveLength(1);
  });

  test('is not sent again after the mail server refused it', async () => {
    await storeDue();
    const followUp = product.app.get(FollowUpService);
    expect(await followUp.queueDue('x')).toBe(1);
    await product.dataSource.query(`UPDATE outbox_messages SET state = 'failed'`);
    product.clock.advance({ days: 8 });

    expect(await followUp.queueDue('x')).toBe(0);
  });

  test.each<[string, () => Partial<StoredFamily>]>([
    ['whose first mail is too recent', () => ({ firstMail: new Date(ago(72).getTime() + 1) })],
    ['whose first mail has not been sent', () => ({ firstMail: null })],
    ['that already had one', () => ({ secondMail: ago(1) })],
    ['that is disabled', () => ({ disabled: 'Y' })],
    ['that has confirmed', () => ({ state: 'registered' })],
    ['that is a draft', () => ({ state: 'draft' })],
  ])('is not sent to a family %s', async (_, overrides) => {
    await storeDue(overrides());

    expect(await product.app.get(FollowUpService).queueDue('x')).toBe(0);
    expect(await notices()).toEqual([]);
  });

  test('is not sent to a family that staff have mailed within the last day, even if that mail is still queued', async () => {
    const registrant = await Registrant.awaiting(product);
    product.clock.advance({ hours: 72 });
    const staff = await signIn(product);
    const resend = `${API}/registration/send-on-demand-registration-email`;
    await staff.post(resend).query({ email: registrant.email }).expect(200);

    expect((await open(staff)).queued).toBe(0);
    await product.deliver();
    product.clock.advance({ minutes: 1 });
    expect((await open(staff)).queued).toBe(0);
    expect(await registrant.status(registrant.token())).toEqual({ valid: true });

    product.clock.advance({ hours: 24 });
    expect(await product.app.get(FollowUpService).queueDue('x')).toBe(1);
  });

  test('keeps the older link valid while the limit of its mailbox delays it', async () => {
    const registrant = await Registrant.awaiting(product);
    product.clock.advance({ hours: 72, minutes: -10 });
    // Other addresses of the same mailbox use up its limit for this hour.
    for (let count = 0; count < CONFIRMATIONS.perHour; count += 1) {
      const [name = '', domain = ''] = registrant.email.split('@');
      const other = await Registrant.begin(product, {
        email: `${name}+${String(count)}@${domain}`,
      });
      await other.saveChild(aChild(other.email));
      expect((await other.agree()).status).toBe(200);
    }
    await product.deliver();
    product.clock.advance({ minutes: 10 });
    const firstToken = registrant.token();
    const expiresAt = new Date(product.clock.now().getTime() + 2 * HOUR);
    await product.dataSource.getRepository(ConfirmationLink).updateAll({ expiresAt });

    expect(await product.app.get(FollowUpService).queueDue('x')).toBe(1);
    await product.deliver();

    expect(registrant.mails()).toHaveLength(1);
    expect(await registrant.status(firstToken)).toEqual({ valid: true });
    product.clock.advance({ hours: 1 });
    await product.deliver();
    expect(registrant.mails()).toHaveLength(2);
    expect(await registrant.status(firstToken)).toEqual({ valid: false, reason: 'unknown' });
    expect(await registrant.status(registrant.token())).toEqual({ valid: true });
  });

  test('is withdrawn when the family is disabled before it is sent', async () => {
    const family = await storeDue();
    await product.app.get(FollowUpService).queueDue('x');
    await product.dataSource
      .getRepository(Family)
      .update({ id: family.id }, { disabledIndicator: 'Y' });

    await product.deliver();

    expect(product.mailServer.mails).toEqual([]);
    expect((await notices()).map(({ state }) => state)).toEqual(['withdrawn']);
  });

  test('is not queued for a family that the next retention run erases', async () => {
    await storeDue({ agreed: ago(30 * 24) });
    const { id } = await storeDue({ agreed: ago(30 * 24 - 1) });

    expect((await open(await signIn(product))).queued).toBe(1);
    expect(await notices()).toMatchObject([{ familyId: id }]);
  });

  test('is not queued for an erased address whose owner has registered again', async () => {
    const { email } = await storeDue();
    const { manager } = product.dataSource;
    const suppressions = product.app.get(Suppressions, { strict: false });
    await suppressions.add(manager, suppressions.hashOf(email), product.clock.now());
    expect(await product.app.get(FollowUpService).queueDue('x')).toBe(0);
    expect(await notices()).toEqual([]);
  });

  test('is due again, once, if a newer link withdrew it before it was sent', async () => {
    const family = await storeDue();
    const staff = await signIn(product);
    await open(staff);
    const links = product.app.get(ConfirmationLinksService);
    await product.dataSource.transaction((manager) => links.issue(manager, family));
    await product.deliver();
    expect((await notices()).map(({ state }) => state)).toEqual(['withdrawn']);
    product.clock.advance({ days: 1 });
    const later = await signIn(product);

    const answers = await Promise.all([open(later), open(later), open(later)]);
    await product.deliver();

    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(1);
    expect((await notices()).map(({ state }) => state).sort()).toEqual(['sent', 'withdrawn']);
    expect((await open(later)).queued).toBe(0);
    expect(product.mailServer.mails).toHaveLength(2);
  });

  test('is still queued for the other families when one fails', async () => {
    const families = [await storeDue(), await storeDue(), await storeDue()];
    await product.dataSource.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
    );
    await product.dataSource.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON outbox_messages FOR EACH ROW
       WHEN (NEW.family_id = ${String(families[1]?.id)}) EXECUTE FUNCTION refuse()`,
    );

    try {
      expect(await product.app.get(FollowUpService).queueDue('x')).toBe(2);
    } finally {
      await product.dataSource.query('DROP TRIGGER refuse ON outbox_messages');
      await product.dataSource.query('DROP FUNCTION refuse');
    }
    // The failed one was rolled back completely: it is due again.
    expect(await product.app.get(FollowUpService).queueDue('x')).toBe(1);
  });

  test('stays due for all while the database is down, after only one attempt', async () => {
    for (let index = 0; index < 3; index += 1) await storeDue();
    await product.dataSource.query('CREATE SEQUENCE tries');
    await product.dataSource.query(
      `CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM nextval('tries'); RAISE 'away' USING ERRCODE = '57P01'; END $$`,
    );
    await product.dataSource.query(
      `CREATE TRIGGER be_away BEFORE INSERT ON outbox_messages FOR EACH ROW EXECUTE FUNCTION be_away()`,
    );

    try {
      await expect(product.app.get(FollowUpService).queueDue('x')).rejects.toThrow('away');
      // A sequence keeps its count after a rollback.
      const [tries] = await product.dataSource.query<{ tries: number }[]>(
        'SELECT last_value::integer AS tries FROM tries',
      );
      expect(tries).toEqual({ tries: 1 });
    } finally {
      await product.dataSource.query('DROP TRIGGER be_away ON outbox_messages');
      await product.dataSource.query('DROP FUNCTION be_away');
      await product.dataSource.query('DROP SEQUENCE tries');
    }
    expect(await product.app.get(FollowUpService).queueDue('x')).toBe(3);
  });

  test('is queued after a concurrent save of the family', async () => {
    const family = await storeDue();
    const saving = product.dataSource.createQueryRunner();
    await saving.startTransaction();
    await saving.query('SELECT 1 FROM families WHERE id = $1 FOR UPDATE', [family.id]);

    const batch = product.app.get(FollowUpService).queueDue('x');
    await untilWaitingForLock(product);
    await saving.commitTransaction();
    await saving.release();

    expect(await batch).toBe(1);
  });
});

describe('three servers on one database', () => {
  test('send each second notice once when the schedule, staff and open pages trigger it at the same time', async () => {
    const families = [];
    for (let index = 0; index < 20; index += 1) families.push(await storeDue());
    await storeDue({ disabled: 'Y' });
    await storeDue({ secondMail: ago(1) });
    const servers = [product, await startAnotherServer(product), await startAnotherServer(product)];
    const staff = await Promise.all(servers.map((server) => signIn(server)));

    try {
      const [answers] = await Promise.all([
        Promise.all(
          staff.flatMap((one): PromiseLike<Response>[] => [
            one.get(CALL),
            one.get(CALL),
            one.post(CALL),
          ]),
        ),
        ...servers.map((server) => server.app.get(FollowUpService).queueDue('system')),
      ]);

      expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
      const queued = await notices();
      expect(queued.map(({ familyId }) => familyId).sort()).toEqual(
        families.map(({ id }) => id).sort(),
      );
      const actors = await product.dataSource
        .getRepository(AuditEvent)
        .countBy({ action: 'second-notice.queued', actor: 'system' });
      const byCalls = answers
        .map(({ body }) => (body as FollowUpResponse).queued)
        .reduce((sum, one) => sum + one);
      expect(byCalls + actors).toBe(families.length);
      expect(await product.dataSource.getRepository(ConfirmationLink).count()).toBe(
        families.length,
      );

      await Promise.all(servers.map((server) => server.deliver()));
      const recipients = product.mailServer.mails.map(({ to }) =>
        [to].flat().map((one) => one?.text),
      );
      expect(recipients.flat().sort()).toEqual(families.map(({ email }) => email).sort());
    } finally {
      await servers[2]?.stop();
      await servers[1]?.stop();
    }
  });
});

describe('with FOLLOW_UP_AFTER_HOURS below a day', () => {
  const hasty = useTestApp({ FOLLOW_UP_AFTER_HOURS: '2' });

  test('the second notice is due after these hours, not a day after the first mail', async () => {
    const registrant = await Registrant.awaiting(hasty);
    await hasty.deliver();
    const followUp = hasty.app.get(FollowUpService);

    hasty.clock.advance({ minutes: 119 });
    expect(await followUp.queueDue('x')).toBe(0);
    hasty.clock.advance({ minutes: 1 });
    expect(await followUp.queueDue('x')).toBe(1);
    await hasty.deliver();
    expect(registrant.mails()).toHaveLength(2);
  });
});
