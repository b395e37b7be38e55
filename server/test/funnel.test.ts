import { describe, expect, test } from 'vitest';
import type { Funnel } from '@kidlab/contract';

import { beginStudyTrial, TWO_YEARS } from './study-trial.js';

const trial = beginStudyTrial();

describe('GET /studies/{id}/funnel', () => {
  const funnel = async (): Promise<Funnel> => {
    const answer = await trial.desk.call('get', `/studies/${String(trial.study.id)}/funnel`);
    expect(answer.status).toBe(200);
    return answer.body as Funnel;
  };

  test('each step drops some children of the step before, by their first reason', async () => {
    trial.study = await trial.lab.study({ criteria: { ...TWO_YEARS, areas: ['East Bay'] } });
    await trial.lab.slot(trial.study, '2026-12-05T17:30Z', { seats: 4 });
    await trial.lab.slot(trial.study, '2026-12-12T17:30Z', { seats: 3 });
    await trial.family({ zipCode: '94608' }, '2024-06', '2024-12');
    await trial.family({ zipCode: '94608' }, '2020-01', '2026-01');
    await trial.family({ zipCode: '10001', okay: 'N' });
    await trial.family({ zipCode: '94608', okay: 'N', pausedUntil: '2027-01-01' });
    await trial.family({ zipCode: '94608', state: 'awaiting' });
    await trial.lab.invite(await trial.lab.study(), await trial.family({ zipCode: '94608' }));
    const createdDate = new Date('2026-09-01T00:00Z');
    await trial.lab.asked(trial.study, await trial.family({ zipCode: '94608' }), [], {
      createdDate,
    });

    expect(await funnel()).toEqual({
      freeSeats: 7,
      unanswered: 1,
      steps: [
        { step: 'registered', children: 8, possible: 1, dropped: [] },
        {
          ...{ step: 'right-age', children: 6, possible: 1 },
          dropped: [
            { reason: 'too-young', children: 1 },
            { reason: 'too-old', children: 1 },
          ],
        },
        { step: 'fits', children: 5, possible: 1, dropped: [{ reason: 'area', children: 1 }] },
        {
          ...{ step: 'contactable', children: 4, possible: 1 },
          dropped: [{ reason: 'opted-out', children: 1 }],
        },
        { step: 'rested', children: 3, possible: 1, dropped: [{ reason: 'resting', children: 1 }] },
        {
          ...{ step: 'can-be-invited', children: 2, possible: 1 },
          dropped: [{ reason: 'invited', children: 1 }],
        },
      ],
    });
    const filter = { studyId: trial.study.id, verdict: ['certain', 'possible'] };
    expect((await trial.desk.list('candidates', { filter })).body).toHaveLength(2);
    for (const { step, children } of (await funnel()).steps) {
      const at = { studyId: trial.study.id, step };
      const { body } = await trial.desk.list('candidates', { filter: at });
      expect([step, (body as unknown[]).length]).toEqual([step, children]);
    }
  });

  test('counts free seats even if a waiting family cannot use them', async () => {
    await trial.product.dataSource.query('UPDATE slots SET waiting = 1 WHERE study_id = $1', [
      trial.study.id,
    ]);
    await trial.family();
    const { steps, freeSeats } = await funnel();
    expect(freeSeats).toBe(trial.slot.seats);
    expect(steps.at(-1)).toMatchObject({ children: 1, dropped: [] });
  });

  test('counts invited families that have not answered and still may', async () => {
    const { lab, study, slot } = trial;
    const withdrawn = { state: 'withdrawn', withdrawnReason: 'paused' } as const;
    await lab.sent(study, await trial.family());
    await lab.sent(study, await trial.family(), { expiresAt: '2026-01-01T00:00Z' });
    await lab.asked(study, await trial.family(), [], withdrawn);
    await lab.answered(slot, await trial.family(), ['accepted']);
    await lab.sent(await lab.study(), await trial.family());
    expect((await funnel()).unanswered).toBe(1);
  });

  test.each([
    ['the study is closed', 0, `UPDATE studies SET state = 'closed'`],
    [
      'its sessions are canceled',
      0,
      `UPDATE slots SET cancelled_at = created_date, cancel_reason = 'Ill'`,
    ],
    [
      'within the cut-off',
      0,
      `UPDATE slots SET starts_at = '2026-11-21T18:00Z', ends_at = '2026-11-21T19:00Z'`,
    ],
    [
      'before the cut-off',
      1,
      `UPDATE slots SET starts_at = '2026-11-21T18:01Z', ends_at = '2026-11-21T19:00Z'`,
    ],
    ['only the waiting list is left', 1, 'UPDATE slots SET taken = seats'],
  ])('counts only families that can still answer: %s', async (_, unanswered, change) => {
    await trial.lab.sent(trial.study, await trial.family());
    expect((await funnel()).unanswered).toBe(1);
    await trial.product.dataSource.query(change);
    expect((await funnel()).unanswered).toBe(unanswered);
  });

  test('uses today’s ages when there is no slot', async () => {
    await trial.product.dataSource.query('DELETE FROM slots WHERE study_id = $1', [trial.study.id]);
    await trial.family({}, '2024-06', '2024-11', '2020-01');

    const { steps, freeSeats } = await funnel();
    expect(freeSeats).toBe(0);
    expect(steps.map(({ children }) => children)).toEqual([3, 2, 2, 2, 2, 0]);
    expect(steps.map(({ possible }) => possible)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(steps.at(-1)?.dropped).toEqual([{ reason: 'nothing-left', children: 2 }]);
  });

  test('returns 404 for an unknown study', async () => {
    expect((await trial.desk.call('get', '/studies/4711/funnel')).status).toBe(404);
  });
});
