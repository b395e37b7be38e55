import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Candidate, CandidateReason, Funnel, LetterPreview } from '@kidlab/contract';

import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import { Family } from '../src/families/family.entity.js';
import type { Slot } from '../src/studies/slot.entity.js';
import type { Study } from '../src/studies/study.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { signIn } from './staff.js';
import { STAFF_EMAIL, StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';
import { StoredInvitations } from './stored-invitations.js';

const ANY = { genders: [], hands: [], languages: [], areas: [], notInStudies: [] };
const TWO_YEARS = { ...ANY, minMonths: 24, maxMonths: 35 };

let product: TestApp;
let desk: StaffDesk;
let lab: StoredInvitations;
let study: Study;
let slot: Slot;

beforeAll(async () => {
  // 20 November 2026, 10:00 in the lab.
  product = await startTestApp();
  desk = new StaffDesk(product, await signIn(product, { email: STAFF_EMAIL }));
  lab = new StoredInvitations(product);
});
afterAll(() => product.stop());

beforeEach(async () => {
  await product.dataSource.getRepository(Family).deleteAll();
  study = await lab.study({ criteria: TWO_YEARS });
  slot = await lab.slot(study, '2026-12-05T17:30Z');
});

/** Certainly two years old on the day, unless a test says otherwise. */
const family = (
  wanted: Parameters<typeof storeFamily>[1] = {},
  ...born: string[]
): Promise<Family> =>
  storeFamily(product, {
    ...wanted,
    children: (born.length === 0 ? ['2024-06'] : born).map((month) => ({
      born: month,
      firstName: month,
    })),
  });

const list = async (filter: object = {}): Promise<Candidate[]> => {
  const answer = await desk.list('candidates', { filter: { studyId: study.id, ...filter } });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body as Candidate[];
};
const reasons = async (): Promise<CandidateReason[][]> =>
  (await list()).map((candidate) => candidate.reasons);

describe('GET /candidates', () => {
  test('tells of each child what the study sees', async () => {
    const one = await family({ familyName: 'Okafor' });

    expect(await list()).toEqual([
      {
        id: expect.any(Number) as unknown,
        familyId: one.id,
        familyGuid: one.guid,
        familyName: 'Okafor',
        firstName: expect.any(String) as unknown,
        verdict: 'certain',
        reasons: [],
        ageText: '29–30 months',
        lastInvitedAt: null,
      },
    ]);
  });

  test('by the month of birth, an age is certain or possible on the day', async () => {
    await family({}, '2023-11', '2023-12', '2024-01');
    await family({}, '2024-11', '2024-12', '2025-01');

    const found = (await list()).map(({ firstName, verdict, reasons: all }) => [
      firstName,
      verdict,
      ...all,
    ]);
    expect(found.sort()).toEqual([
      ['2023-11', 'not', 'too-old'],
      ['2023-12', 'possible'],
      ['2024-01', 'certain'],
      ['2024-11', 'certain'],
      ['2024-12', 'possible'],
      ['2025-01', 'not', 'too-young'],
    ]);
  });

  test('certain first, then who was never invited, then longest ago; siblings together', async () => {
    const other = await lab.study();
    const invitedOn = async (day: string, born?: string): Promise<Family> => {
      const one = await family({}, ...(born === undefined ? [] : [born]));
      const { id } = await lab.invite(other, one);
      const values = [new Date(day), id];
      await product.dataSource.query(
        'UPDATE invitations SET created_date = $1 WHERE id = $2',
        values,
      );
      return one;
    };
    const lately = await invitedOn('2026-10-01');
    const perhaps = await family({}, '2024-12');
    const before = await invitedOn('2026-09-01');
    const never = await family({}, '2024-06', '2024-07');

    const found = await list({ verdict: ['certain', 'possible'] });
    expect(found.map(({ familyId }) => familyId)).toEqual([
      ...[never.id, never.id, before.id, lately.id, perhaps.id],
    ]);
    expect(found[2]?.lastInvitedAt).toBe('2026-09-01T00:00:00.000Z');
  });

  test('filters by verdict, one or more', async () => {
    await family({}, '2024-06', '2024-12', '2020-01');
    const verdicts = async (verdict?: unknown): Promise<string[]> =>
      (await list({ verdict })).map((candidate) => candidate.verdict).sort();

    expect(await verdicts()).toEqual(['certain', 'not', 'possible']);
    expect(await verdicts('certain')).toEqual(['certain']);
    expect(await verdicts(['possible', 'not'])).toEqual(['not', 'possible']);
    expect(await verdicts(['certain', 'possible', 'not'])).toHaveLength(3);
  });

  test.each([
    ['studyId', {}],
    ['studyId', { studyId: 'x' }],
    ['verdict', { studyId: 1, verdict: 'maybe' }],
  ])('names %s when it is wrong: %j', async (field, filter) => {
    const answer = await desk.list('candidates', { filter });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { errors: [{ field: `filter.${field}` }] },
    ]);
  });

  test('a study that is not there has none', async () => {
    await family();
    expect((await desk.list('candidates', { filter: { studyId: 4711 } })).body).toEqual([]);
  });

  test('drafts are nobody’s candidates', async () => {
    await family({ state: 'draft' });
    expect(await list()).toEqual([]);
  });

  test('all reasons are told, in their order', async () => {
    await product.dataSource.query(`UPDATE studies SET state = 'closed' WHERE id = $1`, [study.id]);
    await family({ okay: 'N', pausedUntil: '2027-01-01' }, '2020-01');

    expect(await reasons()).toEqual([['opted-out', 'paused', 'too-old', 'nothing-left']]);
  });

  test.each([
    ['cancelled', `cancelled_at = now(), cancel_reason = 'x'`],
    ['full', 'taken = seats'],
    ['too soon', `starts_at = '2026-11-21T17:59Z', ends_at = '2026-11-21T18:30Z'`],
  ])('a slot that is %s is no slot', async (_, change) => {
    await family();
    await product.dataSource.query(`UPDATE slots SET ${change} WHERE id = $1`, [slot.id]);

    expect(await list()).toMatchObject([{ reasons: ['nothing-left'], ageText: null }]);
  });

  test('a family with a seat at that time is busy, unless another slot fits', async () => {
    const one = await family();
    const other = await lab.study();
    const invitation = await lab.invite(other, one);
    await lab.answer(invitation, 'accepted', await lab.slot(other, '2026-12-05T18:00Z'));
    await product.dataSource.query(`UPDATE invitations SET created_date = '2026-09-01T00:00Z'`);
    expect(await list()).toMatchObject([{ verdict: 'not', reasons: ['busy'] }]);

    await lab.slot(study, '2026-12-06T17:30Z');
    expect(await list()).toMatchObject([{ verdict: 'certain' }]);
  });

  test('who has sat in an excluded study is not asked, and who was there without a seat is', async () => {
    const earlier = await lab.study();
    study = await lab.study({ criteria: { ...TWO_YEARS, notInStudies: [earlier.id] } });
    await lab.slot(study, '2026-12-05T17:30Z');
    const past = await lab.slot(earlier, '2026-09-05T17:30Z');
    for (const state of ['attended', 'no_show'] as const) {
      await lab.answer(await lab.invite(earlier, await family()), state, past);
    }
    await product.dataSource.query(`UPDATE invitations SET created_date = '2026-09-01T00:00Z'`);

    expect((await reasons()).sort()).toEqual([[], ['seen']]);
  });

  test('criteria of a list', async () => {
    const wanted = {
      ...{ genders: ['Female' as const], hands: ['Left-handed' as const] },
      ...{ languages: ['Spanish' as const], areas: ['San Francisco' as const] },
    };
    study = await lab.study({ criteria: { ...TWO_YEARS, ...wanted } });
    await lab.slot(study, '2026-12-05T17:30Z');
    const child = { born: '2024-06', gender: 'Female', hand: 'Left-handed' } as const;
    await storeFamily(product, {
      zipCode: '94110',
      children: [{ ...child, language: 'English', additional: 'Spanish' }],
    });
    await storeFamily(product, {
      zipCode: '94608',
      children: [{ ...child, gender: 'Male', hand: 'Right-handed', language: 'English' }],
    });

    expect((await reasons()).sort()).toEqual([[], ['gender', 'hand', 'language', 'area']]);
  });

  test('a page at a time', async () => {
    await family({}, '2024-06', '2024-07', '2024-08');
    const answer = await desk.list('candidates', {
      filter: { studyId: study.id },
      range: [1, 1],
    });
    expect(answer.headers['content-range']).toBe('candidates 1-1/3');
  });
});

