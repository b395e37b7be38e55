import { beforeEach, describe, expect, test } from 'vitest';

import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import type { ParsedMail } from 'mailparser';

import type { Family } from '../src/families/family.entity.js';
import type { Slot } from '../src/studies/slot.entity.js';
import { Study } from '../src/studies/study.entity.js';
import { beginLetterTrial, eventsOf } from './letter-trial.js';

const trial = beginLetterTrial();

const LATER = {
  startsAt: new Date('2026-12-05T20:30:00Z'),
  endsAt: new Date('2026-12-05T21:30:00Z'),
};

const LATER_SECOND = {
  startsAt: new Date('2026-12-06T20:30:00Z'),
  endsAt: new Date('2026-12-06T21:30:00Z'),
};

describe('the letter about seats', () => {
  beforeEach(() => trial.deliver());

  test('confirms a seat and attaches the calendar file of its slot', async () => {
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    const mail = await trial.only();
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(mail.text).toContain(
      'We are expecting Maya and Noah on Saturday, December 5, 2026, 9:30 AM to 10:30 AM.',
    );
    expect(mail.text).toContain('Where: Room 2 & garden');
    const event = {
      method: 'REQUEST',
      uid: trial.uid(trial.first),
      sequence: 1,
      status: 'CONFIRMED',
      start: '2026-12-05T17:30:00Z',
      end: '2026-12-05T18:30:00Z',
    };
    expect(eventsOf(mail)).toEqual([
      { contentType: 'text/calendar', ...event },
      { contentType: 'application/ics', ...event },
    ]);
    const part = trial.product.mailServer.mails[0]?.attachments[0]?.headers.get('content-type');
    expect(part).toMatchObject({ value: 'text/calendar', params: { method: 'REQUEST' } });
  });

  test('confirms a place on the waiting list, without a calendar file', async () => {
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first);
    const mail = await trial.only();
    expect(mail.subject).toBe('You are on the waiting list: Building with blocks');
    expect(mail.text).toContain('Maya and Noah are on the waiting list for Saturday, December 5');
    expect(mail.attachments).toEqual([]);
  });

  test('announces a new time, then a cancellation with its reason, with the same calendar UID', async () => {
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
    await trial.lab.change(trial.first, LATER, [trial.invitation]);
    const moved = await trial.only();
    expect(moved.subject).toBe('The session has moved: Building with blocks');
    expect(moved.text).toContain(
      'The session for Maya and Noah has moved to Saturday, December 5, 2026, 12:30 PM to 1:30 PM. ' +
        'It was previously on Saturday, December 5, 2026, 9:30 AM to 10:30 AM.',
    );
    expect(eventsOf(moved)[0]).toMatchObject({
      method: 'REQUEST',
      uid: trial.uid(trial.first),
      sequence: 2,
      start: '2026-12-05T20:30:00Z',
    });

    const cancelled = { cancelledAt: trial.product.clock.now(), cancelReason: 'Snow & ice' };
    await trial.lab.change(trial.first, cancelled, []);
    await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.first);
    const last = await trial.only();
    expect(last.subject).toBe('Canceled: Building with blocks');
    expect(last.text).toContain('Saturday, December 5, 2026, 12:30 PM to 1:30 PM. Snow & ice.');
    expect(eventsOf(last)[0]).toMatchObject({
      contentType: 'text/calendar',
      method: 'CANCEL',
      uid: trial.uid(trial.first),
      sequence: 4,
      status: 'CANCELLED',
    });
  });

  test('lists changed events first; cancels one once, when the last sibling leaves', async () => {
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'accepted', trial.second, [noah]);
    expect(eventsOf(await trial.only())).toMatchObject([
      { method: 'REQUEST', uid: trial.uid(trial.second) },
      { method: 'REQUEST', uid: trial.uid(trial.first) },
      { contentType: 'application/ics', uid: trial.uid(trial.second) },
    ]);
    await trial.lab.change(trial.second, LATER_SECOND, [trial.invitation]);
    expect(eventsOf(await trial.only())[0]).toMatchObject({ uid: trial.uid(trial.second) });
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first, [maya]);
    const mail = await trial.only();
    expect(mail.subject).toBe('Your seats have changed: Building with blocks');
    expect(mail.text).toContain('As you asked, we canceled the seat for Maya on Saturday');
    expect(mail.text).toContain('We are expecting Noah on Sunday, December 6');
    expect(eventsOf(mail)).toMatchObject([
      { method: 'CANCEL', uid: trial.uid(trial.first) },
      { method: 'REQUEST', uid: trial.uid(trial.second) },
      { contentType: 'application/ics', uid: trial.uid(trial.first) },
    ]);
    await trial.lab.answer(trial.invitation, 'accepted', trial.second, [maya]);
    const both = await trial.only();
    expect(both.subject).toBe('You have a seat: Building with blocks');
    expect(both.text).toContain('We are expecting Maya and Noah on Sunday, December 6');
    expect(eventsOf(both)).toMatchObject([
      { method: 'REQUEST', uid: trial.uid(trial.second) },
      { contentType: 'application/ics' },
    ]);
  });

  test.each(['cancelled_by_lab', 'cancelled_by_parent'] as const)(
    'says that seats have changed when one of two is %s',
    async (state) => {
      const [maya = 0] = await trial.childIds();
      await trial.lab.answer(trial.invitation, 'accepted', trial.first);
      await trial.deliver();
      await trial.lab.answer(trial.invitation, state, trial.first, [maya]);
      const mail = await trial.only();
      expect(mail.subject).toBe('Your seats have changed: Building with blocks');
      expect(mail.text).toContain('We are expecting Noah on Saturday, December 5');
    },
  );

  test('starts with the seat, its date and place, even if a sibling waits for an earlier date', async () => {
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first, [maya]);
    await trial.lab.answer(trial.invitation, 'accepted', trial.second, [noah]);
    const { text = '' } = await trial.only();
    const [, , seat, where, waits] = text.split('\n\n');
    expect(seat).toMatch(/^We are expecting Noah on Sunday, December 6/);
    expect(where).toBe('Where: Room 2 & garden');
    expect(waits).toMatch(/^Maya is on the waiting list for Saturday, December 5/);
  });

  test('about a canceled session offers another date while one is left', async () => {
    const cancel = async (slot: Slot): Promise<string> => {
      const cancelled = { cancelledAt: trial.product.clock.now(), cancelReason: 'Snow & ice' };
      await trial.lab.change(slot, cancelled, []);
      await trial.lab.answer(trial.invitation, 'cancelled_by_lab', slot);
      return (await trial.only()).text ?? '';
    };
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    expect((await trial.only()).text).toContain('See or change your answer:');
    const token = await trial.lab.token(trial.invitation);
    const page = `/invitation?guid=${token}`;
    expect(await cancel(trial.first)).toMatch(/\nChoose another date:\n.*\/invitation\?guid=/);
    await trial.lab.answer(trial.invitation, 'accepted', trial.second);
    await trial.deliver();
    const text = await cancel(trial.second);
    expect(text).toContain('Snow & ice.');
    expect(text).not.toContain(page);
    expect(text).toContain(`/unsubscribe?guid=${token}`);
    expect(trial.product.mailServer.mails[0]?.html).not.toContain('If the button does not work');
  });

  test('keeps its subject on a retry: a sibling on the waiting list has not lost a seat', async () => {
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first, [maya]);
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first, [noah]);
    trial.product.mailServer.refuseWith = () => '5.7.1 relaying denied';
    expect(await trial.deliver()).toEqual([]);
    trial.product.mailServer.refuseWith = null;
    await trial.product.dataSource.manager.update(
      OutboxMessage,
      { kind: 'place' },
      { state: 'pending' },
    );
    const mail = await trial.only();
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(mail.text).toContain('Noah is on the waiting list for Saturday, December 5');
  });

  test('announces a move to seated and to waiting children', async () => {
    const [, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first, [noah]);
    await trial.deliver();
    const weekAfter = (at: Date): Date => new Date(at.getTime() + 7 * 86_400_000);
    const moved = { startsAt: weekAfter(LATER.startsAt), endsAt: weekAfter(LATER.endsAt) };
    await trial.lab.change(trial.first, moved, [trial.invitation]);
    const mail = await trial.only();
    expect(mail.subject).toBe('The session has moved: Building with blocks');
    const before = 'It was previously on Saturday, December 5, 2026, 9:30 AM to 10:30 AM.';
    const now = 'Saturday, December 12, 2026, 12:30 PM to 1:30 PM.';
    expect(mail.text).toContain(`The session for Maya has moved to ${now} ${before}`);
    expect(mail.text).toContain(
      `The session has moved to ${now} ${before} Noah is still on the waiting list.`,
    );
  });

  test('asks to confirm an age that is uncertain on the day, unless it is already confirmed', async () => {
    const { dataSource, clock } = trial.product;
    await dataSource.query(`UPDATE studies SET criteria = criteria || '{"maxMonths": 44}'`);
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    const [maya = 0] = await trial.childIds();
    await dataSource.query('UPDATE participations SET age_confirmed_at = $1 WHERE child_id = $2', [
      clock.now(),
      maya,
    ]);
    const { text = '' } = await trial.only();
    expect(text.match(/Will .+ below\./g)).toEqual([
      'Will Noah be 44 months or younger on December 5? Please confirm this below.',
    ]);
  });

  test.each(['accepted', 'waitlisted'] as const)(
    'about children whom staff removed (%s) does not call the session canceled',
    async (state) => {
      await trial.lab.answer(trial.invitation, state, trial.first);
      await trial.deliver();
      await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.first);
      const mail = await trial.only();
      expect(mail.subject).toBe('You are no longer in the session: Building with blocks');
      expect(mail.text).toContain(
        'Maya and Noah are no longer in the session on Saturday, December',
      );
      expect(mail.text).not.toContain('cancel');
    },
  );

  test('says that seats have changed when one child gets a new time and another is removed', async () => {
    const [, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.lab.answer(trial.invitation, 'accepted', trial.second, [noah]);
    await trial.deliver();
    await trial.lab.change(trial.first, LATER, [trial.invitation]);
    await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.second, [noah]);
    const mail = await trial.only();
    expect(mail.subject).toBe('Your seats have changed: Building with blocks');
    expect(mail.text).toContain('The session for Maya has moved to Saturday, December 5');
    expect(mail.text).toContain('Noah is no longer in the session on Sunday, December 6');
  });

  test('puts the lab’s cancellation in the subject while a sibling only waits for another session', async () => {
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first, [maya]);
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.second, [noah]);
    await trial.deliver();
    const cancelled = { cancelledAt: trial.product.clock.now(), cancelReason: 'Snow & ice' };
    await trial.lab.change(trial.first, cancelled, []);
    await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.first, [maya]);
    const mail = await trial.only();
    expect(mail.subject).toBe('Canceled: Building with blocks');
    expect(mail.text).toContain('Noah is on the waiting list for Sunday, December 6');
  });

  test('puts a new time in the subject when a sibling gave up a seat there before', async () => {
    const [, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first, [noah]);
    await trial.deliver();
    await trial.lab.change(trial.first, LATER, [trial.invitation]);
    expect((await trial.only()).subject).toBe('The session has moved: Building with blocks');
  });

  test('mentions a given-up seat once, with the time that the family knows', async () => {
    const [, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first, [noah]);
    await trial.lab.change(trial.first, LATER, [trial.invitation]);
    const mail = await trial.only();
    expect(mail.subject).toBe('Your seats have changed: Building with blocks');
    expect(mail.text).toContain('has moved to Saturday, December 5, 2026, 12:30 PM');
    expect(mail.text).toContain(
      'we canceled the seat for Noah on Saturday, December 5, 2026, 9:30 AM',
    );
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.second, [noah]);
    const later = await trial.only();
    expect(later.subject).toBe('You have a seat: Building with blocks');
    expect(later.text).not.toContain('canceled');
    await trial.lab.change(trial.second, LATER_SECOND, [trial.invitation]);
    const waiting = await trial.only();
    expect(waiting.subject).toBe('The session has moved: Building with blocks');
    expect(waiting.text).not.toContain('canceled');
  });

  test('is not sent twice about a canceled seat', async () => {
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
    expect((await trial.only()).subject).toBe('You canceled: Building with blocks');
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('place')).toEqual(['withdrawn', 'sent', 'withdrawn']);
  });

  test('is not queued when all siblings leave the waiting list', async () => {
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first);
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'declined', trial.first);
    expect(await trial.states('place')).toEqual(['sent']);
    expect((await trial.lab.read(trial.invitation)).known).toEqual([]);
  });

  test('names the announced time of an exchanged seat, even if its slot has moved since', async () => {
    const [maya = 0, noah = 0] = await trial.childIds();
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    // A sibling’s canceled seat there says nothing about this one.
    await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first, [noah]);
    await trial.deliver();
    await trial.lab.answer(trial.invitation, 'accepted', trial.second, [maya]);
    await trial.lab.change(trial.first, LATER, []);
    const { text } = await trial.only();
    expect(text).toContain(
      'You no longer have a seat in the session on Saturday, December 5, 2026, 9:30',
    );
  });

  test('announces a new place, alone or with a new time', async () => {
    const moveTo = async (place: string, change: Partial<Slot> = {}): Promise<ParsedMail> => {
      await trial.product.dataSource.manager.update(Study, { id: trial.study.id }, { place });
      await trial.lab.change(trial.first, change, [trial.invitation]);
      return trial.only();
    };
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.deliver();
    const mail = await moveTo('Room 5', { seats: 5 });
    expect(mail.subject).toBe('New place: Building with blocks');
    expect(mail.text).toContain('We are expecting Maya and Noah on Saturday, December 5');
    expect(mail.text).toContain('\nNew place: Room 5\n\nOld place: Room 2 & garden\n');
    expect(mail.attachments[0]?.content.toString()).toMatch(/SEQUENCE:2[^]*LOCATION:Room 5/);
    expect((await moveTo('Room 6', LATER)).subject).toBe(
      'New time and place: Building with blocks',
    );
    const gone = await moveTo('', { seats: 6 });
    expect(gone.subject).toBe('New place: Building with blocks');
    expect(gone.text).toContain('We will write to you again as soon as we know the new one.');
    expect(gone.text).toContain('Old place: Room 6');
    const moved = await moveTo('', LATER_SECOND);
    expect(moved.subject).toBe('The session has moved: Building with blocks');
  });

  test('cancels the calendar event of a letter that may have arrived although it failed', async () => {
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    trial.product.mailServer.refuseWith = () => '5.1.1 no such user';
    await trial.deliver();
    trial.product.mailServer.refuseWith = null;
    await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.first);
    const event = { method: 'CANCEL', uid: trial.uid(trial.first) };
    expect(eventsOf(await trial.only())[0]).toMatchObject(event);
  });

  describe('after a letter that was being delivered while something changed', () => {
    test.each(['cancelled_by_parent', 'cancelled_by_lab'] as const)(
      'and whose delivery was not recorded, repeats that a seat is %s',
      async (state) => {
        await trial.lab.answer(trial.invitation, 'accepted', trial.first);
        await trial.deliver();
        await trial.lab.answer(trial.invitation, state, trial.first);
        const { subject, text } = await trial.only();
        await trial.lab.answer(trial.invitation, 'accepted', trial.first);
        await trial.sendPlace();
        await trial.lab.answer(trial.invitation, state, trial.first);
        const mail = await trial.only();
        expect(mail.subject).toBe(subject);
        expect(mail.text).toBe(text);
        const event = { method: 'CANCEL', uid: trial.uid(trial.first) };
        expect(eventsOf(mail)[0]).toMatchObject(event);
      },
    );

    test('shows the new time and the time that the letter announced', async () => {
      await trial.lab.answer(trial.invitation, 'accepted', trial.first);
      const record = await trial.sendPlace();
      await trial.lab.change(trial.first, LATER, [trial.invitation]);
      await record();
      const mail = await trial.only();
      expect(mail.subject).toBe('The session has moved: Building with blocks');
      expect(mail.text).toContain('It was previously on Saturday, December 5, 2026, 9:30 AM');
    });

    test('does not repeat which seat was exchanged', async () => {
      await trial.lab.answer(trial.invitation, 'accepted', trial.first);
      await trial.deliver();
      await trial.lab.answer(trial.invitation, 'accepted', trial.second);
      const record = await trial.sendPlace();
      await trial.lab.change(trial.second, LATER_SECOND, [trial.invitation]);
      await record();
      const mail = await trial.only();
      expect(mail.subject).toBe('The session has moved: Building with blocks');
      expect(mail.text).not.toContain('no longer have a seat');
      expect(eventsOf(mail)).not.toContainEqual(expect.objectContaining({ method: 'CANCEL' }));
    });

    test('keeps what the newer letter said, although the older one is recorded later', async () => {
      await trial.lab.answer(trial.invitation, 'accepted', trial.first);
      const record = await trial.sendPlace();
      await trial.lab.change(trial.first, LATER, [trial.invitation]);
      await trial.deliver();
      await record();
      await trial.lab.answer(trial.invitation, 'cancelled_by_parent', trial.first);
      expect((await trial.only()).text).toContain('December 5, 2026, 12:30 PM to 1:30 PM');
    });
  });

  test('does not mention a seat when no letter about the waiting list was sent', async () => {
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first);
    await trial.lab.answer(trial.invitation, 'cancelled_by_lab', trial.first);
    const mail = await trial.only();
    expect(mail.subject).toBe('You are no longer in the session: Building with blocks');
    expect(mail.text).toContain('Maya and Noah are no longer in the session on Saturday, December');
  });

  test('is replaced by a newer one while it is queued', async () => {
    await trial.lab.answer(trial.invitation, 'waitlisted', trial.first);
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    const mail = await trial.only();
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(await trial.states('place')).toEqual(['withdrawn', 'sent']);
  });

  test.each<[string, Partial<Family>, number]>([
    [
      'is sent to a family that may no longer be invited',
      { okayToContactIndicator: 'N', pausedUntil: '2027-06-01' },
      1,
    ],
    ['is not sent to a disabled family', { disabledIndicator: 'Y' }, 0],
  ])('%s', async (_, change, expected) => {
    await trial.lab.answer(trial.invitation, 'accepted', trial.first);
    await trial.update(change);
    expect(await trial.deliver()).toHaveLength(expected);
  });
});
