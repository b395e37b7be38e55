import { beforeAll, describe, expect, test } from 'vitest';
import {
  AGE_MATCHES,
  type AgeMatch,
  ageOn,
  calendarDay,
  type ChildrenFigure,
  type FamilyDetailRow,
  type FamilySummaryRow,
  type SearchCount,
  type SearchQuery,
} from '@kidlab/contract';
import type { agent } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { useTestApp } from './app.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';
const CALL = `${API}/family-guardian-child`;
/** A child born in each month. */
const BORN = Array.from({ length: 60 }, (_, index) => {
  const [year, month] = [2022 + Math.floor(index / 12), (index % 12) + 1];
  return `${String(year)}-${String(month).padStart(2, '0')}`;
});

// 20 November 2026 in the lab.
const product = useTestApp();
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  staff = await signIn(product);
  for (const [index, born] of BORN.entries()) {
    await storeFamily(product, {
      familyName: `Month ${String(index).padStart(2, '0')}`,
      children: [{ firstName: born, born }],
    });
  }
  const child = { firstName: 'Maya', born: '2012-01' };
  await storeFamily(product, { familyName: 'Off', disabled: 'Y', children: [child] });
  await storeFamily(product, { familyName: 'New', state: 'awaiting', children: [child] });
  await storeFamily(product, { familyName: 'Quiet', okay: 'N', children: [child] });
  await storeFamily(product, { familyName: 'Away', pausedUntil: '2026-11-21', children: [child] });
  await storeFamily(product, { familyName: 'Back', pausedUntil: '2026-11-20', children: [child] });
  await storeFamily(product, { familyName: 'Alone' });
  await storeFamily(product, {
    familyName: 'Both',
    zipCode: '94558',
    children: [child, { ...child, firstName: 'Leo', disabled: 'Y' }],
  });
});

async function ask<Rows>(path: string, query: object): Promise<Rows> {
  const answer = await staff.get(path).query(query).expect(200);
  return answer.body as Rows;
}
const details = (query: SearchQuery): Promise<FamilyDetailRow[]> => ask(CALL, query);
const names = async (query: SearchQuery): Promise<string[]> =>
  (await ask<FamilySummaryRow[]>(`${CALL}/summary`, query)).map(({ familyName }) => familyName);

describe('an age on a day', () => {
  /** Computed from the ages that each month of birth can have on that day. */
  function expected(day: string, min: number, max: number, match: AgeMatch): string[] {
    return BORN.filter((born) => {
      const age = ageOn(calendarDay(born), calendarDay(day));
      if (age.max < 0) return false;
      const isCertain = age.min >= min && age.max <= max;
      return match === 'certain' ? isCertain : age.max >= min && age.min <= max;
    });
  }

  test.each(
    ['2026-11-20', '2027-02-28', '2027-03-31', '2028-02-29'].flatMap((day) =>
      AGE_MATCHES.map((match) => [day, match] as const),
    ),
  )('finds children in months and years: %s, %s', async (day, match) => {
    const asked = { ageOn: day, ageMatch: match };
    for (const [unit, minAge, maxAge, min, max] of [
      ['Months', 24, 35, 24, 35],
      ['Months', 14, 14, 14, 14],
      ['Years', 1, 2, 12, 35],
    ] as const) {
      const rows = await details({ ...asked, ageUOM: unit, minAge, maxAge });
      expect(rows.map(({ childFirstName }) => childFirstName)).toEqual(
        expected(day, min, max, match),
      );
    }
  });

  test('must be certain by default, and may be open at one end', async () => {
    const asked = { ageOn: '2026-11-20', ageUOM: 'Months', minAge: 58 } as const;
    const found = (rows: FamilyDetailRow[]): unknown[] =>
      rows
        .filter(({ childFirstName }) => childFirstName !== 'Maya' && childFirstName !== 'Leo')
        .map((row) => [row.childFirstName, row.childAge]);

    expect(found(await details(asked))).toEqual(
      found(await details({ ...asked, ageMatch: 'certain' })),
    );
    // On the 20th, children born on the 21st or later are a month younger.
    expect(found(await details(asked))).toEqual([]);
    expect(found(await details({ ...asked, ageMatch: 'possible' }))).toEqual([
      ['2022-01', '57–58'],
    ]);
    expect(found(await details({ ...asked, ageOn: '2026-11-30', ageMatch: 'possible' }))).toEqual([
      ['2022-01', '57–58'],
    ]);
    expect(found(await details({ ...asked, ageOn: '2026-12-31' }))).toEqual([
      ['2022-01', 59],
      ['2022-02', 58],
    ]);
  });

  test('finds all children born by then if no age is given', async () => {
    const rows = await details({ ageOn: '2022-02-01', familyName: 'Month' });
    expect(rows.map(({ childFirstName }) => childFirstName)).toEqual(['2022-01', '2022-02']);
  });
});

test('the area filter uses the family’s zip code', async () => {
  expect(await names({ area: 'North Bay' })).toEqual(['Both']);
  expect(await names({ area: 'Outside' })).toEqual([]);
  expect(await names({ area: 'East Bay', familyName: 'Quiet' })).toEqual(['Quiet']);
});

describe('the filter for who may be invited', () => {
  test('finds children who are not disabled, of families that may be contacted', async () => {
    const found = (await names({ contactable: 'Y' })).filter((name) => !name.startsWith('Month'));
    expect(found).toEqual(['Back', 'Both']);
    const rows = await details({ contactable: 'Y', familyName: 'Both' });
    expect(rows.map(({ childFirstName }) => childFirstName)).toEqual(['Maya']);
    expect(await ask<SearchCount>(`${CALL}/count`, { contactable: 'Y' })).toEqual({
      families: 62,
      children: 62,
    });
  });

  test('finds the same children as the dashboard’s figure and its link', async () => {
    const figure = await ask<ChildrenFigure[]>(`${API}/figures/children`, {});
    expect(figure.reduce((sum, { children }) => sum + children, 0)).toBe(62);
    const filter = JSON.stringify({ contactable: 'Y' });
    expect(await ask<unknown[]>(`${API}/children`, { filter })).toHaveLength(62);
  });
});

test('the audit event of an export contains its filters', async () => {
  const asked = { ageOn: '2027-03-14', ageMatch: 'possible', area: 'East Bay', contactable: 'Y' };
  await ask(CALL, { ...asked, gender: 'Male', familyName: 'Month' });
  const events = product.dataSource.getRepository(AuditEvent);
  const [event] = await events.find({ order: { id: 'DESC' }, take: 1 });
  const after = { ...asked, gender: 'Male', filteredBy: ['familyName'] };
  expect(event).toMatchObject({ action: 'list.exported', after });
});

test.each([
  ['ageOn', '2027-02-30', 'ageOn must be a day, YYYY-MM-DD.'],
  ['ageOn', '03/14/2027', 'ageOn must be a day, YYYY-MM-DD.'],
  ['ageMatch', 'likely', 'ageMatch must be one of certain, possible.'],
  [
    'area',
    'Oakland',
    'area must be one of San Francisco, Peninsula, East Bay, North Bay, South Bay, Outside.',
  ],
  ['contactable', 'N', 'contactable must be one of Y.'],
])('%s: %s is refused', async (field, value, message) => {
  for (const path of [CALL, `${CALL}/summary`, `${CALL}/count`]) {
    const answer = await staff.get(path).query({ [field]: value });
    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field, message }] });
  }
});

test.each(['ageOn', 'ageMatch', 'area', 'contactable'])('an empty %s is ignored', async (field) => {
  expect(await names({ [field]: '' })).toHaveLength(67);
});