describe('GET /studies/{id}/funnel', () => {
  const funnel = async (): Promise<Funnel> => {
    const answer = await desk.call('get', `/studies/${String(study.id)}/funnel`);
    expect(answer.status).toBe(200);
    return answer.body as Funnel;
  };

  test('each step loses some of the one before, by their first reason', async () => {
    study = await lab.study({ criteria: { ...TWO_YEARS, areas: ['East Bay'] } });
    await lab.slot(study, '2026-12-05T17:30Z', { seats: 4 });
    await lab.slot(study, '2026-12-12T17:30Z', { seats: 3 });
    await family({ zipCode: '94608' }, '2024-06', '2024-12');
    await family({ zipCode: '94608' }, '2020-01', '2026-01');
    await family({ zipCode: '10001', okay: 'N' });
    await family({ zipCode: '94608', okay: 'N', pausedUntil: '2027-01-01' });
    await family({ zipCode: '94608', state: 'awaiting' });
    await lab.invite(await lab.study(), await family({ zipCode: '94608' }));
    await lab.invite(study, await family({ zipCode: '94608' }));
    await product.dataSource.query(
      `UPDATE invitations SET created_date = '2026-09-01T00:00Z' WHERE study_id = $1`,
      [study.id],
    );

    expect(await funnel()).toEqual({
      freeSeats: 7,
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
    expect(await list({ verdict: ['certain', 'possible'] })).toHaveLength(2);
    for (const { step, children } of (await funnel()).steps) {
      expect([step, (await list({ step })).length]).toEqual([step, children]);
    }
  });

  test('a free seat for which others wait is nobody else’s', async () => {
    await product.dataSource.query('UPDATE slots SET waiting = 1 WHERE study_id = $1', [study.id]);
    await family();
    const { steps, freeSeats } = await funnel();
    expect(freeSeats).toBe(0);
    expect(steps.at(-1)?.dropped).toEqual([{ reason: 'nothing-left', children: 1 }]);
  });

  test('without a slot, ages are those of today', async () => {
    await product.dataSource.query('DELETE FROM slots WHERE study_id = $1', [study.id]);
    await family({}, '2024-06', '2020-01');

    const { steps, freeSeats } = await funnel();
    expect(freeSeats).toBe(0);
    expect(steps.map(({ children }) => children)).toEqual([2, 1, 1, 1, 1, 0]);
    expect(steps.at(-1)?.dropped).toEqual([{ reason: 'nothing-left', children: 1 }]);
  });

  test('404 for a study that is not there', async () => {
    expect((await desk.call('get', '/studies/4711/funnel')).status).toBe(404);
  });
});

describe('GET /studies/{id}/letter', () => {
  const letter = async (): Promise<LetterPreview> =>
    (await desk.call('get', `/studies/${String(study.id)}/letter`)).body as LetterPreview;

  test('is what a family would get now, with the dates that have free seats', async () => {
    await lab.slot(study, '2026-12-12T17:30Z', { seats: 1 });
    const { subject, text } = await letter();
    expect(subject).toBe(`Invitation: ${study.publicName}`);
    expect(text).toContain('Saturday, December 5, 2026, 9:30 AM');
    expect(text).toContain('Please answer by Friday, November 27, 2026, 10:00 AM.');
    await product.dataSource.query('UPDATE slots SET waiting = 1 WHERE id = $1', [slot.id]);
    expect((await letter()).text).not.toContain('December 5');
  });

  test('404 for a study that is not there', async () => {
    expect((await desk.call('get', '/studies/4711/letter')).status).toBe(404);
  });
});

test('an erased address is no candidate’s matter: SQL cannot tell it', async () => {
  const { email } = await family();
  const suppressions = product.app.get(Suppressions, { strict: false });
  await suppressions.add(product.dataSource.manager, suppressions.hashOf(email));

  expect(await list()).toMatchObject([{ verdict: 'certain' }]);
});
