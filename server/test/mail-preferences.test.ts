import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails } from '@kidlab/contract';

import { lockEmails, lockFamily } from '../src/families/family-locks.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import { useTestApp } from './app.js';
import { untilWaitingForLock } from './locks.js';
import { type Answer, StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

const PREFERENCES = '/kidlab-reg/mail-preferences';
const UNSUBSCRIBE = '/kidlab-reg/unsubscribe';
const ON = { isSubscribed: true, pausedUntil: null };
const OFF = { isSubscribed: false, pausedUntil: null };
const UNKNOWN = {
  statusCode: 404,
  message: 'We don’t recognize this link. Please open the one in our latest email, or contact us.',
};
const NO_DAY = 'A pause ends on a day after today, at most a year from now.';

// 20 November 2026, 10:00 in the lab.
const product = useTestApp();
const desk = new StaffDesk(product);
beforeAll(() => desk.signIn());

/** A family with an invitation that was sent a month ago: it is no longer resting. */
async function invited(overrides: Record<string, unknown> = {}) {
  const family = await desk.family(overrides);
  const lab = new StoredInvitations(product);
  const sentAt = new Date('2026-10-20T18:00Z');
  const { token: guid, invitationId } = await lab.sent(await lab.study(), family, { sentAt });
  return { family, guid, invitation: invitationId };
}

const read = (guid: string): PromiseLike<Answer> =>
  product.browser().get(PREFERENCES).query({ guid });
const change = (guid: string, body: object): PromiseLike<Answer> =>
  product.browser().post(PREFERENCES).query({ guid }).send(body);
const oneClick = (guid: string, headers: Record<string, string> = {}): PromiseLike<Answer> =>
  product
    .browser()
    .post(UNSUBSCRIBE)
    .query({ guid })
    .set(headers)
    .type('form')
    .send('List-Unsubscribe=One-Click');

async function kept({ id }: { id: number }): Promise<StaffFamilyDetails> {
  const answer = await desk.list('families', { filter: { id } });
  const [family] = answer.body as StaffFamilyDetails[];
  if (family === undefined) throw new Error('the family is gone');
  return family;
}

describe('mail preferences', () => {
  test('let a parent pause, stop and resume invitations, with audit events', async () => {
    const { family, guid } = await invited();
    expect(await read(guid)).toMatchObject({ status: 200, body: ON });

    const paused = { isSubscribed: true, pausedUntil: '2026-12-20' };
    expect(await change(guid, { pauseUntil: '2026-12-20' })).toMatchObject({
      status: 200,
      body: paused,
    });
    expect((await read(guid)).body).toEqual(paused);
    expect(await kept(family)).toMatchObject({
      pausedUntil: '2026-12-20',
      contactStatus: { mayBeInvited: false, reasons: ['paused'], until: '2026-12-20' },
    });

    expect((await change(guid, { unsubscribe: true })).body).toEqual({
      ...paused,
      isSubscribed: false,
    });
    expect((await kept(family)).contactStatus.reasons).toEqual(['opted-out', 'paused']);

    expect((await change(guid, { resume: true })).body).toEqual(ON);
    expect((await kept(family)).contactStatus.mayBeInvited).toBe(true);

    expect(await desk.audit(3)).toMatchObject(
      [
        {
          before: { okayToContactIndicator: 'N', pausedUntil: '2026-12-20' },
          after: { okayToContactIndicator: 'Y', pausedUntil: null },
        },
        { before: { okayToContactIndicator: 'Y' }, after: { okayToContactIndicator: 'N' } },
        { before: { pausedUntil: null }, after: { pausedUntil: '2026-12-20' } },
      ].map((values) => ({ actor: 'Registration Site', action: 'family.updated', ...values })),
    );
  });

  test.each(['2026-11-20', '2026-11-19', '2027-11-21', '2027-02-30', 'soon', ''])(
    'refuse a pause until %j',
    async (pauseUntil) => {
      const { family, guid } = await invited();

      expect(await change(guid, { pauseUntil })).toMatchObject({
        status: 400,
        body: { message: NO_DAY, errors: [{ field: 'pauseUntil', message: NO_DAY }] },
      });
      expect((await kept(family)).version).toBe(family.version);
    },
  );

  test.each(['2026-11-21', '2027-11-20'])('accept a pause until %s', async (pauseUntil) => {
    const { guid } = await invited();
    expect((await change(guid, { pauseUntil })).body).toEqual({
      isSubscribed: true,
      pausedUntil: pauseUntil,
    });
  });

  test.each([
    {},
    { resume: false },
    { resume: true, unsubscribe: true },
    { pauseUntil: '2026-12-20', resume: true },
  ])('refuse the request %j', async (body) => {
    const { family, guid } = await invited();
    expect(await change(guid, body)).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Please send one of pauseUntil, unsubscribe and resume.' }] },
    });
    expect((await kept(family)).version).toBe(family.version);
  });

  test('do not show an expired pause, and a new pause does not resume invitations', async () => {
    const over = await invited({ pausedUntil: '2026-11-20' });
    expect((await read(over.guid)).body).toEqual(ON);

    const stopped = await invited({ okayToContactIndicator: 'N' });
    expect((await read(stopped.guid)).body).toEqual(OFF);
    expect((await change(stopped.guid, { pauseUntil: '2026-12-20' })).body).toEqual({
      isSubscribed: false,
      pausedUntil: '2026-12-20',
    });
  });

  test('stay unchanged when a request is repeated', async () => {
    const { family, guid } = await invited();
    await change(guid, { unsubscribe: true });
    const { version } = await kept(family);
    await change(guid, { unsubscribe: true });
    expect((await kept(family)).version).toBe(version);
  });
});

