import { describe, expect, test } from 'vitest';

import type { StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';
import { beginStudyTrial } from './study-trial.js';

const trial = beginStudyTrial();

describe('GET /invitations', () => {
  test('filters by study, family and name, and sorts', async () => {
    const [one, two] = [await trial.family(), await trial.family()];
    await trial.invite({ familyIds: [one.id, two.id] });
    expect(await trial.invitations()).toHaveLength(2);
    expect(await trial.invitations({ familyId: two.id })).toMatchObject([{ familyId: two.id }]);
    expect(await trial.invitations({ familyId: [one.id, two.id] })).toHaveLength(2);
    const named = await storeFamily(trial.product, {
      familyName: 'Muñoz',
      children: [{ firstName: 'Zoë', born: '2024-06' }],
    });
    await trial.invite({ familyIds: [named.id] });
    for (const q of ['munoz', 'ZOE']) {
      const found = await trial.invitations({ studyId: trial.study.id, q });
      expect(found).toMatchObject([{ familyId: named.id }]);
    }
    expect(await trial.invitations({ q: 'Muñozz' })).toEqual([]);
    // The first one sent is the last one answered.
    await trial.product.dataSource.query(
      `UPDATE invitations SET state = 'sent', token_hash = id, expires_at = now(),
         sent_at = now() + id * interval '1 minute', answered_at = now() - id * interval '1 minute'
       WHERE family_id <> $1`,
      [named.id],
    );
    for (const [column, direction, first] of [
      ['id', 'DESC', named],
      ['sentAt', 'DESC', two],
      ['answeredAt', 'DESC', one],
      ['state', 'ASC', named],
    ] as const) {
      const sort = [column, direction];
      const { body } = await trial.desk.list('invitations', { sort, range: [0, 0] });
      expect([column, body]).toMatchObject([column, [{ familyId: first.id }]]);
    }
    expect((await trial.desk.list('invitations', { sort: ['note', 'ASC'] })).status).toBe(400);
    expect((await trial.desk.list('invitations', { filter: { state: 'sent' } })).status).toBe(400);
  });
});

describe('POST /invitations/{id}/withdrawal', () => {
  const withdraw = (id: number | undefined): ReturnType<StaffDesk['call']> =>
    trial.desk.call('post', `/invitations/${String(id)}/withdrawal`);

  test('withdraws a queued invitation, and its letter is not sent', async () => {
    const one = await trial.family();
    await trial.invite({ familyIds: [one.id] });
    const [made] = await trial.invitations();
    const answers = [await withdraw(made?.id), await withdraw(made?.id)];
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([
        200,
        { id: made?.id, state: 'withdrawn', withdrawnReason: 'staff' },
      ]);
    }
    expect(await trial.desk.audit(2)).toMatchObject([
      { action: 'invitation.withdrawn', familyGuid: one.guid, after: { studyId: trial.study.id } },
      { action: 'invitation.queued' },
    ]);
    await trial.product.deliver();
    expect(trial.product.mailServer.mails).toEqual([]);
  });

  test('withdraws a sent invitation, and its link stops working', async () => {
    await trial.family();
    await trial.invite({ take: 1 });
    await trial.product.deliver();
    const [made] = await trial.invitations();
    if (made === undefined) throw new Error('there should be an invitation');
    expect((await withdraw(made.id)).status).toBe(200);
    const view = await trial.product
      .browser()
      .get('/kidlab-reg/invitations')
      .query({ guid: await trial.lab.token(made) });
    expect([view.status, view.body]).toMatchObject([410, { reason: 'withdrawn' }]);
  });

  test('returns 409 once the invitation has been answered', async () => {
    await trial.family();
    await trial.invite({ take: 1 });
    await trial.product.deliver();
    const [made] = await trial.invitations();
    await trial.product.dataSource.query('UPDATE invitations SET answered_at = now()');
    expect((await withdraw(made?.id)).status).toBe(409);
    expect(await trial.invitations()).toMatchObject([{ state: 'sent' }]);
  });

  test('returns 404 for an unknown one', async () => {
    expect((await withdraw(4711)).status).toBe(404);
  });
});
