import { describe, expect, test, vi } from 'vitest';

import { ChildrenService } from '../src/children/children.service.js';
import { Child } from '../src/children/child.entity.js';
import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { MailTransport, TemporaryMailError } from '../src/email/mail-transport.js';
import { Outbox } from '../src/email/outbox.repository.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import type { Family } from '../src/families/family.entity.js';
import { Invitation, Participation } from '../src/studies/invitation.entity.js';
import { beginLetterTrial } from './letter-trial.js';
import { scaled } from './size.js';
import { storeFamily } from './stored-families.js';

/** Families that two studies invite at the same time. */
const CROWD = scaled(30, 300);

const trial = beginLetterTrial();

describe('an invitation', () => {
  test.each<[string, Partial<Family>]>([
    ['paused', { pausedUntil: '2027-06-01' }],
    ['opted-out', { okayToContactIndicator: 'N' }],
    ['disabled', { disabledIndicator: 'Y' }],
    ['undeliverable', { undeliverableAt: new Date('2026-11-20T17:00:00Z') }],
  ])('is withdrawn if the family is %s when the letter is due', async (reason, change) => {
    await trial.update(change);
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('invitation')).toEqual(['withdrawn']);
    expect(await trial.lab.read(trial.invitation)).toMatchObject({
      state: 'withdrawn',
      withdrawnReason: reason,
    });
    const { manager } = trial.product.dataSource;
    const withdrawn = { action: 'invitation.withdrawn', familyGuid: trial.family.guid };
    expect(await manager.findBy(AuditEvent, withdrawn)).toMatchObject([
      { actor: 'system', after: { studyId: trial.study.id, withdrawnReason: reason } },
    ]);
  });

  test.each([
    ['said yes for all children', 2],
    ['said yes for one child', 1],
    ['asked for a pause', 0],
  ])(
    'is neither withdrawn nor sent again on a retry when the family has %s',
    async (_, answers) => {
      const { invitation, product } = trial;
      const { manager } = product.dataSource;
      expect(await trial.deliver()).toHaveLength(1);
      const sentAt = product.clock.now();
      // The mail server accepted the letter, but its response was lost.
      await manager.update(Invitation, { id: invitation.id }, { state: 'queued' });
      await manager.update(OutboxMessage, { kind: 'invitation' }, { state: 'pending' });
      const answered = (await trial.childIds()).slice(0, answers);
      if (answers > 0) await trial.lab.answer(invitation, 'accepted', trial.first, answered);
      else await trial.update({ pausedUntil: '2027-06-01' });
      const subjects = (await trial.deliver()).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject?.startsWith('Invitation:'))).toEqual([]);
      expect(await trial.lab.read(invitation)).toMatchObject({ state: 'sent', sentAt });
    },
  );

  test.each<[string, object, ...ConstructorParameters<typeof TemporaryMailError>]>([
    ['was not reached', { withdrawnReason: 'paused', sentAt: null }, 'connect ECONNREFUSED', true],
    [
      'refused it temporarily',
      { withdrawnReason: 'paused', sentAt: null },
      '450 greylisted',
      false,
    ],
    [
      'may have accepted it',
      { state: 'sent', withdrawnReason: null },
      'The answer was lost',
      false,
    ],
  ])('is stopped by a pause when the mail server %s', async (_, end, ...fault) => {
    const { invitation, lab, product } = trial;
    const send = vi.spyOn(product.app.get(MailTransport), 'send');
    send.mockRejectedValueOnce(new TemporaryMailError(...fault));
    expect(await trial.deliver()).toEqual([]);
    await trial.update({ pausedUntil: '2027-06-01' });
    product.clock.advance({ minutes: 30 });
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('invitation')).toEqual(['withdrawn']);
    expect(await lab.read(invitation)).toMatchObject(end);
  });

  /** The response to the first attempt is lost, and the next attempt is refused. @returns the time of the first */
  async function mayArriveOnce(): Promise<Date> {
    vi.spyOn(trial.product.app.get(MailTransport), 'send')
      .mockRejectedValueOnce(new TemporaryMailError('The answer was lost', false))
      .mockRejectedValueOnce(new TemporaryMailError('450 greylisted', false));
    await trial.deliver();
    return trial.product.clock.now();
  }

  test('counts as sent if one attempt may have reached the family, even if a later one was refused', async () => {
    const { invitation, lab, product } = trial;
    const sentAt = await mayArriveOnce();
    product.clock.advance({ minutes: 30 });
    await trial.deliver();
    await trial.update({ pausedUntil: '2027-06-01' });
    product.clock.advance({ minutes: 30 });
    expect(await trial.deliver()).toEqual([]);
    expect(await lab.read(invitation)).toMatchObject({ state: 'sent', sentAt });
  });

  test('counts as sent if one attempt may have reached the family, even if it is given up later', async () => {
    const { invitation, lab, product } = trial;
    const sentAt = await mayArriveOnce();
    product.clock.advance({ days: 1 });
    expect(await trial.deliver()).toEqual([]);
    const withdrawn = { state: 'withdrawn', withdrawnReason: 'undeliverable', sentAt };
    expect(await lab.read(invitation)).toMatchObject(withdrawn);
  });

  test('counts as not sent if a pause is set after the check and no attempt is made', async () => {
    const outbox = trial.product.app.get(Outbox, { strict: false });
    vi.spyOn(outbox, 'mayStillSend').mockImplementationOnce(async () => {
      await trial.update({ pausedUntil: '2027-06-01' });
      return false;
    });
    expect(await trial.deliver()).toEqual([]);
    const withdrawn = { withdrawnReason: 'paused', sentAt: null };
    expect(await trial.lab.read(trial.invitation)).toMatchObject(withdrawn);
  });

  test('counts as not sent if staff withdraw it during an attempt that the mail server refuses', async () => {
    const { invitation, lab, product } = trial;
    vi.spyOn(product.app.get(MailTransport), 'send').mockImplementationOnce(async () => {
      const withdrawn = { state: 'withdrawn', withdrawnReason: 'staff' } as const;
      await product.dataSource.manager.update(Invitation, { id: invitation.id }, withdrawn);
      throw new TemporaryMailError('450 greylisted', false);
    });
    await trial.deliver();
    expect(await lab.read(invitation)).toMatchObject({ state: 'withdrawn', sentAt: null });
  });

  test('does not invite a child who was added after it was queued', async () => {
    const { manager } = trial.product.dataSource;
    const [maya = 0] = await trial.childIds();
    // Without a participation, as if she had just been added.
    await manager.delete(Participation, { childId: maya });
    const { text } = await trial.only();
    expect(text).toContain('Noah');
    expect(text).not.toContain('Maya');
  });

  test('asks only about the children who may still be invited', async () => {
    const { manager } = trial.product.dataSource;
    const [maya = 0, noah = 0] = await trial.childIds();
    await manager.update(Child, { id: maya }, { disabledIndicator: 'Y' });
    expect(await trial.deliver()).toHaveLength(1);
    const asked = await manager.find(Participation);
    expect(asked.map(({ childId }) => childId)).toEqual([noah]);
  });

  test(`reaches each of ${String(CROWD)} families once when two studies invite them`, async () => {
    const { family, invitation, lab, study } = trial;
    const other = await lab.study();
    await lab.slot(other, '2026-12-07T17:30:00Z');
    const both = [invitation, await lab.invite(other, family)];
    for (let count = 1; count < CROWD; count += 1) {
      const one = await storeFamily(trial.product, { children: [{}] });
      // Next to each other in the queue, so that both are processed at the same time.
      both.push(await lab.invite(study, one), await lab.invite(other, one));
    }
    const recipients = (await trial.deliver()).map(({ to }) => [to].flat()[0]?.text);
    expect(new Set(recipients).size).toBe(CROWD);
    expect(recipients).toHaveLength(CROWD);
    const ended = await Promise.all(both.map((one) => lab.read(one)));
    const reasons = ended.map(({ state, withdrawnReason }) => withdrawnReason ?? state);
    expect(reasons.filter((reason) => reason === 'sent')).toHaveLength(CROWD);
    expect(reasons.filter((reason) => reason === 'resting')).toHaveLength(CROWD);
  });

  test('is sent while the letter of another study is still waiting', async () => {
    const { family, invitation, lab, product } = trial;
    const other = await lab.study();
    await lab.slot(other, '2026-12-07T17:30:00Z');
    const { id: invitationId } = await lab.invite(other, family);
    const nextAttemptAt = new Date(product.clock.now().getTime() + 3_600_000);
    await product.dataSource.manager.update(OutboxMessage, { invitationId }, { nextAttemptAt });
    expect(await trial.deliver()).toHaveLength(1);
    expect((await lab.read(invitation)).state).toBe('sent');
  });

  test('counts for other studies once it may have been sent, even if it is not marked as sent', async () => {
    const { family, invitation, lab } = trial;
    await trial.deliver();
    // As if the server had died before it marked the letter.
    const unmarked = { state: 'queued' as const };
    const { manager } = trial.product.dataSource;
    await manager.update(Invitation, { id: invitation.id }, unmarked);
    const other = await lab.study();
    await lab.slot(other, '2026-12-07T17:30:00Z');
    const late = await lab.invite(other, family);
    await trial.deliver();
    expect((await lab.read(late)).withdrawnReason).toBe('resting');
  });
});

describe('a queued letter', () => {
  test('is sent even if a session in which the family no longer has a place changes', async () => {
    const { first, invitation, lab, second } = trial;
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.deliver();
    await lab.answer(invitation, 'cancelled_by_lab', first, [maya]);
    await lab.answer(invitation, 'accepted', second, [noah]);
    await lab.change(first, { seats: 5 }, []);
    expect(await trial.deliver()).toHaveLength(1);
  });

  test('says that a deleted child no longer has a seat', async () => {
    const { first, invitation, lab, product } = trial;
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.deliver();
    await lab.answer(invitation, 'declined', first, [noah]);
    await lab.answer(invitation, 'accepted', first, [maya]);
    await trial.deliver();
    await product.app.get(ChildrenService, { strict: false }).remove(maya, 'staff@example.org');
    const mail = await trial.only();
    expect(mail.subject).toBe('Canceled: Building with blocks');
    expect(mail.text).toContain('You no longer have a seat in the session on Saturday, December 5');
    expect(mail.attachments[0]?.content.toString()).toContain('METHOD:CANCEL');
  });
});
