import { beforeAll, describe, expect, test } from 'vitest';
import type { MailRow, StaffFamilyDetails } from '@kidlab/contract';

import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

const FREE = { mayBeInvited: true, reasons: [], until: null, invited: null };

// 20 November 2026, 10:00 in the lab's time zone.
const product = useTestApp();
const desk = new StaffDesk(product);
beforeAll(() => desk.signIn());

const put = (family: StaffFamilyDetails, body: object): ReturnType<StaffDesk['call']> =>
  desk.call('put', `/families/${String(family.id)}`, { version: family.version, ...body });

const saved = async (family: StaffFamilyDetails, body: object): Promise<StaffFamilyDetails> => {
  const answer = await put(family, body);
  expect(answer.status).toBe(200);
  return answer.body as StaffFamilyDetails;
};

describe('a pause', () => {
  test('blocks invitations until its day and adds an audit event', async () => {
    const family = await desk.family();
    expect(family).toMatchObject({ contactStatus: FREE, area: 'East Bay', pausedUntil: null });

    const paused = await saved(family, { pausedUntil: '2026-11-21' });

    expect(paused).toMatchObject({
      pausedUntil: '2026-11-21',
      version: 2,
      contactStatus: {
        mayBeInvited: false,
        reasons: ['paused'],
        until: '2026-11-21',
        invited: null,
      },
    });
    expect(await desk.audit(1)).toMatchObject([
      {
        action: 'family.updated',
        before: { pausedUntil: null },
        after: { pausedUntil: '2026-11-21' },
      },
    ]);
    expect((await desk.list('families', { filter: { id: family.id } })).body).toMatchObject([
      { contactStatus: paused.contactStatus, area: 'East Bay' },
    ]);
    expect(await saved(paused, { pausedUntil: '2026-11-20' })).toMatchObject({
      contactStatus: FREE,
    });
  });

  test.each([null, ''])('ends when it is set to %j', async (pausedUntil) => {
    const family = await saved(await desk.family(), { pausedUntil: '2027-02-28' });

    expect(await saved(family, { pausedUntil })).toMatchObject({
      pausedUntil: null,
      contactStatus: FREE,
    });
  });

  test.each(['2027-02-30', '02/28/2027', '2027-2-8', 'soon', '0000-01-01'])(
    'is refused with the invalid date %s',
    async (pausedUntil) => {
      const answer = await put(await desk.family(), { pausedUntil });

      expect(answer.body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'pausedUntil', message: 'Paused until is invalid.' }],
      });
    },
  );

  test('is refused for a stale version', async () => {
    const family = await desk.family();
    await saved(family, { familyName: 'Bello' });

    const answer = await put(family, { pausedUntil: '2027-02-28' });

    expect(answer.body).toMatchObject({
      statusCode: 409,
      current: { fields: { pausedUntil: '' } },
    });
  });
});

test('the contact status lists all reasons in order, and an end date only if every reason ends', async () => {
  const family = await saved(await desk.family({ okayToContactIndicator: 'N' }), {
    pausedUntil: '2027-02-28',
  });

  expect(family.contactStatus).toEqual({
    mayBeInvited: false,
    reasons: ['opted-out', 'paused'],
    until: null,
    invited: null,
  });
});

test('an invitation starts a rest period, counted in lab days', async () => {
  const family = await desk.family();
  const lab = new StoredInvitations(product);
  const sentAt = new Date('2026-11-08T07:59:59Z');
  await lab.sent(await lab.study({ name: 'Blocks' }), family, { sentAt });

  expect((await desk.read(family)).contactStatus).toEqual({
    mayBeInvited: false,
    reasons: ['resting'],
    until: '2026-11-21',
    invited: { studyName: 'Blocks', on: '2026-11-07' },
  });
});

describe('an address that the mail server refuses permanently', () => {
  const refusal = (): string => '5.1.1 no such user';
  const address = { reasons: ['unconfirmed', 'undeliverable'] };

  const read = (registrant: Registrant): Promise<StaffFamilyDetails> =>
    desk.read({ guid: registrant.guid });

  async function refused(): Promise<Registrant> {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    product.mailServer.refuseWith = refusal;
    await product.deliver();
    product.mailServer.refuseWith = null;
    return registrant;
  }

  test('is marked as undeliverable', async () => {
    const registrant = await refused();

    expect(await read(registrant)).toMatchObject({
      undeliverableAt: product.clock.now().toISOString(),
      contactStatus: address,
    });
  });

  test('is not marked when the server refuses only the message', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    product.mailServer.refuseWith = () => '5.7.1 relaying denied';
    await product.deliver();
    product.mailServer.refuseWith = null;

    expect(await read(registrant)).toMatchObject({
      undeliverableAt: null,
      contactStatus: { reasons: ['unconfirmed'] },
    });
  });

  test('loses the mark when staff change it', async () => {
    const registrant = await refused();

    const family = await saved(await read(registrant), { email: anEmail() });

    expect(family).toMatchObject({ undeliverableAt: null });
    expect(await desk.audit(1)).toMatchObject([{ after: { undeliverableAt: null } }]);
  });

  test('loses the mark when staff retry, and gets it again when that is refused', async () => {
    const registrant = await refused();
    const { id } = await read(registrant);
    const [mail] = (await desk.list('mails', { filter: { familyId: id } })).body as MailRow[];
    if (mail === undefined) throw new Error('there should be a mail');

    await desk.call('post', `/mails/${mail.id}/retry`);
    expect(await read(registrant)).toMatchObject({ undeliverableAt: null });
    product.mailServer.refuseWith = refusal;
    await product.deliver();
    product.mailServer.refuseWith = null;
    expect(await read(registrant)).toMatchObject({ contactStatus: address });
  });

  test('keeps the mark when staff retry a mail to a former address', async () => {
    const registrant = await refused();
    const { id } = await read(registrant);
    const [mail] = (await desk.list('mails', { filter: { familyId: id } })).body as MailRow[];
    await saved(await read(registrant), { email: anEmail() });
    product.mailServer.refuseWith = refusal;
    await product.deliver();
    product.mailServer.refuseWith = null;

    await desk.call('post', `/mails/${String(mail?.id)}/retry`);
    expect(await read(registrant)).toMatchObject({ contactStatus: address });
  });

  test('loses the mark when the family confirms with a letter that arrived', async () => {
    const registrant = await Registrant.awaiting(product);
    await product.dataSource.query('UPDATE families SET undeliverable_at = now() WHERE guid = $1', [
      registrant.guid,
    ]);

    await registrant.confirm(registrant.token());

    expect(await read(registrant)).toMatchObject({ undeliverableAt: null, contactStatus: FREE });
  });

  test('loses the mark when it accepts another letter', async () => {
    const registrant = await refused();
    product.clock.advance({ minutes: 6 });
    const { email } = await read(registrant);
    await desk.call('post', `/registration/send-on-demand-registration-email?email=${email}`);
    await product.deliver();

    expect(await read(registrant)).toMatchObject({ undeliverableAt: null });
  });
});