describe('one-click unsubscribe', () => {
  test('needs no cookie, accepts any body from any site, and can be repeated', async () => {
    const { family, guid } = await invited();
    const elsewhere = { Origin: 'https://mail.example.com', 'Sec-Fetch-Site': 'cross-site' };

    const answer = await oneClick(guid, elsewhere);

    expect([answer.status, answer.text]).toEqual([
      200,
      'You will not get any more invitations from us.',
    ]);
    expect(answer).toMatchObject({ headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(answer).not.toHaveProperty(['headers', 'set-cookie']);
    expect(await kept(family)).toMatchObject({ okayToContactIndicator: 'N' });
    expect(await desk.audit(1)).toMatchObject([
      {
        actor: 'Registration Site',
        action: 'family.updated',
        after: { okayToContactIndicator: 'N' },
      },
    ]);

    const again = await product.browser().post(UNSUBSCRIBE).query({ guid }).field('any', 'body');
    expect(again.status).toBe(200);
    expect((await read(guid)).body).toEqual(OFF);
  });

  test('changes nothing without a body, which is how link scanners send it', async () => {
    const { guid } = await invited();
    const empty = [{}, { 'Content-Length': '0' }, { 'Transfer-Encoding': 'chunked' }];
    for (const headers of empty) {
      const answer = await product.browser().post(UNSUBSCRIBE).query({ guid }).set(headers);
      expect(answer.status).toBe(400);
    }
    expect((await read(guid)).body).toEqual(ON);
  });

  test('is the only call that another site may make', async () => {
    const { guid } = await invited();
    const answer = await product
      .browser()
      .post(PREFERENCES)
      .query({ guid })
      .set('Origin', 'https://mail.example.com')
      .send({ unsubscribe: true });
    expect(answer.status).toBe(403);
    expect((await read(guid)).body).toEqual(ON);
  });
});

test('a preferences link works after the invitation has ended, until the family is erased', async () => {
  const { family, guid, invitation } = await invited();
  await product.dataSource.query(
    `UPDATE invitations SET state = 'withdrawn', withdrawn_reason = 'staff' WHERE id = $1`,
    [invitation],
  );
  expect((await change(guid, { unsubscribe: true })).body).toEqual(OFF);

  await desk.call('delete', `/families/familyId/${String(family.id)}`);
  expect(await read(guid)).toMatchObject({ status: 404, body: UNKNOWN });
});

test('a preferences link becomes unknown when the family is erased during the call', async () => {
  const { family, guid } = await invited();
  const erasure = product.dataSource.createQueryRunner();
  await erasure.startTransaction();
  await erasure.query('DELETE FROM families WHERE id = $1', [family.id]);
  const answer = Promise.resolve(change(guid, { unsubscribe: true }));
  await untilWaitingForLock(product);
  await erasure.commitTransaction();
  await erasure.release();
  expect(await answer).toMatchObject({ status: 404, body: UNKNOWN });
});

test('a preferences link becomes unknown when the family’s address changes during the call', async () => {
  const { family, guid } = await invited();
  const answer = await product.dataSource.transaction(async (manager) => {
    await lockFamily(manager, { id: family.id });
    await manager.update(Invitation, { familyId: family.id }, { tokenHash: 'another link' });
    const waiting = Promise.resolve(change(guid, { unsubscribe: true }));
    await untilWaitingForLock(product);
    return { waiting };
  });
  expect(await answer.waiting).toMatchObject({ status: 404, body: UNKNOWN });
});

test('a change skips the address lock, which an erasure takes before the family’s', async () => {
  const { family, guid } = await invited();
  const answer = await product.dataSource.transaction(async (manager) => {
    await lockEmails(manager, [family.email]);
    return change(guid, { unsubscribe: true });
  });
  expect(answer).toMatchObject({ status: 200, body: OFF });
});

test.each(['', 'made-up', '%00'])('an unknown link returns 404: %j', async (guid) => {
  for (const answer of [
    await read(guid),
    await change(guid, { resume: true }),
    await oneClick(guid),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: UNKNOWN });
  }
});
