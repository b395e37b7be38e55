import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { STUDY_MESSAGES } from '../src/common/messages.js';
import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import { Study } from '../src/studies/study.entity.js';
import { untilWaitingForLock } from './locks.js';
import { scaled } from './size.js';
import { STAFF_EMAIL } from './staff-records.js';
import { beginStudyTrial, TWO_YEARS } from './study-trial.js';

const trial = beginStudyTrial();

describe('POST /invitations', () => {
  test('is refused if a colleague deletes the study at the same moment', async () => {
    const { id } = await trial.family();
    const answer = await trial.product.dataSource.transaction(async (manager) => {
      await manager.delete(Study, { id: trial.study.id });
      const waiting = Promise.resolve(trial.post({ familyIds: [id] }));
      await untilWaitingForLock(trial.product);
      return { waiting };
    });
    const message = STUDY_MESSAGES.studyNotFound;
    expect((await answer.waiting).body).toEqual({ statusCode: 404, message });
  });

  test('queues a letter for a family, with each child who may be invited', async () => {
    const one = await trial.family({ familyName: 'Okafor' }, '2024-06', '2024-12', '2020-01');

    expect(await trial.invite({ familyIds: [one.id] })).toEqual({ queued: 1, refused: [] });

    const now = trial.product.clock.now().toISOString();
    const [made] = await trial.invitations();
    expect(made).toEqual({
      id: expect.any(Number) as unknown,
      ...{ studyId: trial.study.id, studyName: trial.study.name },
      ...{ familyId: one.id, familyGuid: one.guid, familyName: 'Okafor' },
      ...{ state: 'queued', withdrawnReason: null },
      ...{ sentAt: null, answeredAt: null, note: null },
      participations: [
        {
          id: expect.any(Number) as unknown,
          ...{ version: 1, state: 'invited', slotId: null, startsLocal: null },
          ...{ childId: expect.any(Number) as unknown, firstName: expect.any(String) as unknown },
          ...{ month: 6, year: 2024, waitingBefore: null, ageConfirmedAt: null },
        },
      ],
    });
    expect(await trial.desk.audit(1)).toMatchObject([
      {
        ...{ action: 'invitation.queued', actor: STAFF_EMAIL, familyGuid: one.guid },
        after: { studyId: trial.study.id, children: [made?.participations[0]?.childId] },
      },
    ]);
    await trial.product.deliver();
    expect(trial.product.mailServer.mails).toHaveLength(1);
    expect(await trial.invitations()).toMatchObject([{ state: 'sent', sentAt: now }]);
  });

  test('includes a child of a possible age only if staff ask for it', async () => {
    const one = await trial.family({}, '2024-12');
    expect(await trial.invite({ familyIds: [one.id] })).toEqual({
      queued: 0,
      refused: [{ familyId: one.id, reasons: [] }],
    });
    expect(await trial.invite({ familyIds: [one.id], withPossible: true })).toMatchObject({
      queued: 1,
    });
    await trial.product.deliver();
    expect(await trial.invitations()).toMatchObject([
      { state: 'sent', participations: [{ state: 'invited' }] },
    ]);
  });

  test('offers a child only dates on which its age is certain, unless staff include possible ages', async () => {
    await trial.lab.slot(trial.study, '2027-01-09T17:30Z');
    const [one, two] = [await trial.family({}, '2024-12'), await trial.family({}, '2024-12')];
    await trial.invite({ familyIds: [one.id] });
    await trial.invite({ familyIds: [two.id], withPossible: true });
    await trial.product.deliver();
    const { mails } = trial.product.mailServer;
    const dates = (address: string): string[] | null | undefined =>
      mails
        .find(({ to }) => [to].flat()[0]?.text === address)
        ?.text?.match(/(?:December 5|January 9), \d+/g) ?? null;
    expect(dates(one.email)).toEqual(['January 9, 2027']);
    expect(dates(two.email)).toEqual(['December 5, 2026', 'January 9, 2027']);
  });

  test('withdraws an invitation once the age is no longer certain, unless staff included possible ages', async () => {
    const sure = await trial.lab.slot(trial.study, '2027-01-09T17:30Z');
    const [one, two] = [await trial.family({}, '2024-12'), await trial.family({}, '2024-12')];
    await trial.invite({ familyIds: [one.id] });
    await trial.invite({ familyIds: [two.id], withPossible: true });
    await trial.product.dataSource.query('UPDATE slots SET taken = seats WHERE id = $1', [sure.id]);
    await trial.product.deliver();
    expect(await trial.invitations({ familyId: one.id })).toMatchObject([
      { state: 'withdrawn', withdrawnReason: 'nothing-left' },
    ]);
    expect(await trial.invitations({ familyId: two.id })).toMatchObject([{ state: 'sent' }]);
  });

  test('refuses a family with the reasons of the child that fits best', async () => {
    const gender = { criteria: { ...TWO_YEARS, genders: ['Male' as const] } };
    trial.study = await trial.lab.study(gender);
    await trial.lab.slot(trial.study, '2026-12-05T17:30Z');
    const one = await trial.family({}, '2020-01', '2024-06');
    expect(await trial.invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['gender'] }],
    });
  });

  test('refuses families with their reasons and queues the others', async () => {
    const [draft, paused, young, free] = [
      await trial.family({ state: 'draft' }),
      await trial.family({ pausedUntil: '2027-01-01', okay: 'N' }),
      await trial.family({}, '2025-06', '2020-01'),
      await trial.family(),
    ];
    const familyIds = [free.id, young.id, paused.id, draft.id, 4711];
    expect(await trial.invite({ familyIds })).toEqual({
      queued: 1,
      refused: [
        { familyId: young.id, reasons: ['too-young'] },
        { familyId: paused.id, reasons: ['opted-out', 'paused'] },
        { familyId: draft.id, reasons: ['unknown'] },
        { familyId: 4711, reasons: ['unknown'] },
      ],
    });
  });

  test('refuses an erased address', async () => {
    const one = await trial.family();
    const suppressions = trial.product.app.get(Suppressions, { strict: false });
    await suppressions.add(
      trial.product.dataSource.manager,
      suppressions.hashOf(one.email),
      trial.product.clock.now(),
    );

    expect(await trial.invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['erased'] }],
    });
  });

  test('invites a family once per study, even if that invitation was withdrawn', async () => {
    const one = await trial.family();
    expect(await trial.invite({ familyIds: [] })).toEqual({ queued: 0, refused: [] });
    await trial.invite({ familyIds: [one.id, one.id] });
    expect(await trial.invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['resting', 'invited'] }],
    });
    const [made] = await trial.invitations();
    await trial.desk.call('post', `/invitations/${String(made?.id)}/withdrawal`);
    expect(await trial.invite({ familyIds: [one.id] })).toEqual({
      queued: 0,
      refused: [{ familyId: one.id, reasons: ['invited'] }],
    });
  });

  test('invites a family again if a rule stopped the first letter before it was sent', async () => {
    const one = await trial.family();
    await trial.invite({ familyIds: [one.id] });
    await trial.product.dataSource.query('UPDATE families SET paused_until = $1', ['2026-12-01']);
    await trial.product.deliver();
    expect(await trial.invitations()).toMatchObject([
      { state: 'withdrawn', withdrawnReason: 'paused' },
    ]);
    expect(await trial.invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['paused'] }],
    });
    expect(await trial.invitations()).toHaveLength(1);

    await trial.product.dataSource.query('UPDATE families SET paused_until = NULL');
    const { body } = await trial.desk.list('candidates', { filter: { studyId: trial.study.id } });
    expect(body).toMatchObject([{ verdict: 'certain', reasons: [] }]);
    expect(await trial.invite({ familyIds: [one.id] })).toEqual({ queued: 1, refused: [] });
    await trial.product.deliver();
    expect(await trial.invitations()).toMatchObject([{ state: 'sent' }]);
    expect(trial.product.mailServer.mails).toHaveLength(1);
  });

  test('takes the given number of families from the top of the candidates', async () => {
    await trial.lab.invite(await trial.lab.study(), await trial.family());
    const perhaps = await trial.family({}, '2024-12');
    const ids = [
      await trial.family({}, '2024-06', '2024-07'),
      await trial.family(),
      await trial.family(),
    ].map(({ id }) => id);
    const { body } = await trial.desk.list('candidates', {
      filter: { studyId: trial.study.id, verdict: 'certain' },
    });
    const order = [...new Set((body as { familyId: number }[]).map(({ familyId }) => familyId))];

    expect(await trial.invite({ take: 2 })).toEqual({ queued: 2, refused: [] });
    const asked = (await trial.invitations()).map(({ familyId }) => familyId);
    expect(asked.sort()).toEqual(order.slice(0, 2).sort());
    expect(await trial.invite({ take: 1000 })).toEqual({ queued: 1, refused: [] });
    expect((await trial.invitations()).map(({ familyId }) => familyId).sort()).toEqual(
      [...ids].sort(),
    );
    expect(await trial.invite({ take: 5, withPossible: true })).toEqual({ queued: 1, refused: [] });
    expect((await trial.invitations({ familyId: perhaps.id })).length).toBe(1);
  });

  test.each([
    ['familyIds', {}],
    ['familyIds', { familyIds: [1], take: 1 }],
    ['familyIds', { familyIds: ['x'] }],
    ['familyIds', { familyIds: [0] }],
    ['take', { take: 0 }],
    ['take', { take: 1001 }],
    ['studyId', { studyId: undefined, take: 1 }],
    ['withPossible', { take: 1, withPossible: 'perhaps' }],
  ])('returns a 400 that names an invalid %s: %j', async (field, body) => {
    const answer = await trial.post(body);
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
  });

  test('returns 404 for an unknown study', async () => {
    expect((await trial.post({ studyId: 4711, take: 1 })).status).toBe(404);
  });

  test('invites once when it is repeated with the same key', async () => {
    await Promise.all([trial.family(), trial.family(), trial.family()]);
    const key = randomUUID();
    const answers = await Promise.all([
      trial.invite({ take: 2 }, key),
      trial.invite({ take: 2 }, key),
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await trial.invitations()).toHaveLength(2);
  });

  test('invites each family once when two studies and two staff members invite the same families in parallel', async () => {
    const families = await Promise.all(
      Array.from({ length: scaled(60, 300) }, () => trial.family()),
    );
    const ids = families.map(({ id }) => id);
    const other = await trial.lab.study({ criteria: TWO_YEARS });
    await trial.lab.slot(other, '2026-12-06T17:30Z');
    const answers = await Promise.all([
      trial.invite({ familyIds: ids }),
      trial.invite({ familyIds: [...ids].reverse() }),
      trial.invite({ studyId: other.id, familyIds: ids }),
      trial.invite({ studyId: other.id, take: ids.length }),
    ]);
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(ids.length);
    expect([
      ...(await trial.invitations()),
      ...(await trial.invitations({ studyId: other.id })),
    ]).toHaveLength(ids.length);
    await trial.product.deliver();
    const recipients = trial.product.mailServer.mails.map(({ to }) => JSON.stringify(to));
    expect(new Set(recipients).size).toBe(ids.length);
    expect(recipients).toHaveLength(ids.length);
  });
});
