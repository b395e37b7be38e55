import { describe, expect, test } from 'vitest';

import { SERVER_MESSAGES } from '../src/common/messages.js';
import { ANSWER_MESSAGES, ENDED_MESSAGES } from '../src/studies/answers/answer-rules.js';
import { AFTERNOON, beginInvitationTrial, MORNING, morningOf, Parent } from './invited-families.js';

const trial = beginInvitationTrial();

describe('an invitation as its family sees it', () => {
  describe('GET invitations', () => {
    test('returns each child with the slots that fit', async () => {
      const parent = await trial.invite(2);
      const answer = await parent.get();
      const offered = {
        id: trial.slot.id,
        ...MORNING,
        seatsLeft: 3,
        waiting: 0,
        ageQuestion: null,
      };
      const child = {
        state: 'invited',
        slot: null,
        hasBegun: false,
        cancelled: null,
        waitingBefore: null,
        slots: [offered],
      };
      const [one, other] = parent.family.participationIds;
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          studyName: 'Building with blocks',
          place: 'Room 2',
          sequence: 0,
          expiresLocal: '2026-12-13T09:30',
          note: '',
          children: [
            { participationId: one, firstName: 'Maya', ...child },
            { participationId: other, firstName: 'Chidi', ...child },
          ],
        },
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    test('shows the seat until the session ends, then the attendance', async () => {
      await trial.addSlot(morningOf('2026-12-16'));
      const parent = await trial.invite();
      await parent.answer(trial.slot.id);
      const shown = async (): Promise<unknown> => (await parent.view()).children[0];
      await trial.setClock('2026-12-14T17:00:00Z');
      const child = `/participations/${String(parent.family.participationIds[0])}`;
      expect((await trial.desk.call('put', child, { state: 'no_show' })).status).toBe(200);
      const seat = { slot: { id: trial.slot.id }, slots: [] };
      expect(await shown()).toMatchObject({ state: 'accepted', ...seat });
      expect((await parent.get('/calendar', { slot: trial.slot.id })).status).toBe(200);
      await trial.setClock('2026-12-14T18:29:59Z');
      expect(await shown()).toMatchObject({ state: 'accepted', ...seat });
      await trial.setClock('2026-12-14T18:30:00Z');
      expect(await shown()).toMatchObject({ state: 'no_show', ...seat });
    });

    test('offers no slot that is past its cut-off, canceled, or on a day when the age does not fit', async () => {
      await trial.addSlot({ startsLocal: '2026-11-21T09:00', endsLocal: '2026-11-21T10:00' });
      await trial.addSlot({ startsLocal: '2027-06-14T09:00', endsLocal: '2027-06-14T10:00' });
      const cancelled = await trial.addSlot(AFTERNOON);
      await trial.cancelSlot(cancelled);
      const { children } = await (await trial.invite()).view();
      expect(children[0]?.slots.map(({ id }) => id)).toEqual([trial.slot.id]);
    });

    test.each([
      [{ minMonths: 45 }, 'Will Maya be 45 months or older on December 14?'],
      [{ maxMonths: 44 }, 'Will Maya be 44 months or younger on December 14?'],
      [{ minMonths: 44, maxMonths: 45 }, null],
    ])(
      'asks about the age when the month of birth leaves it open: %j',
      async (criteria, question) => {
        await trial.another(criteria);
        const { children } = await (await trial.invite()).view();
        expect(children[0]?.slots.map(({ ageQuestion }) => ageQuestion)).toEqual([question]);
      },
    );

    test('does not ask about an age that the parent confirmed for the seat, only about other dates', async () => {
      await trial.another({ minMonths: 45 });
      await trial.addSlot(morningOf('2026-12-15'));
      const parent = await trial.invite();
      const asked = async (): Promise<unknown> =>
        (await parent.view()).children[0]?.slots.map(({ ageQuestion }) => ageQuestion);
      const questionOn = (day: string): string => `Will Maya be 45 months or older on ${day}?`;
      await parent.answer(trial.slot.id, { ageConfirmed: true });
      expect(await asked()).toEqual([null, questionOn('December 15')]);
      await parent.answer(null, { sequence: 1 });
      expect(await asked()).toEqual(['December 14', 'December 15'].map(questionOn));
    });

    test('does not ask about the age once the session has begun', async () => {
      await trial.another({ minMonths: 45 });
      await trial.addSlot(morningOf('2026-12-16'));
      const parent = await trial.invite();
      await parent.answer(trial.slot.id, { ageConfirmed: true });
      await trial.product.dataSource.query('UPDATE participations SET age_confirmed_at = NULL');
      const asked = async (): Promise<unknown> =>
        (await parent.view()).children[0]?.slot?.ageQuestion;
      expect(await asked()).not.toBeNull();
      trial.product.clock.set(new Date(trial.slot.startsAt));
      expect(await asked()).toBeNull();
    });

    test('offers other dates once a session has begun, but only to waiting children', async () => {
      await trial.addSlot(morningOf('2026-12-16'));
      const [seated, waiting] = [await trial.invite(3), await trial.invite()];
      await seated.answer(trial.slot.id);
      await waiting.answer(trial.slot.id);
      const shown = async (parent: Parent): Promise<unknown> => {
        const [child] = (await parent.view()).children;
        return [child?.hasBegun, child?.slots.map(({ startsLocal }) => startsLocal)];
      };
      const [first, other] = ['2026-12-14T09:30', '2026-12-16T09:30'];
      trial.product.clock.set(new Date('2026-12-13T17:29:59Z'));
      expect(await shown(seated)).toEqual([false, [first, other]]);
      trial.product.clock.set(new Date(trial.slot.startsAt));
      expect(await shown(seated)).toEqual([true, []]);
      expect(await shown(waiting)).toEqual([true, [other]]);
    });

    test('offers only dates on which the age is certain, unless staff included possible ages', async () => {
      await trial.another({ minMonths: 45 });
      const sure = await trial.addSlot(morningOf('2027-01-14'));
      const parent = await trial.invite();
      const offered = async (): Promise<unknown> =>
        (await parent.view()).children[0]?.slots.map(({ id }) => id);
      expect(await offered()).toEqual([trial.slot.id, sure.id]);
      await trial.product.dataSource.query(
        'UPDATE invitations SET with_possible = false WHERE id = $1',
        [parent.family.invitationId],
      );
      expect(await offered()).toEqual([sure.id]);
      expect((await parent.answer(trial.slot.id, { ageConfirmed: true })).status).toBe(409);
      expect((await parent.answer(sure.id)).status).toBe(200);
    });

    test('expires at the cut-off of the last date that fits', async () => {
      const last = await trial.addSlot(AFTERNOON);
      await trial.addSlot(morningOf('2029-06-14'));
      const parent = await trial.invite();
      const until = async (): Promise<string> => (await parent.view()).expiresLocal;
      expect(await until()).toBe('2026-12-13T14:00');
      await trial.cancelSlot(last);
      expect(await until()).toBe('2026-12-13T09:30');
      await trial.setClock('2026-12-13T17:30:00Z');
      // A session for older children is still open.
      expect((await parent.get()).body).toMatchObject({ statusCode: 410, reason: 'expired' });
      expect((await parent.answer(null)).status).toBe(200);
      await trial.setClock('2026-11-20T18:00:00Z');
      const soon = await trial.invite(1, '2026-11-27T18:00Z');
      expect((await soon.view()).expiresLocal).toBe('2026-11-27T10:00');
    });

    test('shows a session that the lab canceled, with the reason', async () => {
      const [parent, single] = [await trial.invite(), await trial.invite()];
      await trial.addSlot(AFTERNOON);
      await parent.answer(trial.slot.id);
      await single.answer(trial.slot.id);
      const seat = `/participations/${String(single.family.participationIds[0])}`;
      await trial.desk.call('put', seat, { state: 'cancelled_by_lab' });
      const cancelled = { ...MORNING, reason: '' };
      const child = { state: 'cancelled_by_lab', slot: null };
      expect((await single.view()).children).toMatchObject([{ ...child, cancelled }]);
      await trial.cancelSlot();
      const why = { ...cancelled, reason: 'We are ill.' };
      expect((await parent.view()).children).toMatchObject([{ ...child, cancelled: why }]);
    });

    test('shows that the only session was canceled, with the reason, until its start time', async () => {
      const [parent, unanswered] = [await trial.invite(), await trial.invite()];
      await parent.answer(trial.slot.id);
      await trial.cancelSlot();
      expect((await parent.view()).children).toMatchObject([
        { cancelled: { ...MORNING, reason: 'We are ill.' }, slots: [] },
      ]);
      const ended = { statusCode: 410, message: 'This study has no more test sessions.' };
      expect((await unanswered.get()).body).toMatchObject(ended);
      trial.product.clock.set(new Date(trial.slot.startsAt));
      expect((await parent.get()).body).toMatchObject(ended);
    });

    test('shows the place to a late family until the only session ends, even if staff record it early', async () => {
      const parent = await trial.invite();
      await parent.answer(trial.slot.id);
      trial.product.clock.set(new Date(trial.slot.startsAt));
      const shown = { children: [{ state: 'accepted', hasBegun: true, slots: [] }] };
      expect(await parent.view()).toMatchObject({ place: trial.study.place, ...shown });
      const no = await parent.answer(null, { sequence: 1 });
      expect(JSON.stringify(no.body)).toContain(ANSWER_MESSAGES.begun);
      await trial.product.dataSource.query(
        `UPDATE participations SET state = 'no_show' WHERE invitation_id = $1`,
        [parent.family.invitationId],
      );
      expect(await parent.view()).toMatchObject(shown);
      trial.product.clock.set(new Date('2026-12-14T18:30Z'));
      expect((await parent.get()).body).toMatchObject({ statusCode: 410, reason: 'over' });
    });

    test('returns 404 for an unknown link, and for one whose letter has not been sent', async () => {
      const parent = await trial.invite();
      const { id } = { id: parent.family.invitationId };
      const unknown = { statusCode: 404, message: SERVER_MESSAGES.unknownLink };
      for (const token of ['', 'x', 'Ä'.repeat(99)]) {
        const other = new Parent(trial.product, { ...parent.family, token });
        expect((await other.get()).body).toEqual(unknown);
        expect((await other.answer(trial.slot.id)).body).toEqual(unknown);
      }
      await trial.product.dataSource.query(
        `UPDATE invitations SET state = 'queued', sent_at = NULL, expires_at = NULL WHERE id = $1`,
        [id],
      );
      expect((await parent.get()).body).toEqual(unknown);
      expect((await parent.answer(trial.slot.id)).body).toEqual(unknown);
    });

    describe('returns 410 when it has ended:', () => {
      const setClock = (at: string): Promise<void> => {
        trial.product.clock.set(new Date(at));
        return Promise.resolve();
      };
      const END: Record<keyof typeof ENDED_MESSAGES, (parent: Parent) => Promise<unknown>> = {
        expired: () => setClock('2026-12-01T00:00Z'),
        over: () => setClock('2026-12-14T17:30Z'),
        closed: () =>
          trial.desk.call('put', `/studies/${String(trial.study.id)}`, { state: 'closed' }),
        withdrawn: ({ family }) =>
          trial.product.dataSource.query(
            `UPDATE invitations SET state = 'withdrawn', withdrawn_reason = 'staff' WHERE id = $1`,
            [family.invitationId],
          ),
      };
      const reasons = Object.keys(END) as (keyof typeof ENDED_MESSAGES)[];

      test.each(reasons)('%s', async (reason) => {
        const parent = await trial.invite(1, '2026-12-01T00:00Z');
        await END[reason](parent);
        const body = { statusCode: 410, message: ENDED_MESSAGES[reason], reason };
        expect((await parent.get()).body).toEqual(body);
        expect((await parent.answer(trial.slot.id)).body).toEqual(body);
        expect((await parent.get('/calendar', { slot: trial.slot.id })).body).toEqual(body);
        // After the deadline, a no is still accepted.
        const no = await parent.answer(null);
        if (reason === 'expired') expect(no.status).toBe(200);
        else expect(no.body).toEqual(body);
      });

      test.each(reasons.filter((reason) => reason !== 'over'))(
        '%s: a family with a seat may still give it up, and nothing else',
        async (reason) => {
          const parent = await trial.invite(1, '2026-12-01T00:00Z');
          const later = await trial.addSlot(AFTERNOON);
          await parent.answer(trial.slot.id);
          await END[reason](parent);
          expect((await parent.view()).children).toMatchObject([{ state: 'accepted', slots: [] }]);
          expect((await parent.answer(later.id, { sequence: 1 })).body).toMatchObject({
            errors: [{ field: 'answers[0].slotId', message: ANSWER_MESSAGES.timeGone }],
          });
          const given = await parent.answer(null, { sequence: 1 });
          expect([given.status, given.body]).toMatchObject([
            200,
            { children: [{ state: 'cancelled_by_parent', slots: [] }] },
          ]);
          expect((await parent.answer(null, { sequence: 1 })).body).toEqual(given.body);
          expect((await parent.get()).body).toMatchObject({ statusCode: 410, reason });
          expect(await trial.counters()).toEqual({ taken: 0, waiting: 0 });
        },
      );
    });
  });

  test('GET invitations/calendar returns a session in which the family has a seat', async () => {
    const parent = await trial.invite();
    const query = { slot: trial.slot.id };
    expect((await parent.get('/calendar', query)).status).toBe(404);
    await parent.answer(trial.slot.id);
    const file = await parent.get('/calendar', query);
    expect([file.status, file.headers['content-type']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    const uid = `invitation-${String(parent.family.invitationId)}-slot-${String(trial.slot.id)}@`;
    expect(file.text).toContain(`UID:${uid}`);
    expect(file.text).toContain('SEQUENCE:1');
    expect(file.text).not.toContain('Maya');
    expect((await parent.get('/calendar')).status).toBe(404);
    await trial.changeSlot({ seats: 1 });
    const waiting = await trial.invite();
    await waiting.answer(trial.slot.id);
    expect((await waiting.get('/calendar', query)).status).toBe(404);
    expect((await parent.get('/calendar', { slot: 'x' })).status).toBe(400);
  });
});
