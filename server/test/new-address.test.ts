import { describe, expect, test } from 'vitest';

import { FamilyListenersService } from '../src/families/family-listeners.service.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Family } from '../src/families/family.entity.js';
import { InvitationLinksService } from '../src/studies/invitations/invitation-links.service.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import { beginLetterTrial, eventsOf } from './letter-trial.js';

const trial = beginLetterTrial();

describe('a changed family address', () => {
  const move = (email = 'new@example.org'): Promise<void> =>
    trial.product.dataSource.transaction(async (manager) => {
      await manager.update(Family, { id: trial.family.id }, { email });
      const moved = await manager.findOneByOrFail(Family, { id: trial.family.id });
      await trial.product.app
        .get(FamilyListenersService, { strict: false })
        .emailChanged(manager, moved);
    });
  const links = (): InvitationLinksService => trial.product.app.get(InvitationLinksService);
  const recipients = (): unknown[] =>
    trial.product.mailServer.mails.map(({ to }) => (Array.isArray(to) ? null : to?.text));

  test('ends the mailed link and resends an unanswered invitation', async () => {
    await trial.deliver();
    const before = await trial.lab.token(trial.invitation);
    await move();
    await trial.deliver();
    expect(recipients()).toEqual(['new@example.org']);
    const { manager } = trial.product.dataSource;
    await expect(links().find(manager, before)).rejects.toMatchObject({ status: 404 });
    const after = await trial.lab.token(trial.invitation);
    expect(trial.product.mailServer.mails[0]?.text).toContain(after);
    expect((await links().find(manager, after)).state).toBe('sent');
  });

  test('gets the invitation whose letter was still queued', async () => {
    await move();
    const mail = await trial.only();
    expect(recipients()).toEqual(['new@example.org']);
    expect(mail.text).toContain(await trial.lab.token(trial.invitation));
    expect(await trial.lab.read(trial.invitation)).toMatchObject({ state: 'sent' });
    expect(await trial.states('invitation')).toEqual(['withdrawn', 'sent']);
  });

  test('gets a letter about the seats that the family has', async () => {
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.product.dataSource.manager.update(
      Invitation,
      { id: trial.invitation.id },
      { answeredAt: trial.product.clock.now() },
    );
    await trial.deliver();
    await move();
    const mail = await trial.only();
    expect(recipients()).toEqual(['new@example.org']);
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(mail.text).toContain(await trial.lab.token(trial.invitation));
    expect(eventsOf(mail)[0]).toMatchObject({
      method: 'REQUEST',
      uid: trial.uid(trial.first),
      sequence: 1,
    });
  });

  test('applies to the reminder of a seat that is given up and taken again', async () => {
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
    await move();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    expect(await trial.messages('reminder')).toMatchObject([
      { state: 'pending', toAddress: 'new@example.org' },
    ]);
  });

  test('applies to letters and reminders that are already queued', async () => {
    const { first, invitation, lab } = trial;
    await trial.deliver();
    await lab.answer(invitation, 'accepted', first);
    await trial.deliver();
    const [maya = 0] = await trial.childIds();
    await lab.answer(invitation, 'cancelled_by_lab', first, [maya]);
    await move();
    const { manager } = trial.product.dataSource;
    const waiting = await manager.findBy(OutboxMessage, { state: 'pending' });
    expect(waiting.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['place', 'reminder']));
    expect(new Set(waiting.map(({ toAddress }) => toAddress))).toEqual(
      new Set(['new@example.org']),
    );
    expect((await trial.deliver())[0]?.subject).toBe(
      'Your seats have changed: Building with blocks',
    );
    expect(recipients()).toContain('new@example.org');
  });

  test('gets the letter about a lost seat that the old address refused', async () => {
    const { invitation, lab, first } = trial;
    const { mailServer } = trial.product;
    await trial.deliver();
    await lab.answer(invitation, 'accepted', first);
    await trial.deliver();
    mailServer.refuseWith = () => '5.1.1 no such user';
    await lab.answer(invitation, 'cancelled_by_lab', first);
    expect(await trial.deliver()).toEqual([]);
    mailServer.refuseWith = null;
    await move();
    expect((await trial.only()).text).toContain('no longer in the session');
    expect(recipients()).toEqual(['new@example.org']);
    await move('newer@example.org');
    expect(await trial.deliver()).toEqual([]);
  });

  test('does not replace the recipient of a letter that may already be sent', async () => {
    const claimed = { state: 'claimed', claimedBy: 'a server', leaseUntil: new Date() } as const;
    await trial.product.dataSource.manager.update(OutboxMessage, { kind: 'invitation' }, claimed);
    await move();
    expect((await trial.messages('invitation')).map(({ toAddress }) => toAddress)).toEqual([
      trial.family.email,
      'new@example.org',
    ]);
  });

  describe('when it changes twice in a row', () => {
    const moveTwice = async (): Promise<void> => {
      await move('typo@example.org');
      await move();
    };

    test('gets an unanswered invitation once, with the newest link', async () => {
      await trial.deliver();
      await moveTwice();
      expect((await trial.only()).text).toContain(await trial.lab.token(trial.invitation));
      expect(recipients()).toEqual(['new@example.org']);
    });

    test.each(['accepted', 'waitlisted'] as const)(
      'gets the letter of a family that has %s once, with the newest link',
      async (state) => {
        await trial.deliver();
        await trial.lab.answer(trial.invitation, state, trial.first);
        await trial.deliver();
        await moveTwice();
        expect((await trial.only()).text).toContain(await trial.lab.token(trial.invitation));
        expect(recipients()).toEqual(['new@example.org']);
        expect(await trial.deliver()).toEqual([]);
      },
    );
  });

  /** Delivers the letter about the family's seats, then applies `change` to the family. */
  const seated = async (change: Partial<Family>): Promise<void> => {
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
    await trial.update(change);
  };

  test.each([
    ['has opted out', { okayToContactIndicator: 'N' }],
    ['could not be reached at its old one', { undeliverableAt: new Date('2026-11-20T18:00Z') }],
  ] as const)('gets the letter about the seats of a family that %s', async (_, change) => {
    await seated(change);
    await move();
    expect((await trial.only()).text).toContain(await trial.lab.token(trial.invitation));
  });

  test.each([
    ['disabled', { disabledIndicator: 'Y' }, []],
    [
      'unconfirmed',
      { state: 'awaiting', registeredDate: null, registeredIndicator: 'N' },
      ['Please confirm your registration with Kid Lab'],
    ],
  ] as const)('gets no letter about seats for a family that is %s', async (_, change, subjects) => {
    await seated(change);
    await move();
    expect((await trial.deliver()).map(({ subject }) => subject)).toEqual(subjects);
  });

  test('gets no invitation for a family that has opted out', async () => {
    await trial.deliver();
    await trial.update({ okayToContactIndicator: 'N' });
    await move();
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('invitation')).toEqual(['sent', 'withdrawn']);
  });

  test('gets no invitation whose deadline has passed', async () => {
    await trial.deliver();
    const { expiresAt } = await trial.lab.read(trial.invitation);
    trial.product.clock.set(expiresAt ?? new Date(0));
    await move();
    expect(await trial.deliver()).toEqual([]);
  });

  test('gets no mail for a family that has declined', async () => {
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'declined', trial.first);
    const answered = { answeredAt: trial.product.clock.now() };
    const { id } = trial.invitation;
    await trial.product.dataSource.manager.update(Invitation, { id }, answered);
    await move();
    expect(await trial.deliver()).toEqual([]);
  });
});
