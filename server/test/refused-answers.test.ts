import { describe, expect, test } from 'vitest';

import { ANSWER_MESSAGES } from '../src/studies/answers/answer-rules.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import { Slot } from '../src/studies/slot.entity.js';
import { AFTERNOON, beginInvitationTrial, morningOf } from './invited-families.js';
import { untilWaitingForLock } from './locks.js';

type Payload = Record<string, unknown>;

const trial = beginInvitationTrial();

describe('POST invitations/answers refuses', () => {
  test('two sessions of a family at the same time, for siblings and across studies', async () => {
    const parent = await trial.invite(2);
    const [one, other] = parent.family.participationIds;
    const overlapping = await trial.addSlot({
      startsLocal: '2026-12-14T10:00',
      endsLocal: '2026-12-14T11:00',
    });
    const yes = (participationId: number | undefined, slotId: number): Payload => ({
      participationId,
      answer: 'yes',
      slotId,
    });
    const both = { sequence: 0, answers: [yes(one, trial.slot.id), yes(other, overlapping.id)] };
    const before = await parent.view();
    expect((await parent.post(both)).body).toEqual({
      statusCode: 409,
      message: ANSWER_MESSAGES.busy,
      errors: [{ field: 'answers[1].slotId', message: ANSWER_MESSAGES.busy }],
      present: before,
    });
    await parent.answer(trial.slot.id);

    await trial.another();
    const second = await trial.inviteAgain(parent);
    expect((await second.answer(trial.slot.id)).body).toMatchObject({
      statusCode: 409,
      message: ANSWER_MESSAGES.busy,
      errors: [{ field: 'answers[0].slotId' }, { field: 'answers[1].slotId' }],
    });
    // A session that the same request gives up does not conflict.
    expect((await parent.answer(overlapping.id, { sequence: 1 })).status).toBe(200);
  });

  /** Changes to a valid request, and to its answer for a child. */
  const wrong: [string, Payload, ...Payload[]][] = [
    ['sequence', { sequence: undefined }],
    ['sequence', { sequence: -1 }],
    ['answers', { answers: [] }],
    ['answers', { answers: 'x' }],
    ['note', { note: 'x'.repeat(501) }],
    ['note', { note: {} }],
    ['answers[0].participationId', {}, { participationId: undefined }],
    ['answers[0].participationId', {}, { participationId: 4711 }],
    ['answers[0].answer', {}, { answer: undefined }],
    ['answers[0].answer', {}, { answer: 'perhaps' }],
    ['answers[0].slotId', {}, { answer: 'yes' }],
    ['answers[0].slotId', {}, { answer: 'yes', slotId: 4711 }],
    ['answers[0].ageConfirmed', {}, { ageConfirmed: 'x' }],
    ['answers[1].participationId', {}, {}, {}],
  ];
  test.each(wrong)('an invalid %s with 400 (%#)', async (field, request, change = {}, ...more) => {
    const parent = await trial.invite();
    const [participationId] = parent.family.participationIds;
    const answers = [change, ...more].map((each) => ({ participationId, answer: 'no', ...each }));
    const answer = await parent.post({ sequence: 0, answers, ...request });
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
    expect(await parent.view()).toMatchObject({ sequence: 0 });
  });

  test('an answer that races with a move of the session it joins', async () => {
    const parent = await trial.invite();
    const { invitationId: id } = parent.family;
    const late = await trial.product.dataSource.transaction(async (manager) => {
      // Locks the session, not the family: the family was not in it when the move locked the families.
      const where = { id: trial.slot.id };
      await manager.findOne(Slot, { where, lock: { mode: 'for_no_key_update' } });
      const answer = Promise.resolve(parent.answer(trial.slot.id));
      await untilWaitingForLock(trial.product);
      await manager.increment(Invitation, { id }, 'sequence', 1);
      return { answer };
    });
    const { changed: message } = ANSWER_MESSAGES;
    expect((await late.answer).body).toMatchObject({ statusCode: 409, message });
  });

  test('an answer from a page with a former time or age, but sends queued letters', async () => {
    const other = await trial.addSlot(morningOf('2026-12-16'));
    const [no, yes, unsent] = [await trial.invite(), await trial.invite(), await trial.invite()];
    await no.answer(null);
    await yes.answer(other.id);
    await trial.product.deliver();
    trial.product.mailServer.mails.length = 0;
    await unsent.answer(other.id);
    await trial.changeSlot(AFTERNOON);
    const { changed: message } = ANSWER_MESSAGES;
    for (const parent of [no, yes]) {
      const late = await parent.answer(trial.slot.id, { sequence: 1 });
      expect(late.body).toMatchObject({ statusCode: 409, message });
    }
    await trial.product.deliver();
    expect(trial.product.mailServer.mails).toHaveLength(1);
    const { sequence } = await no.view();
    const criteria = { minMonths: 12, maxMonths: 48 };
    await trial.desk.call('put', `/studies/${String(trial.study.id)}`, { criteria });
    expect((await no.answer(trial.slot.id, { sequence })).body).toMatchObject({ message });
  });

  test('uninvited and duplicate children, naming each of them', async () => {
    const parent = await trial.invite();
    const [mine] = parent.family.participationIds;
    const answers = [4711, mine, mine].map((participationId) => ({
      participationId,
      answer: 'no',
    }));
    expect((await parent.post({ sequence: 0, answers })).body).toMatchObject({
      statusCode: 400,
      errors: [
        { field: 'answers[0].participationId', message: ANSWER_MESSAGES.otherChild },
        { field: 'answers[2].participationId', message: ANSWER_MESSAGES.twice },
      ],
    });
  });

  test('another family’s child and another study’s slot, naming the field', async () => {
    const [mine, theirs] = [await trial.invite(), await trial.invite()];
    await trial.another();
    expect((await mine.answer(trial.slot.id)).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'answers[0].slotId', message: ANSWER_MESSAGES.timeGone }],
    });
    const [participationId] = theirs.family.participationIds;
    expect(
      (await mine.post({ sequence: 0, answers: [{ participationId, answer: 'no' }] })).body,
    ).toMatchObject({ statusCode: 400, errors: [{ field: 'answers[0].participationId' }] });
  });

  test('a place on a waiting list to a child with a seat, until the seat is given up', async () => {
    const full = await trial.addSlot({ ...AFTERNOON, seats: 1 });
    const [parent, other] = [await trial.invite(), await trial.invite()];
    await other.answer(full.id);
    await parent.answer(trial.slot.id);
    const before = await parent.view();
    expect((await parent.answer(full.id, { sequence: 1 })).body).toEqual({
      statusCode: 409,
      message: ANSWER_MESSAGES.seatLost,
      errors: [{ field: 'answers[0].slotId', message: ANSWER_MESSAGES.seatLost }],
      present: before,
    });
    expect(await trial.counters()).toEqual({ taken: 1, waiting: 0 });
    await parent.answer(null, { sequence: 1 });
    const waits = await parent.answer(full.id, { sequence: 2 });
    expect(waits.body).toMatchObject({
      children: [{ state: 'waitlisted', slot: { id: full.id } }],
    });
    expect(await trial.counters()).toEqual({ taken: 0, waiting: 0 });
  });

  test('changes once attendance is recorded or the session has begun', async () => {
    const parent = await trial.invite();
    await parent.answer(trial.slot.id);
    const child = `/participations/${String(parent.family.participationIds[0])}`;
    const fault = async (): Promise<unknown> => {
      const { body } = await parent.answer(null, { sequence: 1 });
      return (body as { errors: unknown }).errors;
    };
    const later = { startsLocal: '2026-12-16T09:30', endsLocal: '2026-12-16T10:30' };
    await trial.addSlot(later);
    await trial.setClock('2026-12-14T17:00:00Z');
    expect((await trial.desk.call('put', child, { state: 'attended' })).status).toBe(200);
    const field = 'answers[0].answer';
    expect(await fault()).toEqual([{ field, message: ANSWER_MESSAGES.recorded }]);
    await trial.setClock('2026-12-14T17:30:00Z');
    expect(await fault()).toEqual([{ field, message: ANSWER_MESSAGES.begun }]);
  });

  test('a yes for an uncertain age that is not confirmed', async () => {
    await trial.another({ minMonths: 45 });
    const parent = await trial.invite();
    for (const more of [{}, { ageConfirmed: false }]) {
      expect((await parent.answer(trial.slot.id, more)).body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'answers[0].ageConfirmed', message: ANSWER_MESSAGES.ageQuestion }],
      });
    }
    expect((await parent.answer(trial.slot.id, { ageConfirmed: true })).status).toBe(200);
    expect(
      await trial.product.dataSource.query(
        'SELECT age_confirmed_at AS at FROM participations WHERE id = ANY ($1)',
        [parent.family.participationIds],
      ),
    ).toEqual([{ at: trial.product.clock.now() }]);
  });
});
