import { beforeEach, describe, expect, test } from 'vitest';

import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import type { Slot } from '../src/studies/slot.entity.js';
import { beginLetterTrial } from './letter-trial.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';

const trial = beginLetterTrial();

describe('the reminder', () => {
  const TWO_DAYS_BEFORE = new Date('2026-12-03T17:30:00Z');
  const MOVED = {
    startsAt: new Date('2026-12-09T17:30:00Z'),
    endsAt: new Date('2026-12-09T18:30:00Z'),
  };
  beforeEach(async () => {
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
  });

  test('is sent two days before the session', async () => {
    expect(await trial.messages('reminder')).toMatchObject([
      { state: 'pending', notBefore: TWO_DAYS_BEFORE, nextAttemptAt: TWO_DAYS_BEFORE },
    ]);
    trial.product.clock.set(new Date(TWO_DAYS_BEFORE.getTime() - 1));
    expect(await trial.deliver()).toEqual([]);

    trial.product.clock.set(TWO_DAYS_BEFORE);
    const mail = await trial.only();
    expect(mail.subject).toBe('Reminder: Building with blocks on Saturday, December 5');
    expect(mail.text).toContain('We are expecting Maya and Noah on Saturday, December 5, 2026');
    expect(mail.attachments).toEqual([]);
    // Mail programs offer to unsubscribe from invitations only.
    expect(mail.headers.has('list')).toBe(false);
  });

  test('is withdrawn when the seat is canceled', async () => {
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
    expect(await trial.states('reminder')).toEqual(['withdrawn']);
    await trial.deliver();
    trial.product.clock.set(TWO_DAYS_BEFORE);
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('reminder')).toEqual(['withdrawn']);
  });

  test('is withdrawn on sending if the seat was canceled after it was due', async () => {
    trial.product.clock.set(TWO_DAYS_BEFORE);
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
    expect(await trial.states('reminder')).toEqual(['pending']);
    expect((await trial.only()).subject).toBe('You canceled: Building with blocks');
    expect(await trial.states('reminder')).toEqual(['withdrawn']);
  });

  test('is withdrawn on sending if the slot was moved after it was due', async () => {
    trial.product.clock.set(TWO_DAYS_BEFORE);
    await trial.lab.change(trial.first, MOVED, [trial.invitation]);
    expect(await trial.states('reminder')).toEqual(['pending', 'pending']);
    expect((await trial.only()).subject).toBe('The session has moved: Building with blocks');
    expect((await trial.states('reminder')).sort()).toEqual(['pending', 'withdrawn']);
  });

  test('stays queued when one of two siblings gives up a seat', async () => {
    const [maya = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first, [maya]);
    expect(await trial.states('reminder')).toEqual(['pending']);
    await trial.deliver();
    trial.product.clock.set(TWO_DAYS_BEFORE);
    expect((await trial.only()).text).toContain('We are expecting Noah on Saturday, December 5');
  });

  test('of one slot is withdrawn while that of another stays queued', async () => {
    const [, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.second, [noah]);
    expect(await trial.states('reminder')).toEqual(['pending', 'pending']);
    await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.second, [noah]);
    const reminders = await trial.messages('reminder');
    const key = ({ id }: Slot): string => `reminder:${String(trial.invitation.id)}:${String(id)}:0`;
    expect(new Map(reminders.map(({ dedupeKey, state }) => [dedupeKey, state]))).toEqual(
      new Map([
        [key(trial.first), 'pending'],
        [key(trial.second), 'withdrawn'],
      ]),
    );
  });

  test('is sent when the family takes the seat again', async () => {
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
    trial.product.clock.set(TWO_DAYS_BEFORE);
    expect((await trial.only()).subject).toContain('Reminder');
    expect(await trial.states('reminder')).toEqual(['sent']);
  });

  test('is rescheduled when the slot is moved', async () => {
    await trial.lab.change(trial.first, MOVED, [trial.invitation]);
    expect(await trial.states('reminder')).toEqual(['withdrawn', 'pending']);
    await trial.deliver();
    trial.product.clock.set(TWO_DAYS_BEFORE);
    expect(await trial.deliver()).toEqual([]);
    trial.product.clock.set(new Date('2026-12-07T17:30:00Z'));
    expect((await trial.only()).subject).toBe(
      'Reminder: Building with blocks on Wednesday, December 9',
    );
    expect(await trial.states('reminder')).toEqual(['withdrawn', 'sent']);
  });

  test('is also sent to a family that may no longer be invited but has a seat', async () => {
    await trial.update({ pausedUntil: '2027-06-01', okayToContactIndicator: 'N' });
    trial.product.clock.set(TWO_DAYS_BEFORE);
    expect(await trial.deliver()).toHaveLength(1);
  });

  test('goes to the other guardian if the family’s address is erased while it is being sent', async () => {
    const { email, guid, id: familyId } = trial.family;
    const { clock, dataSource } = trial.product;
    clock.set(TWO_DAYS_BEFORE);
    const desk = await new StaffDesk(trial.product).signIn({ isUserAdmin: true });
    const other = { familyId, email: 'other@example.org', isPrimaryIndicator: 'N' };
    await desk.call('post', '/guardians', aGuardianPayload(other));
    const claimed = { state: 'claimed', claimedBy: 'a server', leaseUntil: clock.now() } as const;
    await dataSource.manager.update(OutboxMessage, { kind: 'reminder' }, claimed);
    const families = [{ guid, scope: 'guardian' }];
    await desk.call('post', '/privacy/erasures', { email, confirmation: email, families });
    expect((await trial.deliver()).map(({ subject }) => subject)).toContain(
      'Reminder: Building with blocks on Saturday, December 5',
    );
    expect(await trial.messages('reminder')).toMatchObject([{ toAddress: other.email }]);
  });

  test.each<[string, () => Promise<unknown>, Date]>([
    ['to a disabled family', () => trial.update({ disabledIndicator: 'Y' }), TWO_DAYS_BEFORE],
    ['after the start', () => Promise.resolve(), new Date('2026-12-05T17:30:00Z')],
  ])('is not sent %s', async (_, happens, at) => {
    await happens();
    trial.product.clock.set(at);
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('reminder')).toEqual(['withdrawn']);
  });

  test('is not queued when it would be overdue: the letter about the seat says the same', async () => {
    trial.product.clock.set(new Date('2026-12-04T18:00:00Z'));
    const other = await storeFamily(trial.product, { children: [{}] });
    const late = await trial.lab.invite(trial.study, other);
    await trial.lab.answer(late, 'accepted', trial.second);
    expect(
      (await trial.messages('reminder')).filter(({ familyId }) => familyId === other.id),
    ).toEqual([]);
  });
});
