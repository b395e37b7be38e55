import { beforeEach, describe, expect, test } from 'vitest';
import {
  PARTICIPATION_STATES,
  type ParticipationState,
  type StaffParticipation,
} from '@kidlab/contract';

import { STUDY_MESSAGES } from '../src/common/messages.js';
import { ANSWER_MESSAGES, ENDED_MESSAGES } from '../src/studies/answers/answer-rules.js';
import { AFTERNOON, beginInvitationTrial, morningOf, type Parent } from './invited-families.js';
import { STAFF_EMAIL, type StaffDesk } from './staff-records.js';

type Payload = Record<string, unknown>;

const AT_START = new Date('2026-12-14T17:30:00Z');
const HOUR_BEFORE = new Date('2026-12-14T16:30:00Z');
const MONTH_AFTER = new Date('2027-01-13T17:30:00Z');
const refused = (message: string): unknown => ({ statusCode: 409, message });

const trial = beginInvitationTrial();

describe('PUT /participations/{id}', () => {
  let parent: Parent;

  beforeEach(async () => {
    parent = await trial.invite();
  });

  const put = (change: Payload, of = parent): ReturnType<StaffDesk['call']> =>
    trial.desk.call('put', `/participations/${String(of.family.participationIds[0])}`, change);
  const done = async (change: Payload, of = parent): Promise<StaffParticipation> => {
    const answer = await put(change, of);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as StaffParticipation;
  };
  const yes = (): Payload => ({ state: 'accepted', slotId: trial.slot.id });
  const store = (state: ParticipationState): Promise<unknown> => {
    const slotId = state === 'invited' ? null : trial.slot.id;
    const number = state === 'waitlisted' ? 1 : null;
    return trial.product.dataSource.query(
      'UPDATE participations SET state = $2, slot_id = $3, waiting_number = $4 WHERE id = ANY ($1)',
      [parent.family.participationIds, state, slotId, number],
    );
  };
  const letters = async (): Promise<number> =>
    (await trial.lettersTo(parent)).filter((kind) => kind === 'place').length;

  test('seats siblings who answer together by telephone, or puts them all on the waiting list', async () => {
    await trial.changeSlot({ seats: 2 });
    await (await trial.invite()).answer(trial.slot.id);
    const family = await trial.invite(2);
    const together = { ...yes(), withSiblings: true };
    const states = async (): Promise<unknown> =>
      (await family.view()).children.map(({ state }) => state);
    expect((await put(together, family)).body).toEqual(refused(ANSWER_MESSAGES.noSeatLeft));
    expect(await states()).toEqual(['invited', 'invited']);
    await done({ ...together, state: 'waitlisted' }, family);
    expect(await trial.counters()).toEqual({ taken: 1, waiting: 2 });
    await trial.changeSlot({ seats: 3 });
    expect(await states()).toEqual(['accepted', 'accepted']);
    await trial.product.deliver();
    expect(await trial.lettersTo(family)).toEqual(['place', 'place', 'reminder']);
  });

  test('moves siblings together to an overlapping session', async () => {
    const family = await trial.invite(2);
    await family.answer(trial.slot.id);
    const half = { startsLocal: '2026-12-14T10:00', endsLocal: '2026-12-14T11:00', seats: 2 };
    const overlapping = await trial.addSlot(half);
    await done({ state: 'accepted', slotId: overlapping.id, withSiblings: true }, family);
    expect(await trial.counters()).toEqual({ taken: 0, waiting: 0 });
    expect(await trial.counters(overlapping)).toEqual({ taken: 2, waiting: 0 });
  });

  test('keeps a different answer of a sibling', async () => {
    const family = await trial.invite(2);
    const [, other] = family.family.participationIds;
    await family.post({ sequence: 0, answers: [{ participationId: other, answer: 'no' }] });
    await done({ ...yes(), withSiblings: true }, family);
    expect((await family.view()).children.map(({ state }) => state)).toEqual([
      'accepted',
      'declined',
    ]);
    const [afternoon, nextDay] = [
      await trial.addSlot(AFTERNOON),
      await trial.addSlot(morningOf('2026-12-15')),
    ];
    const answer = { participationId: other, answer: 'yes', slotId: afternoon.id };
    expect((await family.post({ sequence: 2, answers: [answer] })).status).toBe(200);
    await done({ state: 'accepted', slotId: nextDay.id, withSiblings: true }, family);
    expect((await family.view()).children.map(({ slot }) => slot?.id)).toEqual([
      nextDay.id,
      afternoon.id,
    ]);
  });

  test('stores an answer by telephone, sends its letter and audits it', async () => {
    const record = await done({ ...yes(), version: 1 });
    expect(record).toMatchObject({
      id: parent.family.participationIds[0],
      version: 2,
      firstName: 'Maya',
      state: 'accepted',
      slotId: trial.slot.id,
      startsLocal: '2026-12-14T09:30',
      waitingBefore: null,
    });
    expect(await trial.desk.audit(1)).toMatchObject([
      {
        actor: STAFF_EMAIL,
        action: 'participation.updated',
        subjectType: 'child',
        subjectId: String(record.childId),
        before: { state: 'invited', slotId: null },
        after: { state: 'accepted', slotId: trial.slot.id },
      },
    ]);
    expect((await parent.view()).sequence).toBe(1);
    expect(await letters()).toBe(1);
  });

  test('keeps the version if nothing has changed, and refuses an older version', async () => {
    const record = await done(yes());
    expect(await done({ ...record })).toEqual(record);
    expect(await done({ ...yes(), version: 1 })).toEqual(record);
    expect((await put({ state: 'cancelled_by_lab', version: 1 })).body).toMatchObject({
      statusCode: 409,
      current: { version: 2, modifiedBy: STAFF_EMAIL },
    });
    expect(await letters()).toBe(1);
  });

  const STATES = PARTICIPATION_STATES.flatMap((from) =>
    PARTICIPATION_STATES.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  const NOT_COMING = ['invited', 'declined', 'cancelled_by_parent', 'cancelled_by_lab'];
  const ALLOWED = [
    ...NOT_COMING.flatMap((from) => [`${from} accepted`, `${from} waitlisted`]),
    'invited declined',
    'accepted cancelled_by_parent',
    'accepted cancelled_by_lab',
    'accepted attended',
    'accepted no_show',
    'waitlisted accepted',
    'waitlisted declined',
    'waitlisted cancelled_by_lab',
    'attended accepted',
    'attended no_show',
    'no_show accepted',
    'no_show attended',
  ];
  test.each(STATES)('allows or refuses the change from %s to %s', async (from, to) => {
    await trial.setClock(HOUR_BEFORE);
    await store(from);
    const answer = await put({ state: to, slotId: trial.slot.id });
    const isAllowed = ALLOWED.includes(`${from} ${to}`);
    expect([answer.status, answer.body]).toMatchObject(
      isAllowed ? [200, { state: to }] : [409, { message: ANSWER_MESSAGES.otherState }],
    );
    const isAttendance = [from, to].some((state) => state === 'attended' || state === 'no_show');
    expect(await letters()).toBe(isAllowed && !isAttendance && to !== 'declined' ? 1 : 0);
  });

  test('refuses a seat while none is free; after the cut-off, staff choose', async () => {
    await trial.changeSlot({ seats: 1 });
    const [seated, waiting] = [await trial.invite(), await trial.invite()];
    await seated.answer(trial.slot.id);
    await waiting.answer(trial.slot.id);
    expect((await put(yes())).body).toEqual(refused(ANSWER_MESSAGES.noSeatLeft));
    expect((await put(yes(), waiting)).body).toEqual(refused(ANSWER_MESSAGES.noSeatLeft));
    expect(await done({ ...yes(), state: 'waitlisted' })).toMatchObject({ waitingBefore: 1 });

    // After the cut-off seats are no longer filled: staff choose who comes.
    await trial.setClock(new Date('2026-12-13T17:30:00Z'));
    await done({ state: 'cancelled_by_lab' }, seated);
    await done(yes());
    expect(await trial.counters()).toEqual({ taken: 1, waiting: 1 });
  });

  test('refuses a free seat while a waiting family could take it', async () => {
    const [seated, siblings, single] = [
      await trial.invite(2),
      await trial.invite(2),
      await trial.invite(),
    ];
    await seated.answer(trial.slot.id);
    // One of three seats stays free: the second pair of siblings needs two.
    await siblings.answer(trial.slot.id);
    await done(yes());
    await single.answer(trial.slot.id);
    expect(await trial.counters()).toEqual({ taken: 3, waiting: 3 });
    const late = await trial.invite();
    // The new seat has not been filled yet.
    await trial.product.dataSource.query('UPDATE slots SET seats = 4 WHERE id = $1', [
      trial.slot.id,
    ]);
    expect((await put(yes(), late)).body).toEqual(refused(ANSWER_MESSAGES.othersWait));
    await done(yes(), siblings);
    expect(await trial.counters()).toEqual({ taken: 4, waiting: 2 });
  });

  test('refuses to put more siblings on the waiting list than there are seats', async () => {
    await trial.changeSlot({ seats: 1 });
    const family = await trial.invite(2);
    const wait = { ...yes(), state: 'waitlisted' };
    const together = { ...wait, withSiblings: true };
    expect((await put(together, family)).body).toEqual(refused(ANSWER_MESSAGES.tooSmall));
    await done(wait, family);
    const [, other] = family.family.participationIds;
    const answer = await trial.desk.call('put', `/participations/${String(other)}`, wait);
    expect(answer.body).toEqual(refused(ANSWER_MESSAGES.tooSmall));
  });

  test('moves a child to another session, but not to two at the same time', async () => {
    const later = await trial.addSlot(AFTERNOON);
    await done(yes());
    expect(await done({ state: 'accepted', slotId: later.id })).toMatchObject({
      startsLocal: AFTERNOON.startsLocal,
    });
    expect(await trial.counters()).toEqual({ taken: 0, waiting: 0 });
    await trial.another();
    const elsewhere = await trial.inviteAgain(parent);
    const overlapping = await trial.addSlot(AFTERNOON);
    const answer = await put({ state: 'accepted', slotId: overlapping.id }, elsewhere);
    expect(answer.body).toEqual(refused(STUDY_MESSAGES.familyBusy));
  });

  test('is refused after the start, except for a cancellation by the lab', async () => {
    const [accepted, none] = [await trial.invite(), await trial.invite()];
    await done(yes(), accepted);
    await trial.setClock(AT_START);
    for (const state of ['accepted', 'waitlisted']) {
      const change = { ...yes(), state };
      expect((await put(change, none)).body).toEqual(refused(ANSWER_MESSAGES.begun));
    }
    expect((await put({ state: 'cancelled_by_parent' }, accepted)).body).toEqual(
      refused(ANSWER_MESSAGES.begun),
    );
    expect(await done({ state: 'cancelled_by_lab' }, accepted)).toMatchObject({ version: 3 });
    expect(await done({ state: 'declined' }, none)).toMatchObject({ slotId: null });
  });

  test('records and corrects attendance from an hour before the start until 30 days after it', async () => {
    await done(yes());
    await trial.setClock(new Date(HOUR_BEFORE.getTime() - 1_000));
    expect((await put({ state: 'attended' })).body).toEqual(refused(ANSWER_MESSAGES.attendance));
    await trial.setClock(HOUR_BEFORE);
    for (const state of ['attended', 'no_show', 'accepted', 'no_show', 'attended']) {
      expect(await done({ state })).toMatchObject({ state, slotId: trial.slot.id });
      expect(await trial.counters()).toEqual({ taken: 1, waiting: 0 });
    }
    await trial.setClock(MONTH_AFTER);
    await done({ state: 'no_show' });
    await trial.setClock(new Date(MONTH_AFTER.getTime() + 1_000));
    for (const state of ['attended', 'accepted']) {
      expect((await put({ state })).body).toEqual(refused(ANSWER_MESSAGES.attendance));
    }
    // Attendance sends no letters.
    expect(await letters()).toBe(1);
  });

  test('does not move a child whose attendance is recorded to another session', async () => {
    await done(yes());
    await trial.setClock(HOUR_BEFORE);
    await done({ state: 'attended' });
    const { id: slotId } = await trial.addSlot(AFTERNOON);
    const moved = { state: 'accepted', slotId };
    expect((await put(moved)).body).toEqual(refused(ANSWER_MESSAGES.otherState));
  });

  test.each([
    ['queued', null, ANSWER_MESSAGES.notSent],
    ['withdrawn', 'staff', ENDED_MESSAGES.withdrawn],
  ])('refuses any answer to a %s invitation', async (state, reason, message) => {
    await trial.product.dataSource.query(
      'UPDATE invitations SET state = $2, withdrawn_reason = $3 WHERE id = $1',
      [parent.family.invitationId, state, reason],
    );
    for (const change of [yes(), { state: 'declined' }]) {
      expect((await put(change)).body).toEqual(refused(message));
    }
  });

  test('refuses a seat in a canceled session', async () => {
    await done(yes());
    await trial.cancelSlot();
    expect((await put(yes())).body).toEqual(refused(STUDY_MESSAGES.slotCancelled));
  });

  test.each([
    ['state', {}],
    ['state', { state: 'perhaps' }],
    ['slotId', { state: 'accepted' }],
    ['slotId', { state: 'accepted', slotId: 4711 }],
    ['slotId', { state: 'waitlisted', slotId: 'x' }],
    ['version', { state: 'declined', version: 0 }],
  ])('returns 400 and names %s: %j', async (field, change) => {
    const answer = await put(change);
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
  });

  test('returns 400 for a slot of another study, and 404 for an unknown answer', async () => {
    await trial.another();
    expect((await put(yes())).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'slotId', message: ANSWER_MESSAGES.noSlot }],
    });
    for (const id of ['4711', 'x', '2147483648']) {
      const answer = await trial.desk.call('put', `/participations/${id}`, yes());
      expect(answer.body).toEqual({ statusCode: 404, message: ANSWER_MESSAGES.notFound });
    }
  });
});
