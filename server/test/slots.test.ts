import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails, StaffSlot, StaffStudy } from '@kidlab/contract';

import { STUDY_MESSAGES } from '../src/common/messages.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import { useTestApp } from './app.js';
import { API, STAFF_EMAIL, StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

type Payload = Record<string, unknown>;

const NO_SLOT = { statusCode: 404, message: STUDY_MESSAGES.slotNotFound };
const refused = (message: string): unknown => ({ statusCode: 409, message });
const TIMES = { startsLocal: '2027-01-12T09:30', endsLocal: '2027-01-12T10:30' };

describe('the staff API for slots', () => {
  // The database's time zone must not matter.
  const product = useTestApp({}, { database: { options: '-c TimeZone=Asia/Tokyo' } });
  const desk = new StaffDesk(product);
  let study: StaffStudy;

  beforeAll(() => desk.signIn());
  beforeEach(async () => {
    const body = { name: 'Blocks 3', publicName: 'Building with blocks' };
    study = (await desk.call('post', '/studies', body)).body as StaffStudy;
  });

  const post = (overrides: Payload = {}): ReturnType<StaffDesk['call']> =>
    desk.call('post', '/slots', { studyId: study.id, ...TIMES, seats: 3, ...overrides });
  const slot = async (overrides: Payload = {}): Promise<StaffSlot> => {
    const answer = await post(overrides);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body as StaffSlot;
  };
  const path = ({ id }: { id: number }): string => `/slots/${String(id)}`;
  const put = (one: { id: number }, change: Payload): ReturnType<StaffDesk['call']> =>
    desk.call('put', path(one), change);
  const read = async (one: { id: number }): Promise<StaffSlot> =>
    (await desk.call('get', path(one))).body as StaffSlot;
  const list = async (sort = ['startsAt', 'ASC']): Promise<StaffSlot[]> =>
    (await desk.list('slots', { filter: { studyId: study.id }, sort })).body as StaffSlot[];
  /** A family whose only child has this answer. */
  const answered = async (
    one: StaffSlot,
    state: 'accepted' | 'waitlisted' = 'accepted',
    known?: StaffFamilyDetails,
  ): Promise<StaffFamilyDetails> => {
    const family = known ?? (await desk.family());
    const waitingNumber = state === 'accepted' ? null : 1;
    await new StoredInvitations(product).answered(one, family, [state], { waitingNumber });
    return family;
  };

  describe('POST /slots', () => {
    test('accepts the lab’s local time', async () => {
      const { id, ...rest } = await slot({ seats: '3' });
      const now = product.clock.now().toISOString();
      expect(rest).toEqual({
        ...TIMES,
        version: 1,
        studyId: study.id,
        studyName: 'Blocks 3',
        startsAt: '2027-01-12T17:30:00.000Z',
        endsAt: '2027-01-12T18:30:00.000Z',
        seats: 3,
        taken: 0,
        waiting: 0,
        sequence: 0,
        cancelledAt: null,
        cancelReason: null,
        createdDate: now,
        createdBy: STAFF_EMAIL,
        modifiedDate: now,
        modifiedBy: STAFF_EMAIL,
      });
      expect(await desk.audit(1)).toMatchObject([
        { action: 'slot.created', subjectType: 'slot', subjectId: String(id), familyGuid: null },
      ]);
    });

    test.each([
      ['startsLocal', { startsLocal: '' }],
      ['startsLocal', { startsLocal: '2027-01-12 09:30' }],
      ['startsLocal', { startsLocal: '2027-02-30T09:30' }],
      ['startsLocal', { startsLocal: '2027-01-12T24:30' }],
      ['endsLocal', { endsLocal: undefined }],
      ['endsLocal', { endsLocal: TIMES.startsLocal }],
      ['endsLocal', { endsLocal: '2027-01-12T21:31' }],
      ['seats', { seats: 0 }],
      ['seats', { seats: 201 }],
      ['seats', { seats: 1.5 }],
      ['seats', { seats: undefined }],
      ['studyId', { studyId: undefined }],
    ])('returns 400 for an invalid %s: %j', async (field, overrides) => {
      const answer = await post(overrides);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
      expect(await list()).toEqual([]);
    });

    test.each([
      [
        { repeatTimes: 27 },
        'repeatTimes',
        'Number of repeats must be a whole number from 0 to 26.',
      ],
      [
        { repeatTimes: 1.5 },
        'repeatTimes',
        'Number of repeats must be a whole number from 0 to 26.',
      ],
      [
        { repeatTimes: 1, repeatWeeks: 0 },
        'repeatWeeks',
        'Weeks between must be a whole number from 1 to 26.',
      ],
      [
        { repeatTimes: 1, repeatWeeks: '27' },
        'repeatWeeks',
        'Weeks between must be a whole number from 1 to 26.',
      ],
    ])('returns 400 for invalid repeats: %j', async (overrides, field, message) => {
      const answer = await post(overrides);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field, message }] }]);
      expect(await list()).toEqual([]);
    });

    test('treats empty repeat fields as no repeat and as one week', async () => {
      await slot({ repeatTimes: '', repeatWeeks: '' });
      expect(await list()).toHaveLength(1);
      await slot({ repeatTimes: 1, repeatWeeks: '' });
      expect(await list()).toHaveLength(3);
      const starts = (await list()).map(({ startsLocal }) => startsLocal).sort();
      expect(new Set(starts).size).toBe(2);
    });

    test('allows up to twelve hours, even across midnight', async () => {
      const { endsAt } = await slot({
        startsLocal: '2027-01-12T20:00',
        endsLocal: '2027-01-13T08:00',
      });
      expect(endsAt).toBe('2027-01-13T16:00:00.000Z');
      const answer = await post({ endsLocal: '2027-01-12T21:31' });
      expect(answer.body).toMatchObject({ message: STUDY_MESSAGES.tooLong });
    });

    test('refuses a start in the past', async () => {
      const past = { startsLocal: '2026-11-20T09:59', endsLocal: '2026-11-20T11:00' };
      expect((await post({ ...past, repeatTimes: 1 })).body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'startsLocal', message: STUDY_MESSAGES.startsInPast }],
      });
      expect(await list()).toEqual([]);
      expect((await slot({ ...past, startsLocal: '2026-11-20T10:00' })).id).toBeGreaterThan(0);
    });

    test.each([
      ['startsLocal', 'February 3, 207', { startsLocal: '0207-02-03T09:30' }],
      ['startsLocal', 'December 31, 9999', { startsLocal: '9999-12-31T09:30' }],
      [
        'endsLocal',
        'January 1, 2101',
        { startsLocal: '2100-12-31T23:30', endsLocal: '2101-01-01T00:30' },
      ],
      [
        'startsLocal',
        'January 1, 2101',
        {
          startsLocal: '2100-12-25T09:30',
          endsLocal: '2100-12-25T10:30',
          repeatTimes: 1,
        },
      ],
    ])('refuses years out of range: %s, %s', async (field, day, times) => {
      expect((await post(times)).body).toMatchObject({
        statusCode: 400,
        errors: [{ field, message: `${day} is not in the years 2000 to 2100.` }],
      });
      expect(await list()).toEqual([]);
    });

    test.each([4711, 2_147_483_648])('returns 404 for an unknown study: %d', async (studyId) => {
      expect((await post({ studyId })).body).toEqual({
        statusCode: 404,
        message: STUDY_MESSAGES.studyNotFound,
      });
    });

    test('creates its slots once if saved twice with the same idempotency key', async () => {
      const key = randomUUID();
      const body = { studyId: study.id, ...TIMES, seats: 3, repeatTimes: 2 };
      const save = () => desk.browser.post(`${API}/slots`).set('Idempotency-Key', key).send(body);
      const [first, second] = await Promise.all([save(), save()]);
      expect([first.status, second.text]).toEqual([201, first.text]);
      expect(await list()).toHaveLength(3);
    });
  });

  describe('when the clocks change', () => {
    test('a weekly slot keeps its local time and length', async () => {
      const first = await slot({
        startsLocal: '2027-10-31T09:30',
        endsLocal: '2027-10-31T11:00',
        repeatTimes: 2,
      });
      const slots = await list();
      expect(slots[0]?.id).toBe(first.id);
      expect(slots).toHaveLength(3);
      expect(
        slots.map(({ startsLocal, startsAt, endsAt }) => [startsLocal, startsAt, endsAt]),
      ).toEqual([
        ['2027-10-31T09:30', '2027-10-31T16:30:00.000Z', '2027-10-31T18:00:00.000Z'],
        ['2027-11-07T09:30', '2027-11-07T17:30:00.000Z', '2027-11-07T19:00:00.000Z'],
        ['2027-11-14T09:30', '2027-11-14T17:30:00.000Z', '2027-11-14T19:00:00.000Z'],
      ]);
    });

    test('a slot can repeat every second week, 26 times', async () => {
      await slot({ repeatWeeks: 2, repeatTimes: 26 });
      const slots = await list();
      expect(slots).toHaveLength(27);
      expect(slots.at(-1)?.startsLocal).toBe('2028-01-11T09:30');
    });

    const GAP = 'On March 14, 2027, there is no 2:30 AM because the clocks go forward.';
    const TWICE = 'On November 7, 2027, 1:30 AM comes twice because the clocks go back.';
    test.each([
      [GAP, '2027-03-14T02:30', '2027-03-14T04:00', 0],
      [GAP, '2027-03-07T02:30', '2027-03-07T04:00', 3],
      [TWICE, '2027-11-07T01:30', '2027-11-07T04:00', 0],
      [TWICE, '2027-10-24T01:30', '2027-10-24T04:00', 2],
    ])(
      'nothing is saved if a start is ambiguous or skipped: %s %s',
      async (message, startsLocal, endsLocal, repeatTimes) => {
        const answer = await post({ startsLocal, endsLocal, repeatTimes });
        expect([answer.status, answer.body]).toMatchObject([
          400,
          { errors: [{ field: 'startsLocal', message: `${message} Please choose another time.` }] },
        ]);
        expect(await list()).toEqual([]);
      },
    );

    test.each(['UTC', 'Asia/Tokyo'])('times are correct on a server in %s', async (TZ) => {
      const module = fileURLToPath(new URL('../dist/common/lab.js', import.meta.url));
      const times = [
        '2026-03-08T01:59',
        '2026-03-08T02:30',
        '2026-03-08T03:00',
        '2026-11-01T00:59',
      ];
      const program = `
        const { LabCalendar } = await import(${JSON.stringify(module)});
        const calendar = new LabCalendar({ labTimeZone: 'America/Los_Angeles' });
        for (const time of ${JSON.stringify([...times, '2026-11-01T01:30', '2026-11-01T02:00'])}) {
          try { console.log(calendar.instantOf('at', time).toISOString()); }
          catch { console.log('refused'); }
        }`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '-e', program],
        { env: { PATH: process.env['PATH'], TZ } },
      );
      expect(stdout.trim().split('\n')).toEqual([
        '2026-03-08T09:59:00.000Z',
        'refused',
        '2026-03-08T10:00:00.000Z',
        '2026-11-01T07:59:00.000Z',
        'refused',
        '2026-11-01T10:00:00.000Z',
      ]);
    });
  });

  describe('PUT /slots/{id}', () => {
    test('raises the sequence for another time, not for more seats', async () => {
      const one = await slot();
      expect((await put(one, { seats: 5, version: 1 })).body).toMatchObject({
        seats: 5,
        sequence: 0,
        version: 2,
      });
      const later = { startsLocal: '2027-01-12T10:00', endsLocal: '2027-01-12T11:00' };
      expect((await put(one, { ...later, version: 2 })).body).toMatchObject({
        ...later,
        startsAt: '2027-01-12T18:00:00.000Z',
        sequence: 1,
        version: 3,
      });
      expect(await desk.audit(1)).toMatchObject([
        { action: 'slot.updated', before: TIMES, after: later },
      ]);
    });

    test('keeps the version if nothing has changed', async () => {
      const one = await slot();
      expect((await put(one, { ...one })).body).toEqual(one);
    });

    test('ignores another study', async () => {
      const one = await slot();
      expect((await put(one, { studyId: study.id + 1 })).body).toEqual(one);
    });

    test('allows a time in the past, to correct a slot, unless a family waits for it', async () => {
      const [one, other] = [await slot(), await slot()];
      await answered(other, 'waitlisted');
      const past = { startsLocal: '2026-11-03T09:30', endsLocal: '2026-11-03T10:30' };
      expect((await put(other, past)).body).toMatchObject({ message: STUDY_MESSAGES.startsInPast });
      expect((await put(one, past)).body).toMatchObject(past);
      expect((await put(one, { seats: 9 })).body).toMatchObject({ ...past, seats: 9 });
    });

    test('refuses an older version and returns the stored values', async () => {
      const one = await slot();
      await put(one, { seats: 5, version: 1 });
      expect((await put(one, { seats: 6, version: 1 })).body).toMatchObject({
        statusCode: 409,
        current: { version: 2, fields: { seats: '5' } },
      });
    });

    test('refuses fewer seats than are taken', async () => {
      const one = await slot({ seats: 2 });
      await answered(one);
      await answered(one);
      expect((await put(one, { seats: 1 })).body).toEqual(refused(STUDY_MESSAGES.seatsTaken));
      expect(await read(one)).toMatchObject({ seats: 2, taken: 2, version: 1 });
      expect((await put(one, { seats: 3 })).body).toMatchObject({ seats: 3, taken: 2 });
      expect((await desk.call('get', `/studies/${String(study.id)}`)).body).toMatchObject({
        slots: 1,
        seats: 3,
        taken: 2,
      });
    });

    test('refuses a time at which a seated family has another slot', async () => {
      const one = await slot();
      const family = await answered(one);
      const otherStudy = (
        await desk.call('post', '/studies', { name: 'Other', publicName: 'Other' })
      ).body as StaffStudy;
      const other = await slot({
        studyId: otherStudy.id,
        startsLocal: '2027-01-12T12:00',
        endsLocal: '2027-01-12T13:00',
      });
      await answered(other, 'accepted', family);
      expect((await put(other, TIMES)).body).toEqual(refused(STUDY_MESSAGES.familyBusy));
      expect(await read(other)).toMatchObject({ startsLocal: '2027-01-12T12:00', version: 1 });
    });
  });

  describe('POST /slots/{id}/cancellation', () => {
    const cancel = (one: { id: number }, reason: unknown): ReturnType<StaffDesk['call']> =>
      desk.call('post', `${path(one)}/cancellation`, { reason });

    test('frees the seats and the waiting list once, and stores the reason', async () => {
      const one = await slot({ seats: 1 });
      await answered(one);
      await answered(one, 'waitlisted');
      const [first, second] = await Promise.all([cancel(one, ' We are ill. '), cancel(one, 'x')]);
      const reasons = [first, second].map(({ body }) => (body as StaffSlot).cancelReason);
      expect(reasons[0]).toBe(reasons[1]);
      const cancelled = await read(one);
      expect(cancelled).toMatchObject({
        cancelledAt: product.clock.now().toISOString(),
        taken: 0,
        waiting: 0,
        sequence: 1,
        version: 2,
      });
      expect(
        await product.dataSource.query(
          'SELECT state, modified_by AS by, version FROM participations WHERE slot_id = $1',
          [one.id],
        ),
      ).toEqual(Array(2).fill({ state: 'cancelled_by_lab', by: STAFF_EMAIL, version: 2 }));
      expect(await desk.audit(2)).toMatchObject([
        { action: 'slot.cancelled', after: { cancelReason: cancelled.cancelReason } },
        { action: expect.not.stringMatching('slot.cancelled') as unknown },
      ]);
      expect((await put(one, { seats: 9 })).body).toEqual(refused(STUDY_MESSAGES.slotCancelled));
      const { body } = await desk.call('get', `/studies/${String(study.id)}`);
      expect(body).toMatchObject({ slots: 0, seats: 0 });
    });

    test.each(['', undefined, 'x'.repeat(501)])('requires a reason: %j', async (reason) => {
      const one = await slot();
      expect((await cancel(one, reason)).body).toMatchObject({ errors: [{ field: 'reason' }] });
      expect((await read(one)).cancelledAt).toBeNull();
    });
  });

  test('DELETE /slots/{id} is refused if there are answers', async () => {
    const [free, taken] = [await slot(), await slot()];
    await answered(taken);
    expect((await desk.call('delete', path(free))).status).toBe(204);
    expect((await desk.call('delete', path(free))).body).toEqual(NO_SLOT);
    expect((await desk.call('delete', path(taken))).body).toEqual(
      refused(STUDY_MESSAGES.slotAnswered),
    );
    expect(await read(taken)).toMatchObject({ taken: 1 });
  });

  test('DELETE /slots/{id} is refused until a family that left it has been told', async () => {
    const [left, other] = [await slot(), await slot()];
    const lab = new StoredInvitations(product);
    const times = { startsAt: left.startsAt, endsAt: left.endsAt };
    const told = { childId: 1, slotId: left.id, ...times, place: '', letter: null, isSent: true };
    const known = [{ ...told, state: 'accepted' as const }];
    await lab.answered(other, await desk.family(), ['accepted'], {}, { known });
    const { body } = await desk.call('delete', path(left));
    expect(body).toEqual(refused(STUDY_MESSAGES.slotAnswered));

    const sent = [{ ...told, state: 'declined' as const }];
    await product.dataSource.manager.updateAll(Invitation, { known: sent });
    expect((await desk.call('delete', path(left))).status).toBe(204);
  });

  test('the list can be filtered by study and sorted', async () => {
    const late = await slot({ startsLocal: '2027-01-13T09:30', endsLocal: '2027-01-13T10:30' });
    const early = await slot({ seats: 9 });
    expect((await list()).map(({ id }) => id)).toEqual([early.id, late.id]);
    expect((await list(['startsAt', 'DESC'])).map(({ id }) => id)).toEqual([late.id, early.id]);
    expect((await desk.list('slots', { filter: { id: late.id } })).body).toHaveLength(1);
    expect((await desk.list('slots', { filter: { studyId: 2_147_483_648 } })).body).toEqual([]);
    expect((await desk.list('slots', { sort: ['studyName', 'ASC'] })).status).toBe(400);
  });
});
