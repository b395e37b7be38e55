import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Roster, StaffSlot, StaffStudy } from '@kidlab/contract';

import { SeatsService } from '../src/studies/answers/seats.service.js';
import { STUDY_MESSAGES } from '../src/common/messages.js';
import { FamiliesService } from '../src/families/families.service.js';
import { lockFamily } from '../src/families/family-locks.js';
import { AFTERNOON, beginInvitationTrial, morningOf, type Parent } from './invited-families.js';
import { untilWaitingForLock } from './locks.js';
import { type Answer, STAFF_EMAIL } from './staff-records.js';

const trial = beginInvitationTrial();

/** Which letters families get when staff change a slot. */
describe('a slot with families', () => {
  let seated: Parent;
  let waiting: Parent;
  let declined: Parent;

  beforeEach(async () => {
    await change({ seats: 2 });
    [seated, waiting, declined] = [
      await trial.invite(2),
      await trial.invite(),
      await trial.invite(),
    ];
    await seated.answer(trial.slot.id);
    await waiting.answer(trial.slot.id);
    await declined.answer(null);
    await trial.product.deliver();
    trial.product.mailServer.mails.length = 0;
  });

  const change = async (body: Record<string, unknown>): Promise<unknown> =>
    (await trial.changeSlot(body)).body;
  const roster = async (): Promise<Roster> =>
    (await trial.desk.call('get', `/slots/${String(trial.slot.id)}/roster`)).body as Roster;
  const mailed = async (): Promise<string[]> => {
    await trial.product.deliver();
    return trial.product.mailServer.mails.map(({ to }) => [to].flat()[0]?.text ?? '').sort();
  };
  const addresses = async (...parents: Parent[]): Promise<string[]> => {
    const rows: { email: string }[] = await trial.product.dataSource.query(
      'SELECT email FROM families WHERE id = ANY ($1)',
      [parents.map(({ family }) => family.familyId)],
    );
    return rows.map(({ email }) => email).sort();
  };

  test('mails each of them once when it is moved, and no other family', async () => {
    await change(AFTERNOON);
    expect(await mailed()).toEqual(await addresses(seated, waiting));
    expect(trial.product.mailServer.mails.map(({ text }) => text)).toEqual(
      Array(2).fill(expect.stringContaining('2:00')),
    );
    const subject = 'The session has moved: Building with blocks';
    expect(trial.product.mailServer.mails.map((mail) => mail.subject)).toEqual([subject, subject]);
  });

  test('mails the new time to a family that joins and changes its address during the move', async () => {
    const { app, dataSource } = trial.product;
    const late = await trial.invite();
    const { familyId: id } = late.family;
    const { moved } = await dataSource.transaction(async (address) => {
      const moving = await dataSource.transaction(async (first) => {
        await lockFamily(first, { id: seated.family.familyId });
        const call = change(AFTERNOON);
        // The move has read the families of the slot.
        await untilWaitingForLock(trial.product);
        await late.answer(trial.slot.id);
        const email = 'moved@example.org';
        await app.get(FamiliesService).change(address, { id }, { email }, STAFF_EMAIL);
        return { moved: call };
      });
      // The move waits for the address change, or has missed it.
      await Promise.race([moving.moved, untilWaitingForLock(trial.product)]);
      return moving;
    });
    await moved;
    await trial.product.deliver();
    const mails = trial.product.mailServer.mails.filter(
      ({ to }) => [to].flat()[0]?.text === 'moved@example.org',
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('waiting list for Monday, December 14, 2026, 2:00 PM');
  });

  test('refuses an answer from a page that shows its former time, or former ages of the study', async () => {
    const late = await trial.invite();
    await change(AFTERNOON);
    expect((await late.answer(trial.slot.id)).status).toBe(409);
    expect((await seated.answer(null, { sequence: 1 })).status).toBe(409);
    const { sequence } = await late.view();
    await trial.changeStudy({ criteria: { minMonths: 12, maxMonths: 48 } });
    expect((await late.answer(trial.slot.id, { sequence })).status).toBe(409);
    await change({ seats: 9 });
    expect((await late.answer(trial.slot.id, { sequence: sequence + 1 })).status).toBe(200);
  });

  test('is moved and canceled with the same number of statements for any number of families', async () => {
    const statements = async (call: () => PromiseLike<Answer>): Promise<number> => {
      // Answers look for freed seats after their response.
      await trial.product.app.get(SeatsService).waitUntilFilled();
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      expect((await call()).status).toBe(200);
      const count = queries.mock.calls.length;
      queries.mockRestore();
      return count;
    };
    const changed = async (day: string, families: number): Promise<number[]> => {
      const slot = await trial.addSlot({ ...morningOf(day), seats: 1 });
      for (let family = 0; family < families; family += 1) {
        await (await trial.invite()).answer(slot.id);
      }
      return [
        await statements(() => trial.changeSlot({ endsLocal: `${day}T11:00` }, slot)),
        await statements(() => trial.cancelSlot(slot)),
      ];
    };
    expect(await changed('2026-12-16', 6)).toEqual(await changed('2026-12-15', 2));
  });

  describe('when its study gets a new place', () => {
    const place = (to: string): PromiseLike<Answer> => trial.changeStudy({ place: to });
    const sequences = (): Promise<unknown> =>
      trial.product.dataSource.query(
        'SELECT id, sequence FROM slots WHERE study_id = $1 ORDER BY id',
        [trial.study.id],
      );

    test('mails each of them once, and no family of another session', async () => {
      const [past, canceled, empty] = [
        await trial.addSlot({ startsLocal: '2026-11-22T09:00', endsLocal: '2026-11-22T10:00' }),
        await trial.addSlot(morningOf('2026-12-15')),
        await trial.addSlot(morningOf('2026-12-16')),
      ];
      await (await trial.invite()).answer(past.id);
      await (await trial.invite()).answer(canceled.id);
      await trial.cancelSlot(canceled);
      await trial.product.deliver();
      await trial.setClock('2026-11-22T17:00:00Z');
      await trial.product.deliver();
      trial.product.mailServer.mails.length = 0;
      expect((await place('Room 5')).status).toBe(200);
      expect(await mailed()).toEqual(await addresses(seated, waiting));
      for (const { subject, text } of trial.product.mailServer.mails) {
        expect(subject).toBe('New place: Building with blocks');
        expect(text).toContain('New place: Room 5');
      }
      expect(await sequences()).toEqual([
        { id: trial.slot.id, sequence: 1 },
        { id: past.id, sequence: 0 },
        { id: canceled.id, sequence: 1 },
        { id: empty.id, sequence: 0 },
      ]);
    });

    test('mails nobody if the place is the same or other fields change', async () => {
      await place('Room 2');
      await trial.changeStudy({ name: 'Towers' });
      expect(await mailed()).toEqual([]);
      expect(await sequences()).toEqual([{ id: trial.slot.id, sequence: 0 }]);
    });

    test('does not wait for locked families if the place is the same', async () => {
      const { familyId } = seated.family;
      await trial.product.dataSource.transaction(async (manager) => {
        await manager.query('SELECT FROM families WHERE id = $1 FOR UPDATE', [familyId]);
        expect((await place('Room 2')).status).toBe(200);
      });
    });

    test('keeps the slot’s version, so that an open form can still be saved', async () => {
      const { body } = await trial.desk.call('get', `/slots/${String(trial.slot.id)}`);
      const { version } = body as StaffSlot;
      await place('Room 5');
      expect((await trial.changeSlot({ seats: 5, version })).status).toBe(200);
    });

    test('mails nobody if the change is refused', async () => {
      const change = { place: 'Room 5', criteria: { notInStudies: [4711] } };
      expect((await trial.changeStudy(change)).status).toBe(400);
      expect(await mailed()).toEqual([]);
    });

    test('mails every family while others answer and one is deleted, and no call fails', async () => {
      const others = await Promise.all(Array.from({ length: 6 }, () => trial.invite()));
      await change({ seats: 8 });
      await mailed();
      const answers = await Promise.all([
        ...others.map((parent) => parent.answer(trial.slot.id)),
        place('Room 5'),
        trial.desk.call('delete', `/families/familyId/${String(waiting.family.familyId)}`),
        place('Room 6'),
      ]);
      for (const { status } of answers) expect([200, 204]).toContain(status);
      await mailed();
      const known: { known: { place: string }[] }[] = await trial.product.dataSource.query(
        `SELECT known FROM invitations JOIN participations ON participations.invitation_id = invitations.id
         WHERE slot_id = $1`,
        [trial.slot.id],
      );
      expect(known).toHaveLength(8);
      const study = await trial.desk.call('get', `/studies/${String(trial.study.id)}`);
      const { place: now } = study.body as StaffStudy;
      expect(known.map((one) => one.known[0]?.place)).toEqual(Array(8).fill(now));
    });
  });

  describe('when its study gets other ages', () => {
    const ages = async (minMonths: number, maxMonths: number): Promise<void> => {
      const { status } = await trial.changeStudy({ criteria: { minMonths, maxMonths } });
      expect(status).toBe(200);
    };
    const ageTexts = async (): Promise<unknown> =>
      [...(await roster()).seated, ...(await roster()).waiting].map(({ ageText }) => ageText);
    /** On that day, the children are 48 or 49 months old. */
    beforeEach(async () => {
      await change(morningOf('2027-04-15'));
      for (const parent of [seated, waiting]) {
        const { sequence } = await parent.view();
        await parent.answer(trial.slot.id, { sequence, ageConfirmed: true });
      }
      await mailed();
      trial.product.mailServer.mails.length = 0;
      expect(await ageTexts()).toEqual(Array(3).fill('48–49 months (confirmed by the parent)'));
    });

    test('keeps confirmations and mails nobody if the question is the same', async () => {
      await ages(12, 48);
      expect(await ageTexts()).toEqual(Array(3).fill('48–49 months (confirmed by the parent)'));
      expect(await mailed()).toEqual([]);
    });

    test('asks each family again if the question is different, and refuses an answer to the old one', async () => {
      const { sequence } = await seated.view();
      const gone = await trial.invite();
      await gone.answer(trial.slot.id, { ageConfirmed: true });
      await gone.answer(null, { sequence: 1 });
      await ages(49, 60);
      expect(await ageTexts()).toEqual(Array(3).fill('48–49 months (age not confirmed)'));
      expect(await mailed()).toEqual(await addresses(seated, waiting));
      expect((await gone.view()).sequence).toBe(2);
      const question = 'Will Maya be 49 months or older on April 15?';
      for (const { text } of trial.product.mailServer.mails) expect(text).toContain(question);
      const late = await seated.answer(trial.slot.id, { sequence, ageConfirmed: true });
      expect(late.status).toBe(409);
      await change({ seats: 4 });
      expect((await roster()).whyWaiting).toEqual(['age']);
    });

    test('keeps the confirmations of a session that has begun', async () => {
      await trial.setClock('2027-04-15T16:30:00Z');
      await ages(49, 60);
      expect(await ageTexts()).toEqual(Array(3).fill('48–49 months (confirmed by the parent)'));
      expect(await mailed()).toEqual([]);
    });

    test('needs no confirmation and mails nobody if the age becomes certain', async () => {
      await ages(12, 60);
      expect(await ageTexts()).toEqual(Array(3).fill('48–49 months'));
      expect(await mailed()).toEqual([]);
    });
  });

  test('when moved, mails no time for a canceled seat that was never announced', async () => {
    await change({ seats: 4 });
    const short = await trial.invite();
    await short.answer(trial.slot.id);
    await short.answer(null, { sequence: 1 });
    trial.product.clock.advance({ seconds: 1 });
    await change(AFTERNOON);
    await trial.product.deliver();
    const letters = trial.product.mailServer.mails.map(({ text }) => text ?? '');
    expect(letters.filter((text) => text.includes('we canceled the seat for Maya.'))).toHaveLength(
      1,
    );
  });

  test('tells a returning family that it is on the waiting list, not that the session has moved', async () => {
    await change({ seats: 4 });
    const [back, other] = [await trial.invite(), await trial.invite()];
    await back.answer(trial.slot.id);
    await mailed();
    await back.answer(null, { sequence: 1 });
    await other.answer(trial.slot.id);
    await mailed();
    await change(AFTERNOON);
    const { sequence } = await back.view();
    expect((await back.answer(trial.slot.id, { sequence })).status).toBe(200);
    trial.product.mailServer.mails.length = 0;
    await mailed();
    const [to] = await addresses(back);
    const letter = trial.product.mailServer.mails.find((mail) => [mail.to].flat()[0]?.text === to);
    expect(letter?.subject).toBe('You are on the waiting list: Building with blocks');
  });

  test('cannot be canceled once it has begun', async () => {
    await trial.setClock('2026-12-14T17:30:00Z');
    const message = STUDY_MESSAGES.begunNotCancelled;
    expect((await trial.cancelSlot()).body).toEqual({ statusCode: 409, message });
    expect(await trial.counters()).toEqual({ taken: 2, waiting: 1 });
  });

  test('cannot be moved to the past or once it has begun', async () => {
    const past = { startsLocal: '2026-11-19T09:30', endsLocal: '2026-11-19T10:30' };
    expect(await change(past)).toEqual({
      statusCode: 400,
      message: STUDY_MESSAGES.startsInPast,
      errors: [{ field: 'startsLocal', message: STUDY_MESSAGES.startsInPast }],
    });
    expect(await mailed()).toEqual([]);
    await trial.setClock('2026-12-14T17:30:00Z');
    expect(await change(AFTERNOON)).toEqual({ statusCode: 409, message: STUDY_MESSAGES.slotBegun });
  });

  test('loses age confirmations when moved to another day, and shows who is outside the ages', async () => {
    const confirmed = async (): Promise<unknown[]> => {
      const { seated: children } = await roster();
      return children.map(({ ageConfirmedAt }) => ageConfirmedAt);
    };
    const at = trial.product.clock.now();
    await trial.product.dataSource.query('UPDATE participations SET age_confirmed_at = $1', [at]);
    await change(AFTERNOON);
    expect(await confirmed()).toEqual(Array(2).fill(at.toISOString()));
    const versions = async (): Promise<unknown> =>
      (await roster()).seated.map(({ version }) => version);
    const before = await versions();
    await change(morningOf('2026-12-15'));
    expect(await confirmed()).toEqual([null, null]);
    // The answers keep their versions: nobody has edited them.
    expect(await versions()).toEqual(before);
    expect((await roster()).seated[0]?.ageText).toBe('44–45 months');
    await change(morningOf('2027-05-03'));
    expect((await roster()).seated[0]?.ageText).toBe('49–50 months (outside the study’s ages)');
  });

  test('cannot be moved or canceled once attendance is recorded, even before the start', async () => {
    await trial.setClock('2026-12-14T17:00:00Z');
    const child = `/participations/${String(seated.family.participationIds[0])}`;
    const later = morningOf('2026-12-21');
    const refused = { statusCode: 409, message: STUDY_MESSAGES.attendanceRecorded };
    expect((await trial.desk.call('put', child, { state: 'no_show' })).status).toBe(200);
    expect(await change(later)).toEqual(refused);
    expect((await trial.desk.call('put', child, { state: 'attended' })).status).toBe(200);
    expect((await trial.cancelSlot()).body).toEqual(refused);
    expect(await change({ seats: 4 })).toMatchObject({ seats: 4 });
    expect((await trial.desk.call('put', child, { state: 'accepted' })).status).toBe(200);
    expect(await change(later)).toMatchObject(later);
  });

  test('sends no letter when the number of seats changes', async () => {
    await change({ seats: 2 });
    expect(await mailed()).toEqual([]);
  });

  test('mails all of them when it is canceled, and raises the sequence of their invitations', async () => {
    await trial.cancelSlot();
    const deeds = (await trial.desk.audit(4)).slice(1);
    expect(await mailed()).toEqual(await addresses(seated, waiting));
    await trial.addSlot(AFTERNOON);
    expect(await seated.view()).toMatchObject({
      sequence: 2,
      children: [{ state: 'cancelled_by_lab' }, { state: 'cancelled_by_lab' }],
    });
    expect((await declined.view()).sequence).toBe(1);
    const after = { state: 'cancelled_by_lab', slotId: trial.slot.id };
    for (const deed of deeds) {
      expect(deed).toMatchObject({ actor: STAFF_EMAIL, action: 'participation.updated', after });
    }
    expect(deeds.map(({ before }) => before)).toEqual(
      expect.arrayContaining([
        { state: 'accepted', slotId: trial.slot.id, ageConfirmedAt: null },
        { state: 'waitlisted', slotId: trial.slot.id, ageConfirmedAt: null },
      ]),
    );
  });

  test('is canceled while one of its families is deleted, without a deadlock', async () => {
    const erased = `/families/familyId/${String(seated.family.familyId)}`;
    const runner = trial.product.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM slots WHERE id = $1 FOR UPDATE', [trial.slot.id]);
    const deletion = trial.desk.call('delete', erased);
    await untilWaitingForLock(trial.product);
    const cancellation = trial.cancelSlot();
    await runner.commitTransaction();
    await runner.release();
    expect([(await deletion).status, (await cancellation).status]).toEqual([204, 200]);
    expect(await trial.counters()).toEqual({ taken: 0, waiting: 0 });
  });

  test.each(['child', 'family'])('is locked in order of id when a %s is deleted', async (what) => {
    const { id } = await trial.addSlot(AFTERNOON);
    const siblings = await trial.invite(2);
    const [first, second] = siblings.family.participationIds;
    const answers = [
      { participationId: first, answer: 'yes', slotId: id },
      { participationId: second, answer: 'yes', slotId: trial.slot.id },
    ];
    await siblings.post({ sequence: 0, answers });
    const [child]: [{ id: number }] = await trial.product.dataSource.query(
      'SELECT child_id AS id FROM participations WHERE id = $1',
      [first],
    );
    const runner = trial.product.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM slots WHERE id = $1 FOR UPDATE', [trial.slot.id]);
    const family = `/families/familyId/${String(siblings.family.familyId)}`;
    const path = what === 'family' ? family : `/children/${String(child.id)}`;
    const deletion = trial.desk.call('delete', path);
    await untilWaitingForLock(trial.product);
    await runner.query('SELECT FROM slots WHERE id = $1 FOR UPDATE NOWAIT', [id]);
    await runner.commitTransaction();
    await runner.release();
    expect((await deletion).status).toBe(204);
  });

  test('is canceled along with others while its study is deleted, and no call fails', async () => {
    const slots = [trial.slot, await trial.addSlot(), await trial.addSlot(AFTERNOON)];
    await trial.product.dataSource.query(
      `UPDATE invitations SET state = 'queued', sent_at = NULL WHERE study_id = $1`,
      [trial.study.id],
    );
    const study = `/studies/${String(trial.study.id)}`;
    const answers = await Promise.all([
      ...slots.reverse().map((slot) => trial.cancelSlot(slot)),
      trial.desk.call('delete', study),
      waiting.answer(null, { sequence: 1 }),
    ]);
    const [deletion] = answers.slice(-2);
    expect(deletion?.status).toBe(204);
    for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status);
  });
});
