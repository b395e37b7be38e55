import { describe, expect, test } from 'vitest';
import type { AnswersConflict, InvitationView } from '@kidlab/contract';

import { Child } from '../src/children/child.entity.js';
import { ANSWER_MESSAGES } from '../src/studies/answers/answer-rules.js';
import { Participation } from '../src/studies/invitation.entity.js';
import { AFTERNOON, beginInvitationTrial, morningOf } from './invited-families.js';
import type { Answer } from './staff-records.js';

type Payload = Record<string, unknown>;

const MORNING_AFTER = { ...morningOf('2026-12-15'), seats: 1 };

const trial = beginInvitationTrial();

describe('POST invitations/answers', () => {
  test('a yes gives a seat at once, with a letter and an audit event', async () => {
    const parent = await trial.invite();
    const [participationId] = parent.family.participationIds;
    const answer = await parent.post({
      sequence: 0,
      note: ' We come by bus. ',
      answers: [{ participationId, answer: 'yes', slotId: trial.slot.id }],
    });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        sequence: 1,
        note: 'We come by bus.',
        children: [{ state: 'accepted', slot: { id: trial.slot.id, seatsLeft: 2 } }],
      },
    ]);
    expect(await trial.desk.audit(1)).toMatchObject([
      {
        actor: 'Registration Site',
        action: 'participation.updated',
        before: { state: 'invited', slotId: null },
        after: { state: 'accepted', slotId: trial.slot.id },
      },
    ]);
    expect(await trial.lettersTo(parent)).toEqual(['place', 'reminder']);
  });

  test.each([
    ['pending', 1],
    ['failed', 1],
    ['claimed', 1],
    ['withdrawn', 2],
  ])(
    'keeps its sequence while a letter that contains it may still be sent (%s)',
    async (state, after) => {
      const parent = await trial.invite();
      await parent.answer(trial.slot.id);
      const claim =
        state === 'claimed' ? `, claimed_by = 'x', lease_until = now() + interval '9 years'` : '';
      await trial.product.dataSource.query(
        `UPDATE outbox_messages SET state = $1 ${claim} WHERE kind = 'place' AND family_id = $2`,
        [state, parent.family.familyId],
      );
      const ages = { criteria: { minMonths: 12 } };
      await trial.desk.call('put', `/studies/${String(trial.study.id)}`, ages);
      expect((await parent.view()).sequence).toBe(after);
    },
  );

  test('the family is told that a deleted child lost its seat, even after a move', async () => {
    const parent = await trial.invite(2);
    await parent.answer(trial.slot.id);
    await trial.changeSlot(AFTERNOON);
    await trial.product.deliver();
    trial.product.mailServer.mails.length = 0;
    const [child]: [{ id: number }] = await trial.product.dataSource.query(
      'SELECT id FROM children WHERE family_id = $1 ORDER BY id LIMIT 1',
      [parent.family.familyId],
    );
    await trial.desk.call('delete', `/children/${String(child.id)}`);
    await trial.product.deliver();
    expect(trial.product.mailServer.mails).toHaveLength(1);
  });

  test('an exchange for a session at the same time sends no news of a lost seat', async () => {
    const { product } = trial;
    const parent = await trial.invite();
    await parent.answer(trial.slot.id);
    await product.deliver();
    await parent.answer((await trial.addSlot()).id, { sequence: 1 });
    await product.deliver();
    const mail = product.mailServer.mails.at(-1);
    expect(mail?.subject).toBe('You have a seat: Building with blocks');
    expect(mail?.text).not.toContain('no longer');
  });

  test('saves a new note alone without sending a letter', async () => {
    const parent = await trial.invite();
    await parent.answer(trial.slot.id);
    const answers = [
      { participationId: parent.family.participationIds[0], answer: 'yes', slotId: trial.slot.id },
    ];
    const answer = await parent.post({ sequence: 1, note: 'We come by bus.', answers });
    expect(answer.body).toMatchObject({ sequence: 1, note: 'We come by bus.' });
    expect(await trial.lettersTo(parent)).toEqual(['place', 'reminder']);
  });

  test.each([
    ['does not repeat the letter about a seat', true, 0],
    ['repeats it if it may not have been sent', false, 1],
  ])('a no for another child %s', async (_, isSent, repeats) => {
    const parent = await trial.invite(2);
    const [first, second] = parent.family.participationIds;
    const yes = { participationId: first, answer: 'yes', slotId: trial.slot.id };
    await parent.post({ sequence: 0, answers: [yes] });
    await trial.product.deliver();
    const { mails } = trial.product.mailServer;
    mails.length = 0;
    await trial.product.dataSource.query(
      `UPDATE invitations SET known = jsonb_set(known, '{0,isSent}', to_jsonb($1::boolean))`,
      [isSent],
    );

    const no = { participationId: second, answer: 'no' };
    expect((await parent.post({ sequence: 1, answers: [no] })).status).toBe(200);

    await trial.product.deliver();
    expect(mails).toHaveLength(repeats);
  });

  test('a stale page does not overwrite a newer note', async () => {
    const parent = await trial.invite();
    await parent.answer(trial.slot.id);
    const answers = [
      { participationId: parent.family.participationIds[0], answer: 'yes', slotId: trial.slot.id },
    ];
    const save = (note: string, noteSeen: string): PromiseLike<Answer> =>
      parent.post({ sequence: 1, note, noteSeen, answers });
    expect((await save('We come by bus.', '')).status).toBe(200);
    const { changed } = ANSWER_MESSAGES;
    for (const note of ['', 'We come by car.']) {
      expect((await save(note, '')).body).toMatchObject({
        statusCode: 409,
        message: changed,
        present: { note: 'We come by bus.' },
      });
    }
    expect((await save('We come by bus.', '')).status).toBe(200);
    expect((await save('', 'We come by bus.')).body).toMatchObject({ note: '' });
    expect(await trial.lettersTo(parent)).toEqual(['place', 'reminder']);
  });

  test('a retry after a lost response gets the same response and changes nothing', async () => {
    const parent = await trial.invite();
    const first = await parent.answer(trial.slot.id);
    trial.product.clock.advance({ minutes: 1 });
    const again = await Promise.all([parent.answer(trial.slot.id), parent.answer(trial.slot.id)]);
    for (const answer of again) {
      expect([answer.status, answer.body]).toEqual([200, first.body]);
    }
    expect(await trial.lettersTo(parent)).toEqual(['place', 'reminder']);
    const other = await parent.answer(null);
    expect(other.body).toEqual({
      statusCode: 409,
      message: ANSWER_MESSAGES.changed,
      present: first.body,
    });
  });

  test('of two simultaneous answers, one is saved and the other gets the current state', async () => {
    const parent = await trial.invite();
    const later = await trial.addSlot(AFTERNOON);
    const answers = await Promise.all([parent.answer(trial.slot.id), parent.answer(later.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [held, refused] = answers.sort((one, two) => one.status - two.status);
    expect((refused.body as AnswersConflict).present).toEqual(held.body);
  });

  test('siblings get seats together or wait together', async () => {
    const [first, siblings, last] = [
      await trial.invite(2),
      await trial.invite(2),
      await trial.invite(2),
    ];
    await first.answer(trial.slot.id);
    expect((await siblings.answer(trial.slot.id)).body).toMatchObject({
      children: [
        { state: 'waitlisted', waitingBefore: 0, slot: { seatsLeft: 1, waiting: 1 } },
        { state: 'waitlisted', waitingBefore: 0 },
      ],
    });
    expect((await last.answer(trial.slot.id)).body).toMatchObject({
      children: [
        { state: 'waitlisted', waitingBefore: 1 },
        { state: 'waitlisted', waitingBefore: 1 },
      ],
    });
    expect(await trial.counters()).toEqual({ taken: 2, waiting: 4 });
  });

  test('a seat that no waiting family can use is shown as free and given at once', async () => {
    const [seated, single, mover] = [
      await trial.invite(2),
      await trial.invite(),
      await trial.invite(),
    ];
    const later = await trial.addSlot(AFTERNOON);
    await seated.answer(trial.slot.id);
    await (await trial.invite(2)).answer(trial.slot.id);
    await mover.answer(later.id);
    const [{ slots } = { slots: [] }] = (await mover.view()).children;
    expect(slots).toMatchObject([{ seatsLeft: 1, waiting: 1 }, { id: later.id }]);
    // The family is not asked whether to give up its seat in order to wait.
    expect((await mover.answer(trial.slot.id, { sequence: 1 })).body).toMatchObject({
      children: [{ state: 'accepted', slot: { id: trial.slot.id, seatsLeft: 0 } }],
    });
    expect((await single.answer(trial.slot.id)).body).toMatchObject({
      children: [{ state: 'waitlisted', waitingBefore: 1 }],
    });
  });

  test('a new free seat belongs to the waiting list, even before it is filled', async () => {
    const [seated, waiting, late] = [
      await trial.invite(3),
      await trial.invite(),
      await trial.invite(),
    ];
    await seated.answer(trial.slot.id);
    await waiting.answer(trial.slot.id);
    await trial.product.dataSource.query('UPDATE slots SET seats = 4 WHERE id = $1', [
      trial.slot.id,
    ]);
    expect((await late.answer(trial.slot.id)).body).toMatchObject({
      children: [{ state: 'waitlisted', waitingBefore: 1 }],
    });
  });

  test('refuses more siblings than the session has seats, with a message that says so', async () => {
    const small = await trial.addSlot({ ...AFTERNOON, seats: 2 });
    const siblings = await trial.invite(3);
    const before = await siblings.view();
    const message = ANSWER_MESSAGES.tooSmall;
    expect((await siblings.answer(small.id)).body).toEqual({
      statusCode: 409,
      message,
      errors: [0, 1, 2].map((at) => ({ field: `answers[${String(at)}].slotId`, message })),
      present: before,
    });
    const [one, two, three] = siblings.family.participationIds;
    const yes = { answer: 'yes', slotId: small.id };
    const pair = [one, two].map((participationId) => ({ participationId, ...yes }));
    expect((await siblings.post({ sequence: 0, answers: pair })).status).toBe(200);
    const third = { sequence: 1, answers: [{ participationId: three, ...yes }] };
    expect((await siblings.post(third)).body).toMatchObject({ statusCode: 409, message });
  });

  test('each child has its own answer; a seat can be moved, given up and taken again', async () => {
    const parent = await trial.invite(2);
    const [one, other] = parent.family.participationIds;
    const later = await trial.addSlot(AFTERNOON);
    const post = async (sequence: number, mine: number | null, theirs: number | null) => {
      const say = (participationId: number | undefined, slotId: number | null): Payload => ({
        participationId,
        answer: slotId === null ? 'no' : 'yes',
        ...(slotId === null ? {} : { slotId }),
      });
      const answers = [say(one, mine), say(other, theirs)];
      const { body } = await parent.post({ sequence, answers });
      return (body as InvitationView).children.map(({ state, slot: at }) => [state, at?.id]);
    };
    expect(await post(0, trial.slot.id, null)).toEqual([
      ['accepted', trial.slot.id],
      ['declined', undefined],
    ]);
    expect(await post(1, later.id, trial.slot.id)).toEqual([
      ['accepted', later.id],
      ['accepted', trial.slot.id],
    ]);
    expect(await post(2, null, later.id)).toEqual([
      ['cancelled_by_parent', undefined],
      ['accepted', later.id],
    ]);
    expect(await post(3, later.id, later.id)).toEqual([
      ['accepted', later.id],
      ['accepted', later.id],
    ]);
    expect(await trial.counters()).toEqual({ taken: 0, waiting: 0 });
    expect(await trial.counters(later)).toEqual({ taken: 2, waiting: 0 });
  });

  test('siblings exchange their seats in full sessions, unless another family waits for one', async () => {
    const siblings = await trial.invite(2);
    const [one, other] = siblings.family.participationIds;
    const slots = [
      await trial.addSlot({ ...AFTERNOON, seats: 1 }),
      await trial.addSlot(MORNING_AFTER),
    ];
    const [{ id: first } = trial.slot, { id: second } = trial.slot] = slots;
    const post = (sequence: number, mine: number, theirs: number): PromiseLike<Answer> =>
      siblings.post({
        sequence,
        answers: [
          { participationId: one, answer: 'yes', slotId: mine },
          { participationId: other, answer: 'yes', slotId: theirs },
        ],
      });
    await post(0, first, second);
    expect((await post(1, second, first)).body).toMatchObject({
      children: [
        { state: 'accepted', slot: { id: second, seatsLeft: 0 } },
        { state: 'accepted', slot: { id: first, seatsLeft: 0 } },
      ],
    });
    await (await trial.invite()).answer(first);
    expect((await post(2, first, second)).body).toMatchObject({
      statusCode: 409,
      errors: [{ field: 'answers[0].slotId', message: ANSWER_MESSAGES.seatLost }],
    });
  });

  test('accepts a yes until a day before the start, and a no until the start', async () => {
    const [late, seated] = [await trial.invite(), await trial.invite()];
    await seated.answer(trial.slot.id);
    await trial.addSlot(morningOf('2026-12-15'));
    trial.product.clock.set(new Date('2026-12-13T17:29:59Z'));
    expect((await late.view()).children[0]?.slots).toHaveLength(2);
    trial.product.clock.set(new Date('2026-12-13T17:30:00Z'));
    expect((await late.answer(trial.slot.id)).body).toMatchObject({
      errors: [{ field: 'answers[0].slotId', message: ANSWER_MESSAGES.timeGone }],
    });
    expect((await late.answer(null)).body).toMatchObject({ children: [{ state: 'declined' }] });
    trial.product.clock.set(new Date('2026-12-14T17:29:59Z'));
    expect((await seated.answer(null, { sequence: 1 })).body).toMatchObject({
      children: [{ state: 'cancelled_by_parent' }],
    });
  });

  test('accepts a no even after the deadline', async () => {
    const parent = await trial.invite(1, '2026-12-01T00:00Z');
    trial.product.clock.set(new Date('2026-12-01T00:00Z'));
    expect((await parent.answer(trial.slot.id)).status).toBe(410);
    expect((await parent.answer(null)).body).toMatchObject({ children: [{ state: 'declined' }] });
  });

  test('refuses to cancel a session that has begun, but not a sibling’s later session', async () => {
    const parent = await trial.invite(2);
    const [one, other] = parent.family.participationIds;
    const next = await trial.addSlot(morningOf('2026-12-15'));
    const yes = { answer: 'yes', slotId: trial.slot.id };
    const answers = [
      { participationId: one, ...yes },
      { participationId: other, ...yes, slotId: next.id },
    ];
    expect((await parent.post({ sequence: 0, answers })).status).toBe(200);
    trial.product.clock.set(new Date('2026-12-14T17:30:00Z'));
    expect((await parent.answer(null, { sequence: 1 })).body).toMatchObject({
      errors: [{ field: 'answers[0].answer', message: ANSWER_MESSAGES.begun }],
    });
    const no = { sequence: 1, answers: [{ participationId: other, answer: 'no' }] };
    expect((await parent.post(no)).status).toBe(200);
  });

  test('a family waiting for a session that has begun may choose another one', async () => {
    const [seated, waiting] = [await trial.invite(3), await trial.invite()];
    const next = await trial.addSlot(morningOf('2026-12-16'));
    await seated.answer(trial.slot.id);
    expect((await waiting.answer(trial.slot.id)).body).toMatchObject({
      children: [{ state: 'waitlisted' }],
    });
    trial.product.clock.set(new Date('2026-12-14T17:30:00Z'));
    expect((await waiting.answer(next.id, { sequence: 1 })).body).toMatchObject({
      children: [{ state: 'accepted', slot: { id: next.id } }],
    });
    expect(await trial.counters()).toEqual({ taken: 3, waiting: 0 });
  });

  test('records a confirmed age only for a child that was asked about', async () => {
    const { manager } = trial.product.dataSource;
    await trial.another({ minMonths: 45 });
    const parent = await trial.invite(2);
    const { familyId } = parent.family;
    await manager.update(Child, { familyId, firstName: 'Chidi' }, { monthOfBirth: 2 });
    expect((await parent.answer(trial.slot.id, { ageConfirmed: true })).status).toBe(200);
    const answers = await manager.find(Participation, {
      where: { familyId },
      order: { id: 'ASC' },
    });
    expect(answers.map(({ ageConfirmedAt }) => ageConfirmedAt)).toEqual([
      trial.product.clock.now(),
      null,
    ]);
  });
});
