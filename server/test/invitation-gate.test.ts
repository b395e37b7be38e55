import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { ChildrenService } from '../src/children/children.service.js';
import { Child } from '../src/children/child.entity.js';
import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { FamilyListenersService } from '../src/families/family-listeners.service.js';
import { Family } from '../src/families/family.entity.js';
import { Invitation, Participation } from '../src/studies/invitation.entity.js';
import type { Slot } from '../src/studies/slot.entity.js';
import type { Study } from '../src/studies/study.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { scaled } from './size.js';
import { storeFamily } from './stored-families.js';
import { StoredInvitations } from './stored-invitations.js';

/** Families that two studies invite at once. */
const CROWD = scaled(30, 300);

let product: TestApp;
let lab: StoredInvitations;
let study: Study;
let slot: Slot;
let family: Family;
let invitation: Invitation;

beforeAll(async () => {
  product = await startTestApp();
  lab = new StoredInvitations(product);
});
afterAll(() => product.stop());

beforeEach(async () => {
  await product.dataSource.getRepository(Family).deleteAll();
  product.mailServer.mails.length = 0;
  study = await lab.study();
  slot = await lab.slot(study, '2026-12-05T17:30:00Z');
  family = await storeFamily(product, { children: [{}, {}] });
  invitation = await lab.invite(study, family);
});

/** To whom mails go that are due now. */
async function deliver(): Promise<string[]> {
  await product.deliver();
  return product.mailServer.mails.map(({ to }) => (Array.isArray(to) ? '' : (to?.text ?? '')));
}

describe('an invitation', () => {
  test.each<[string, Partial<Family>]>([
    ['paused', { pausedUntil: '2027-06-01' }],
    ['opted-out', { okayToContactIndicator: 'N' }],
    ['disabled', { disabledIndicator: 'Y' }],
    ['undeliverable', { undeliverableAt: new Date('2026-11-20T17:00:00Z') }],
  ])(
    'is withdrawn from a family that is %s when its letter is to leave',
    async (reason, change) => {
      await product.dataSource.manager.update(Family, { id: family.id }, change);
      expect(await deliver()).toEqual([]);
      const [message] = await product.dataSource.manager.find(OutboxMessage);
      expect(message?.state).toBe('withdrawn');
      expect(await lab.read(invitation)).toMatchObject({
        state: 'withdrawn',
        withdrawnReason: reason,
      });
      const withdrawn = { action: 'invitation.withdrawn', familyGuid: family.guid };
      expect(await product.dataSource.manager.findBy(AuditEvent, withdrawn)).toMatchObject([
        { actor: 'system', after: { studyId: study.id, reason } },
      ]);
    },
  );

  test.each([
    ['said yes for all children', 2],
    ['said yes for one child', 1],
    ['asked for a pause', 0],
  ])(
    'is not withdrawn, nor mailed again, when its letter is tried again and the family has %s',
    async (_, answers) => {
      const { manager } = product.dataSource;
      await deliver();
      const sentAt = product.clock.now();
      // The mail server took the letter; its answer was lost.
      await manager.update(Invitation, { id: invitation.id }, { state: 'queued', sentAt: null });
      await manager.update(OutboxMessage, { kind: 'invitation' }, { state: 'pending' });
      const children = await manager.find(Child, { order: { id: 'ASC' } });
      const answered = children.slice(0, answers).map(({ id }) => id);
      if (answers > 0) await lab.answer(invitation, 'accepted', slot, answered);
      else await manager.update(Family, { id: family.id }, { pausedUntil: '2027-06-01' });
      await product.deliver();
      const subjects = product.mailServer.mails.map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject?.startsWith('Invitation:'))).toHaveLength(1);
      expect(await lab.read(invitation)).toMatchObject({ state: 'sent', sentAt });
    },
  );

  test('asks only for the children who may still be invited', async () => {
    const children = await product.dataSource.manager.find(Child, { order: { id: 'ASC' } });
    const [maya = 0, noah = 0] = children.map(({ id }) => id);
    await product.dataSource.manager.update(Child, { id: maya }, { disabledIndicator: 'Y' });
    expect(await deliver()).toHaveLength(1);
    const asked = await product.dataSource.manager.find(Participation);
    expect(asked.map(({ childId }) => childId)).toEqual([noah]);
  });

  test(`of two studies reaches each of ${String(CROWD)} families once`, async () => {
    const other = await lab.study();
    await lab.slot(other, '2026-12-07T17:30:00Z');
    const both = [invitation, await lab.invite(other, family)];
    for (let count = 1; count < CROWD; count += 1) {
      const one = await storeFamily(product, { children: [{}] });
      // Next to each other in the queue, so that both are written at once.
      both.push(await lab.invite(study, one), await lab.invite(other, one));
    }
    const recipients = await deliver();
    expect(new Set(recipients).size).toBe(CROWD);
    expect(recipients).toHaveLength(CROWD);
    const ended = await Promise.all(both.map((one) => lab.read(one)));
    const reasons = ended.map(({ state, withdrawnReason }) => withdrawnReason ?? state);
    expect(reasons.filter((reason) => reason === 'sent')).toHaveLength(CROWD);
    expect(reasons.filter((reason) => reason === 'resting')).toHaveLength(CROWD);
  });

  test('that may have left counts for other studies, marked as sent or not', async () => {
    await deliver();
    // As if the server had died before it marked the letter.
    const unmarked = { state: 'queued' as const, sentAt: null };
    await product.dataSource.manager.update(Invitation, { id: invitation.id }, unmarked);
    const other = await lab.study();
    await lab.slot(other, '2026-12-07T17:30:00Z');
    const late = await lab.invite(other, family);
    await deliver();
    expect((await lab.read(late)).withdrawnReason).toBe('resting');
  });
});

