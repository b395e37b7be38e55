import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Roster } from '@kidlab/contract';

import { POOL_SIZE } from '../src/database/data-source.js';
import { SeatsService } from '../src/studies/answers/seats.service.js';
import { Slot } from '../src/studies/slot.entity.js';
import { AFTERNOON, beginInvitationTrial, type Parent } from './invited-families.js';
import { StaffDesk } from './staff-records.js';

const trial = beginInvitationTrial();

describe('a free seat goes to the family that has waited longest', () => {
  /** The family that has both seats. */
  let seated: Parent;

  beforeEach(async () => {
    await changeSlot({ seats: 2 });
    seated = await answered(2);
  });

  const changeSlot = async (change: Record<string, unknown>): Promise<void> => {
    const answer = await trial.changeSlot(change);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  };
  const answered = async (children = 1, slotId = trial.slot.id): Promise<Parent> => {
    const parent = await trial.invite(children);
    expect((await parent.answer(slotId)).status).toBe(200);
    return parent;
  };
  const states = async ({ family }: Parent): Promise<string[]> => {
    const rows: { state: string }[] = await trial.product.dataSource.query(
      'SELECT state FROM participations WHERE invitation_id = $1 ORDER BY id',
      [family.invitationId],
    );
    return rows.map(({ state }) => state);
  };
  /** Waits until the seats are filled after the commit. */
  const untilSeated = async (parent: Parent): Promise<void> => {
    while ((await states(parent)).some((state) => state !== 'accepted')) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const roster = async (slot: { id: number } = trial.slot): Promise<Roster> =>
    (await trial.desk.call('get', `/slots/${String(slot.id)}/roster`)).body as Roster;
  const run = (): Promise<void> => trial.product.app.get(SeatsService, { strict: false }).fillAll();

  const FREEING: [string, () => Promise<unknown>][] = [
    ['a parent cancels', async () => seated.answer(null, { sequence: 1 })],
    [
      'a parent moves',
      async () => seated.answer((await trial.addSlot(AFTERNOON)).id, { sequence: 1 }),
    ],
    ['staff add seats', () => changeSlot({ seats: 3 })],
    [
      'staff cancel for a child',
      () =>
        trial.desk.call('put', `/participations/${String(seated.family.participationIds[0])}`, {
          state: 'cancelled_by_lab',
        }),
    ],
    [
      'a family is deleted',
      () => trial.desk.call('delete', `/families/familyId/${String(seated.family.familyId)}`),
    ],
    [
      'a child is deleted',
      async () => {
        const [child]: [{ id: number }] = await trial.product.dataSource.query(
          'SELECT id FROM children WHERE family_id = $1 ORDER BY id LIMIT 1',
          [seated.family.familyId],
        );
        return trial.desk.call('delete', `/children/${String(child.id)}`);
      },
    ],
  ];
  test.each(FREEING)('when %s', async (_, free) => {
    const [first, second] = [await answered(), await answered(2)];
    await free();
    await untilSeated(first);
    await run();
    expect(await states(second)).toEqual(Array(2).fill('waitlisted'));
    expect(await trial.lettersTo(first)).toEqual(['place', 'place', 'reminder']);
    expect(await first.view()).toMatchObject({ sequence: 2, children: [{ state: 'accepted' }] });
  });

  describe('and staff immediately see', () => {
    const seatedIn = ({ seated: children }: Roster): number[] => children.map(({ id }) => id);

    test('who gets an added seat', async () => {
      const { family } = await answered();
      expect((await trial.changeSlot({ seats: 3 })).body).toMatchObject({ taken: 3, waiting: 0 });
      expect(seatedIn(await roster())).toEqual(expect.arrayContaining(family.participationIds));
    });

    test('who gets the seat of a child they cancel', async () => {
      const { family } = await answered();
      const [given = 0, kept = 0] = seated.family.participationIds;
      const path = `/participations/${String(given)}`;
      const answer = await trial.desk.call('put', path, { state: 'cancelled_by_lab' });
      expect(answer.body).toMatchObject({ id: given, state: 'cancelled_by_lab' });
      const { slot, seated: children, waiting } = await roster();
      expect([slot, waiting]).toMatchObject([{ taken: 2, waiting: 0 }, []]);
      expect(new Set(children.map(({ id }) => id))).toEqual(
        new Set([kept, ...family.participationIds]),
      );
    });

    test('that a family gets the seat it waited for when its other session is canceled', async () => {
      const busy = await answered();
      const { slot } = trial;
      await trial.another();
      const elsewhere = trial.slot;
      expect((await (await trial.inviteAgain(busy)).answer(elsewhere.id)).status).toBe(200);
      await trial.changeSlot({ seats: 3 }, slot);
      expect((await roster(slot)).slot).toMatchObject({ taken: 2, waiting: 1 });
      expect((await trial.cancelSlot(elsewhere)).status).toBe(200);
      expect((await roster(slot)).slot).toMatchObject({ taken: 3, waiting: 0 });
    });

    test('the result of more simultaneous changes than there are database connections', async () => {
      await answered();
      const changes = Array.from({ length: POOL_SIZE + 2 }, (_, index) =>
        trial.changeSlot({ seats: 3 + index }),
      );
      for (const { status, body } of await Promise.all(changes)) {
        expect([status, body]).toMatchObject([200, { taken: 3, waiting: 0 }]);
      }
    });

    test('their own change even if filling the seats fails', async () => {
      const waiting = await answered();
      const seats = trial.product.app.get(SeatsService, { strict: false });
      const fill = vi.spyOn(seats, 'fill').mockRejectedValue(new Error('no'));
      const answer = await trial.changeSlot({ seats: 3 });
      expect([answer.status, answer.body]).toMatchObject([200, { seats: 3, taken: 2, waiting: 1 }]);
      expect(fill).toHaveBeenCalled();
      fill.mockRestore();
      await run();
      expect(await states(waiting)).toEqual(['accepted']);
    });

    test('their own change even if filling the seats takes long', async () => {
      const waiting = await answered();
      const { dataSource } = trial.product;
      // Only the filling of seats locks the invitation.
      const answer = await dataSource.transaction(async (manager) => {
        await manager.query('SELECT FROM invitations WHERE id = $1 FOR UPDATE', [
          waiting.family.invitationId,
        ]);
        return trial.changeSlot({ seats: 3 });
      });
      expect([answer.status, answer.body]).toMatchObject([200, { seats: 3, taken: 2, waiting: 1 }]);
      await untilSeated(waiting);
    });
  });

  test('when an address is erased', async () => {
    const waiting = await answered();
    const [family]: [{ email: string; guid: string }] = await trial.product.dataSource.query(
      'SELECT email, guid FROM families WHERE id = $1',
      [seated.family.familyId],
    );
    const { email, guid } = family;
    const families = [{ guid, scope: 'family' }];
    const request = { email, confirmation: email, families };
    const admin = await new StaffDesk(trial.product).signIn({ isUserAdmin: true });
    const answer = await admin.call('post', '/privacy/erasures', request);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    await untilSeated(waiting);
  });

  test('siblings get seats together, and are passed over until there is room for all', async () => {
    await changeSlot({ seats: 3 });
    const [siblings, single] = [await answered(3), await answered()];
    await untilSeated(single);
    expect(await states(siblings)).toEqual(Array(3).fill('waitlisted'));
    expect((await roster()).whyWaiting).toEqual(['no-seat']);
    await seated.answer(null, { sequence: 1 });
    await run();
    expect(await states(siblings)).toEqual(Array(3).fill('waitlisted'));
    expect((await roster()).whyWaiting).toEqual(['siblings']);
    await changeSlot({ seats: 4 });
    await untilSeated(siblings);
    expect(await trial.counters()).toEqual({ taken: 4, waiting: 0 });
  });

  test('a family that joins the waiting list is seated immediately if those before it need too many seats', async () => {
    await changeSlot({ seats: 4 });
    const [siblings, single] = [await answered(3), await answered()];
    await untilSeated(single);
    expect(await states(siblings)).toEqual(Array(3).fill('waitlisted'));
  });

  test('a family with another session at the same time is passed over', async () => {
    const [busy, free] = [await answered(), await answered()];
    const { slot } = trial;
    await trial.another();
    const elsewhere = await trial.inviteAgain(busy);
    expect((await elsewhere.answer(trial.slot.id)).status).toBe(200);
    trial.slot = slot;
    await changeSlot({ seats: 4 });
    await untilSeated(free);
    await run();
    expect(await states(busy)).toEqual(['waitlisted']);
    expect((await roster()).whyWaiting).toEqual(['busy']);
    await elsewhere.answer(null, { sequence: 1 });
    await untilSeated(busy);
  });

  test('a family that was passed over gets the seat when its other session is canceled', async () => {
    const busy = await answered();
    const { slot } = trial;
    await trial.another();
    const elsewhere = trial.slot;
    expect((await (await trial.inviteAgain(busy)).answer(elsewhere.id)).status).toBe(200);
    trial.slot = slot;
    await changeSlot({ seats: 3 });
    await run();
    expect(await states(busy)).toEqual(['waitlisted']);
    expect((await trial.cancelSlot(elsewhere)).status).toBe(200);
    await untilSeated(busy);
  });

  test('no seat of a canceled session is filled, even if somebody were to wait for it', async () => {
    const waiting = await answered();
    await trial.product.dataSource.query(
      `UPDATE slots SET seats = 3, cancelled_at = now(), cancel_reason = 'Ill' WHERE id = $1`,
      [trial.slot.id],
    );
    await run();
    expect(await states(waiting)).toEqual(['waitlisted']);
  });

  test('a child outside the age range on the session’s new day is passed over', async () => {
    const waiting = await answered();
    await changeSlot({ startsLocal: '2027-05-03T09:30', endsLocal: '2027-05-03T10:30', seats: 4 });
    await run();
    expect(await states(waiting)).toEqual(['waitlisted']);
    expect((await roster()).whyWaiting).toEqual(['age']);
    await changeSlot({ startsLocal: '2027-03-02T09:30', endsLocal: '2027-03-02T10:30' });
    await untilSeated(waiting);
  });

  test('a child with an uncertain age on the new day is passed over until the age is confirmed', async () => {
    const waiting = await answered();
    await changeSlot({ startsLocal: '2027-04-15T09:30', endsLocal: '2027-04-15T10:30' });
    const confirmed = await trial.invite();
    expect((await confirmed.answer(trial.slot.id, { ageConfirmed: true })).status).toBe(200);
    expect(await states(confirmed)).toEqual(['waitlisted']);
    await changeSlot({ seats: 4 });
    await untilSeated(confirmed);
    await run();
    expect(await states(waiting)).toEqual(['waitlisted']);

    const path = `/participations/${String(waiting.family.participationIds[0])}`;
    const seat = { state: 'accepted', slotId: trial.slot.id };
    const message = 'Will Maya be 48 months or younger on April 15?';
    const asked = await trial.desk.call('put', path, seat);
    expect(asked.body).toMatchObject({ errors: [{ field: 'ageConfirmed', message }] });
    const given = await trial.desk.call('put', path, { ...seat, ageConfirmed: true });
    expect(given.body).toMatchObject({ state: 'accepted' });
  });

  test('a waiting parent confirms the age on the new day without losing the place in line', async () => {
    const [first, second] = [await answered(), await answered()];
    await changeSlot({ startsLocal: '2027-04-15T09:30', endsLocal: '2027-04-15T10:30' });
    const asked = async (): Promise<unknown> => (await first.view()).children[0]?.slot?.ageQuestion;
    expect(await asked()).toBe('Will Maya be 48 months or younger on April 15?');
    // The same answer without the confirmation confirms nothing.
    expect((await first.answer(trial.slot.id, { sequence: 2 })).status).toBe(200);
    expect(await asked()).toBe('Will Maya be 48 months or younger on April 15?');
    const confirm = { sequence: 2, ageConfirmed: true };
    // A stale page that still shows the old day.
    expect((await first.answer(trial.slot.id, { ...confirm, sequence: 1 })).status).toBe(409);
    for (const each of [second, first, first]) {
      expect((await each.answer(trial.slot.id, confirm)).status).toBe(200);
    }
    expect(await asked()).toBeNull();
    expect(await states(first)).toEqual(['waitlisted']);
    await changeSlot({ seats: 3 });
    await untilSeated(first);
    await run();
    expect(await states(second)).toEqual(['waitlisted']);
  });

  test.each([
    ['disabled', `disabled_indicator = 'Y'`],
    ['undeliverable address', 'undeliverable_at = now()'],
  ])('an unreachable family (%s) is passed over', async (_, change) => {
    const [unreachable, free] = [await answered(), await answered()];
    await trial.product.dataSource.query(`UPDATE families SET ${change} WHERE id = $1`, [
      unreachable.family.familyId,
    ]);
    await changeSlot({ seats: 4 });
    await untilSeated(free);
    await run();
    expect(await states(unreachable)).toEqual(['waitlisted']);
    expect((await roster()).whyWaiting).toEqual(['no-mail']);
  });

  test('only until the cut-off', async () => {
    const waiting = await answered();
    await trial.setClock('2026-12-13T17:30:00Z');
    await seated.answer(null, { sequence: 1 });
    await run();
    expect(await states(waiting)).toEqual(['waitlisted']);
    expect((await roster()).whyWaiting).toEqual(['cut-off']);
    trial.product.clock.set(new Date('2026-12-13T17:29:59Z'));
    await run();
    expect(await states(waiting)).toEqual(['accepted']);
  });

  test('while a waiting family is about to get the free seat, the roster says so', async () => {
    const siblings = await answered(2);
    const setSeats = (seats: number): Promise<unknown> =>
      trial.product.dataSource.manager.update(Slot, { id: trial.slot.id }, { seats });
    await setSeats(3);
    expect((await roster()).whyWaiting).toEqual(['siblings']);
    await setSeats(4);
    expect((await roster()).whyWaiting).toEqual(['filling']);
    await run();
    expect(await states(siblings)).toEqual(['accepted', 'accepted']);
  });

  test('the roster of a full session gives no reason while nobody waits', async () => {
    const { taken } = await trial.counters();
    await changeSlot({ seats: taken });
    expect((await roster()).whyWaiting).toEqual([]);
  });

  test('the roster of a session that has begun no longer says why seats stay free', async () => {
    await answered();
    await trial.setClock('2026-12-14T17:30:00Z');
    expect((await roster()).whyWaiting).toEqual([]);
  });

  test('seats of a canceled session are not filled', async () => {
    const waiting = await answered();
    const cancel =
      'UPDATE slots SET seats = 9, cancelled_at = $2, cancel_reason = $3 WHERE id = $1';
    await trial.product.dataSource.query(cancel, [
      trial.slot.id,
      trial.product.clock.now(),
      'We are ill.',
    ]);
    await run();
    expect(await states(waiting)).toEqual(['waitlisted']);
  });

  test('after a crash, the job that runs every minute fills the seats on any server', async () => {
    const [first, second] = [await answered(), await answered()];
    await trial.product.dataSource.query('UPDATE slots SET seats = 3 WHERE id = $1', [
      trial.slot.id,
    ]);
    await Promise.all([run(), run(), run()]);
    expect([await states(first), await states(second)]).toEqual([['accepted'], ['waitlisted']]);
    expect((await first.view()).sequence).toBe(2);
  });
});
