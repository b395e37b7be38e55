import { describe, expect, test } from 'vitest';
import type { Candidate, CandidateReason, LetterPreview } from '@kidlab/contract';

import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import type { Family } from '../src/families/family.entity.js';
import { storeFamily } from './stored-families.js';
import { beginStudyTrial, TWO_YEARS } from './study-trial.js';

/** So long ago that the family is no longer resting. */
const LONG_AGO = { createdDate: new Date('2026-09-01T00:00Z') };

const trial = beginStudyTrial();

const list = async (filter: object = {}): Promise<Candidate[]> => {
  const answer = await trial.desk.list('candidates', {
    filter: { studyId: trial.study.id, ...filter },
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body as Candidate[];
};
const reasons = async (): Promise<CandidateReason[][]> =>
  (await list()).map((candidate) => candidate.reasons);

describe('GET /candidates', () => {
  test('lists each child with the fields that the study needs', async () => {
    const one = await trial.family({ familyName: 'Okafor' });

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

  test('classifies an age as certain or possible by the month of birth', async () => {
    await trial.family({}, '2023-11', '2023-12', '2024-01');
    await trial.family({}, '2024-11', '2024-12', '2025-01');

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

  test('shows the age on the first date that the child is offered, certain dates before possible ones', async () => {
    await trial.lab.slot(trial.study, '2027-01-09T17:30Z');
    await trial.family({}, '2024-12');
    expect(await list()).toMatchObject([{ verdict: 'certain', ageText: '24–25 months' }]);
    await trial.product.dataSource.query(
      `UPDATE slots SET taken = seats WHERE starts_at > '2027-01-01'`,
    );
    expect(await list()).toMatchObject([{ verdict: 'possible', ageText: '23–24 months' }]);
  });

  test('lists certain ages first, then families never invited, then those invited longest ago, with siblings together', async () => {
    const other = await trial.lab.study();
    const invitedOn = async (day: string, born?: string): Promise<Family> => {
      const one = await trial.family({}, ...(born === undefined ? [] : [born]));
      await trial.lab.asked(other, one, [], { createdDate: new Date(day) });
      return one;
    };
    const lately = await invitedOn('2026-10-01');
    const perhaps = await trial.family({}, '2024-12');
    const before = await invitedOn('2026-09-01');
    const never = await trial.family({}, '2024-06', '2024-07');
    // Its letter was withdrawn before it was sent.
    const stopped = await trial.family();
    const withdrawn = { state: 'withdrawn', withdrawnReason: 'paused' } as const;
    await trial.lab.asked(other, stopped, [], withdrawn);

    const found = await list({ verdict: ['certain', 'possible'] });
    const ids = found.map(({ familyId }) => familyId);
    expect(ids.filter((id) => id !== stopped.id)).toEqual([
      ...[never.id, never.id, before.id, lately.id, perhaps.id],
    ]);
    expect(ids.slice(0, 3)).toContain(stopped.id);
    expect(found[3]?.lastInvitedAt).toBe('2026-09-01T00:00:00.000Z');
  });

  test('filters by verdict, one or more', async () => {
    await trial.family({}, '2024-06', '2024-12', '2020-01');
    const verdicts = async (verdict?: unknown): Promise<string[]> =>
      (await list({ verdict })).map((candidate) => candidate.verdict).sort();

    expect(await verdicts()).toEqual(['certain', 'not', 'possible']);
    expect(await verdicts('certain')).toEqual(['certain']);
    expect(await verdicts(['possible', 'not'])).toEqual(['not', 'possible']);
    expect(await verdicts(['certain', 'possible', 'not'])).toHaveLength(3);
  });

  test('filters by part of the name of the child or its family', async () => {
    await trial.family({ familyName: 'Okafor' }, '2024-06', '2024-07');
    await trial.family({ familyName: 'O’Brien' }, '2024-07', '2020-01');
    const named = async (q: string, verdict?: string): Promise<string[]> =>
      (await list({ q, verdict })).map(({ familyName, firstName }) => `${firstName} ${familyName}`);

    expect((await named('kaf')).sort()).toEqual(['2024-06 Okafor', '2024-07 Okafor']);
    expect((await named('07')).sort()).toEqual(['2024-07 Okafor', '2024-07 O’Brien']);
    expect(await named("o'brien", 'certain')).toEqual(['2024-07 O’Brien']);
    expect(await named('Okafort')).toEqual([]);
  });

  test.each([
    ['studyId', {}],
    ['studyId', { studyId: 'x' }],
    ['verdict', { studyId: 1, verdict: 'maybe' }],
  ])('returns a 400 that names an invalid %s: %j', async (field, filter) => {
    const answer = await trial.desk.list('candidates', { filter });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { errors: [{ field: `filter.${field}` }] },
    ]);
  });

  test('is empty for an unknown study', async () => {
    await trial.family();
    expect((await trial.desk.list('candidates', { filter: { studyId: 4711 } })).body).toEqual([]);
  });

  test('does not list drafts', async () => {
    await trial.family({ state: 'draft' });
    expect(await list()).toEqual([]);
  });

  test('gives all reasons in a fixed order', async () => {
    await trial.product.dataSource.query(`UPDATE studies SET state = 'closed' WHERE id = $1`, [
      trial.study.id,
    ]);
    await trial.family({ okay: 'N', pausedUntil: '2027-01-01' }, '2020-01');

    expect(await reasons()).toEqual([['opted-out', 'paused', 'too-old', 'nothing-left']]);
  });

  test.each([
    ['cancelled', `cancelled_at = now(), cancel_reason = 'x'`],
    ['full', 'taken = seats'],
    ['too soon', `starts_at = '2026-11-21T18:00Z', ends_at = '2026-11-21T18:30Z'`],
  ])('does not offer a slot that is %s', async (_, change) => {
    await trial.family();
    await trial.product.dataSource.query(`UPDATE slots SET ${change} WHERE id = $1`, [
      trial.slot.id,
    ]);

    expect(await list()).toMatchObject([{ reasons: ['nothing-left'], ageText: null }]);
  });

  test('shows a family with a seat at that time as busy, unless another slot fits', async () => {
    const one = await trial.family();
    const other = await trial.lab.study();
    const slot = await trial.lab.slot(other, '2026-12-05T18:00Z');
    await trial.lab.answered(slot, one, ['accepted'], {}, LONG_AGO);
    expect(await list()).toMatchObject([{ verdict: 'not', reasons: ['busy'] }]);

    await trial.lab.slot(trial.study, '2026-12-06T17:30Z');
    expect(await list()).toMatchObject([{ verdict: 'certain' }]);
  });

  test('excludes children who attended an excluded study, but not those who did not come', async () => {
    const earlier = await trial.lab.study();
    trial.study = await trial.lab.study({ criteria: { ...TWO_YEARS, notInStudies: [earlier.id] } });
    await trial.lab.slot(trial.study, '2026-12-05T17:30Z');
    const past = await trial.lab.slot(earlier, '2026-09-05T17:30Z');
    for (const state of ['attended', 'no_show'] as const) {
      await trial.lab.answered(past, await trial.family(), [state], {}, LONG_AGO);
    }

    expect((await reasons()).sort()).toEqual([[], ['seen']]);
  });

  test('applies criteria that are lists', async () => {
    const wanted = {
      ...{ genders: ['Female' as const], hands: ['Left-handed' as const] },
      ...{ languages: ['Spanish' as const], areas: ['San Francisco' as const] },
    };
    trial.study = await trial.lab.study({ criteria: { ...TWO_YEARS, ...wanted } });
    await trial.lab.slot(trial.study, '2026-12-05T17:30Z');
    const child = { born: '2024-06', gender: 'Female', hand: 'Left-handed' } as const;
    await storeFamily(trial.product, {
      zipCode: '94110',
      children: [{ ...child, language: 'English', additional: 'Spanish' }],
    });
    await storeFamily(trial.product, {
      zipCode: '94608',
      children: [{ ...child, gender: 'Male', hand: 'Right-handed', language: 'English' }],
    });

    expect((await reasons()).sort()).toEqual([[], ['gender', 'hand', 'language', 'area']]);
  });

  test('returns one page at a time', async () => {
    await trial.family({}, '2024-06', '2024-07', '2024-08');
    const answer = await trial.desk.list('candidates', {
      filter: { studyId: trial.study.id },
      range: [1, 1],
    });
    expect(answer.headers['content-range']).toBe('candidates 1-1/3');
  });
});

describe('GET /studies/{id}/letter', () => {
  const letter = async (): Promise<LetterPreview> =>
    (await trial.desk.call('get', `/studies/${String(trial.study.id)}/letter`))
      .body as LetterPreview;

  test('shows what a family would get now, with the dates that have free seats', async () => {
    await trial.lab.slot(trial.study, '2026-12-12T17:30Z', { seats: 1 });
    const { subject, text } = await letter();
    expect(subject).toBe(`Invitation: ${trial.study.publicName}`);
    expect(text).toContain('Maya is invited to a test session at ');
    expect(text).toContain('Saturday, December 5, 2026, 9:30 AM');
    expect(text).toContain('Please answer by Friday, November 27, 2026, 10:00 AM.');
    await trial.product.dataSource.query('UPDATE slots SET taken = seats WHERE id = $1', [
      trial.slot.id,
    ]);
    expect((await letter()).text).not.toContain('December 5');
  });

  test('returns 404 for an unknown study', async () => {
    expect((await trial.desk.call('get', '/studies/4711/letter')).status).toBe(404);
  });
});

test('the candidate list does not check for erased addresses: SQL cannot hash them', async () => {
  const { email } = await trial.family();
  const suppressions = trial.product.app.get(Suppressions, { strict: false });
  await suppressions.add(
    trial.product.dataSource.manager,
    suppressions.hashOf(email),
    trial.product.clock.now(),
  );

  expect(await list()).toMatchObject([{ verdict: 'certain' }]);
});