describe('a letter that waits', () => {
  const childIds = async (): Promise<number[]> =>
    (await product.dataSource.manager.find(Child, { order: { id: 'ASC' } })).map(({ id }) => id);

  test('leaves though another session changes, in which the family has no place any more', async () => {
    const [maya = 0, noah = 0] = await childIds();
    await deliver();
    await lab.answer(invitation, 'cancelled_by_lab', slot, [maya]);
    const other = await lab.slot(study, '2026-12-06T17:30:00Z');
    await lab.answer(invitation, 'accepted', other, [noah]);
    await lab.change(slot, { seats: 5 }, []);
    product.mailServer.mails.length = 0;
    expect(await deliver()).toHaveLength(1);
  });

  test('follows the family to another address', async () => {
    const { manager } = product.dataSource;
    await deliver();
    await lab.answer(invitation, 'accepted', slot);
    await deliver();
    await lab.answer(invitation, 'cancelled_by_lab', slot);
    product.mailServer.mails.length = 0;
    await product.dataSource.transaction(async (each) => {
      await each.update(Family, { id: family.id }, { email: 'new@example.org' });
      const moved = await each.findOneByOrFail(Family, { id: family.id });
      await product.app.get(FamilyListenersService, { strict: false }).emailChanged(each, moved);
    });
    const waiting = await manager.findBy(OutboxMessage, { state: 'pending' });
    expect(waiting.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['place', 'reminder']));
    expect(new Set(waiting.map(({ toAddress }) => toAddress))).toEqual(
      new Set(['new@example.org']),
    );
    expect(await deliver()).toContain('new@example.org');
    expect(product.mailServer.mails[0]?.subject).toBe('Canceled: Building with blocks');
  });

  test('tells that a deleted child’s seat is gone', async () => {
    const [maya = 0, noah = 0] = await childIds();
    await deliver();
    await lab.answer(invitation, 'declined', slot, [noah]);
    await lab.answer(invitation, 'accepted', slot, [maya]);
    await deliver();
    product.mailServer.mails.length = 0;
    await product.app.get(ChildrenService, { strict: false }).remove(maya, 'staff@example.org');
    await deliver();
    const [mail] = product.mailServer.mails;
    expect(mail?.subject).toBe('Canceled: Building with blocks');
    expect(mail?.text).toContain('Your seat in this session is canceled: Saturday, December 5');
    expect(mail?.attachments[0]?.content.toString()).toContain('METHOD:CANCEL');
  });
});
