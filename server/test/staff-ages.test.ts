import { describe, expect, test } from 'vitest';
import type { StaffParticipation } from '@kidlab/contract';
import { In } from 'typeorm';

import { Child } from '../src/children/child.entity.js';
import { Participation } from '../src/studies/invitation.entity.js';
import { AFTERNOON, beginInvitationTrial, morningOf, type Parent } from './invited-families.js';
import type { StaffDesk } from './staff-records.js';

type Payload = Record<string, unknown>;

const trial = beginInvitationTrial();

describe('an age that staff enter by phone', () => {
  const put = (change: Payload, of: Parent): ReturnType<StaffDesk['call']> =>
    trial.desk.call('put', `/participations/${String(of.family.participationIds[0])}`, change);
  const done = async (change: Payload, of: Parent): Promise<StaffParticipation> => {
    const answer = await put(change, of);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as StaffParticipation;
  };
  const yes = (): Payload => ({ state: 'accepted', slotId: trial.slot.id });

  test('asks about all siblings with an uncertain age at once', async () => {
    await trial.another({ minMonths: 45 });
    const family = await trial.invite(2);
    const message = ['Maya', 'Chidi']
      .map((name) => `Will ${name} be 45 months or older on December 14?`)
      .join(' ');
    expect((await put({ ...yes(), withSiblings: true }, family)).body).toEqual({
      statusCode: 400,
      message,
      errors: [{ field: 'ageConfirmed', message }],
    });
  });

  test('asks to confirm an uncertain age, and keeps the confirmation', async () => {
    await trial.another({ minMonths: 45 });
    const possible = await trial.invite();
    const message = 'Will Maya be 45 months or older on December 14?';
    for (const state of ['accepted', 'waitlisted']) {
      expect((await put({ ...yes(), state }, possible)).body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'ageConfirmed', message }],
      });
    }
    const waiting = { ...yes(), state: 'waitlisted', ageConfirmed: true };
    const confirmed = { ageConfirmedAt: trial.product.clock.now().toISOString() };
    expect(await done(waiting, possible)).toMatchObject(confirmed);
    trial.product.clock.advance({ minutes: 1 });
    // It is not asked again for the same session.
    expect(await done(yes(), possible)).toMatchObject({ state: 'accepted', ...confirmed });
    const { id: slotId } = await trial.addSlot(AFTERNOON);
    expect((await put({ state: 'accepted', slotId }, possible)).body).toMatchObject({
      errors: [{ field: 'ageConfirmed', message }],
    });
  });

  test('asks again after a corrected month of birth, even for a seat given back', async () => {
    await trial.another({ minMonths: 45 });
    const possible = await trial.invite();
    await done({ ...yes(), ageConfirmed: true }, possible);
    await done({ state: 'cancelled_by_parent' }, possible);
    const { familyId } = possible.family;
    const { id } = await trial.product.dataSource.manager.findOneByOrFail(Child, { familyId });
    for (const monthOfBirth of ['02', '03']) {
      await trial.desk.call('put', `/children/${String(id)}`, { monthOfBirth });
    }
    const error = { field: 'ageConfirmed' };
    expect((await put(yes(), possible)).body).toMatchObject({ errors: [error] });
  });

  test('confirms a waiting child’s age without a letter; the child may get a seat', async () => {
    await trial.another({ minMonths: 45 });
    await trial.changeSlot({ seats: 2 });
    const [seated, first, second] = [
      await trial.invite(2),
      await trial.invite(2),
      await trial.invite(),
    ];
    await done({ ...yes(), ageConfirmed: true, withSiblings: true }, seated);
    for (const family of [first, second]) {
      await done({ ...yes(), state: 'waitlisted', ageConfirmed: true, withSiblings: true }, family);
    }
    const moved = morningOf('2026-12-15');
    await trial.changeSlot({ ...moved, seats: 4 });
    expect(await trial.counters()).toEqual({ taken: 2, waiting: 3 });
    const lettersBefore = (await trial.lettersTo(second)).length;
    const waiting = { state: 'waitlisted', ageConfirmed: true };
    const before = await done({ state: 'waitlisted' }, first);
    expect(before).toMatchObject({ ageConfirmedAt: null, waitingBefore: 0 });
    expect((await put({ ...waiting, version: before.version - 1 }, first)).status).toBe(409);
    expect(await done(waiting, first)).toMatchObject({
      state: 'waitlisted',
      waitingBefore: 0,
      version: before.version + 1,
      ageConfirmedAt: trial.product.clock.now().toISOString(),
    });
    expect(await trial.desk.audit(1)).toMatchObject([
      {
        action: 'participation.updated',
        before: { state: 'waitlisted', ageConfirmedAt: null },
        after: { state: 'waitlisted', ageConfirmedAt: trial.product.clock.now().toISOString() },
      },
    ]);
    // The sibling's age is still unconfirmed.
    expect(await trial.counters()).toEqual({ taken: 2, waiting: 3 });
    const [, sibling] = first.family.participationIds;
    const path = `/participations/${String(sibling)}`;
    expect((await trial.desk.call('put', path, waiting)).body).toMatchObject({ state: 'accepted' });
    expect(await trial.counters()).toEqual({ taken: 4, waiting: 1 });
    // A repeat changes nothing.
    const again = await done(waiting, second);
    expect(await done(waiting, second)).toEqual(again);
    expect(await trial.lettersTo(second)).toHaveLength(lettersBefore);
    expect(await done({ state: 'accepted', ageConfirmed: true }, seated)).toMatchObject({
      ageConfirmedAt: trial.product.clock.now().toISOString(),
    });
  });

  test.each(['waitlisted', 'accepted'])(
    'confirms only the unconfirmed ages of waiting siblings: %s',
    async (state) => {
      const { clock, dataSource } = trial.product;
      await trial.another({ minMonths: 45 });
      await trial.changeSlot({ seats: 2 });
      const [seated, family] = [await trial.invite(2), await trial.invite(2)];
      const together = { ...yes(), ageConfirmed: true, withSiblings: true };
      await done(together, seated);
      await done({ ...together, state: 'waitlisted' }, family);
      await trial.changeSlot({ ...morningOf('2026-12-15'), seats: 4 });
      const first = clock.now();
      await done({ state: 'waitlisted', ageConfirmed: true }, family);
      clock.advance({ minutes: 1 });
      await done({ ...together, state }, family);
      const kept: unknown = await dataSource.query(
        'SELECT age_confirmed_at AS at FROM participations WHERE id = ANY ($1) ORDER BY id',
        [family.family.participationIds],
      );
      expect(kept).toEqual([{ at: first }, { at: clock.now() }]);
    },
  );

  test('confirms only the uncertain age among siblings', async () => {
    const { manager } = trial.product.dataSource;
    await trial.another({ minMonths: 45 });
    const family = await trial.invite(2);
    const { familyId, participationIds } = family.family;
    await manager.update(Child, { familyId, firstName: 'Chidi' }, { monthOfBirth: 2 });
    await done({ ...yes(), ageConfirmed: true, withSiblings: true }, family);
    const answers = await manager.find(Participation, {
      where: { id: In([...participationIds]) },
      order: { id: 'ASC' },
    });
    expect(answers.map(({ state, ageConfirmedAt }) => [state, ageConfirmedAt])).toEqual([
      ['accepted', trial.product.clock.now()],
      ['accepted', null],
    ]);
  });

  test('confirms an age only for a child with a seat or on the waiting list', async () => {
    const parent = await trial.invite();
    const declined = { state: 'declined', ageConfirmed: true };
    expect(await done(declined, parent)).toMatchObject({ ageConfirmedAt: null });
    await done(yes(), parent);
    await trial.setClock(trial.slot.startsAt);
    const came = { state: 'attended', ageConfirmed: true };
    expect(await done(came, parent)).toMatchObject({ ageConfirmedAt: null });
  });
});
