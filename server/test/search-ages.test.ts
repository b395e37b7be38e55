import type { FamilyDetailRow } from '@kidlab/contract';
import { describe, expect, test } from 'vitest';

import { Family } from '../src/families/family.entity.js';
import { type TestApp, useTestApp } from './app.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const CALL = '/kidlab-reg/admin/api/family-guardian-child';

/** The months of birth of the matching children, with the ages shown. */
async function find(
  product: TestApp,
  now: string,
  query: object,
  births: readonly string[],
): Promise<Record<string, FamilyDetailRow['childAge']>> {
  await product.dataSource.getRepository(Family).deleteAll();
  product.clock.set(new Date(now));
  await storeFamily(product, {
    children: births.map((born) => ({ born, firstName: born })),
  });
  const staff = await signIn(product);
  const answer = await staff.get(CALL).query(query).expect(200);
  const rows = answer.body as FamilyDetailRow[];
  const summary = await staff.get(`${CALL}/summary`).query(query).expect(200);
  // Both calls agree on whether the family matches.
  expect(summary.body).toHaveLength(rows.length > 0 ? 1 : 0);
  return Object.fromEntries(
    rows.map((row) => [row.childFirstName ?? 'nobody', row.childAge] as const),
  );
}

const YEARS_2_TO_3 = { ageUOM: 'Years', minAge: 2, maxAge: 3 };
const AGE_0 = { ageUOM: 'Months', minAge: 0, maxAge: 0 };
const AGE_1_MONTH = { ageUOM: 'Months', minAge: 1, maxAge: 1 };

describe('ages with the lab in Los Angeles', () => {
  const product = useTestApp();

  test.each<[string, string, object, string[], Record<string, number>]>([
    [
      'two to three years cover 24 to 47 months',
      '2026-11-20T18:00:00Z',
      YEARS_2_TO_3,
      ['2022-11', '2022-12', '2023-11', '2024-11', '2024-12'],
      { '2022-12': 3, '2023-11': 3, '2024-11': 2 },
    ],
    [
      'at the last moment of a month',
      '2026-12-01T07:59:59Z',
      AGE_0,
      ['2026-10', '2026-11'],
      { '2026-11': 0 },
    ],
    [
      'at the first moment of the next month in the lab',
      '2026-12-01T08:00:00Z',
      AGE_1_MONTH,
      ['2026-10', '2026-11'],
      { '2026-11': 1 },
    ],
    [
      'when it is December in UTC but still November in the lab',
      '2026-12-01T01:00:00Z',
      YEARS_2_TO_3,
      ['2022-11', '2022-12', '2024-11', '2024-12'],
      { '2022-12': 3, '2024-11': 2 },
    ],
    [
      'on the last evening of the year',
      '2027-01-01T07:59:59Z',
      { ageUOM: 'Years', minAge: 1, maxAge: 1 },
      ['2024-12', '2025-01', '2025-12', '2026-01'],
      { '2025-01': 1, '2025-12': 1 },
    ],
    [
      'at the first moment of the year',
      '2027-01-01T08:00:00Z',
      { ageUOM: 'Years', minAge: 1, maxAge: 1 },
      ['2025-01', '2025-02', '2026-01', '2026-02'],
      { '2025-02': 1, '2026-01': 1 },
    ],
    [
      'at the first moment of the year, in months',
      '2027-01-01T08:00:00Z',
      AGE_1_MONTH,
      ['2026-11', '2026-12'],
      { '2026-12': 1 },
    ],
    [
      '29 February counts as February',
      '2028-02-29T20:00:00Z',
      { ageUOM: 'Years', minAge: 4, maxAge: 4 },
      ['2023-02', '2023-03', '2024-02', '2024-03'],
      { '2023-03': 4, '2024-02': 4 },
    ],
    [
      'the day after 29 February counts as March in the lab',
      '2028-03-01T08:00:00Z',
      { ageUOM: 'Months', minAge: 48, maxAge: 49 },
      ['2024-01', '2024-02', '2024-03', '2024-04'],
      { '2024-02': 49, '2024-03': 48 },
    ],
    [
      'in the hour that daylight saving time skips',
      '2027-03-14T10:30:00Z',
      AGE_0,
      ['2027-02', '2027-03'],
      { '2027-03': 0 },
    ],
  ])('%s', async (_, now, query, births, expected) => {
    expect(await find(product, now, query, births)).toEqual(expected);
  });
});

describe('ages with the lab in another time zone', () => {
  const product = useTestApp({ LAB_TIME_ZONE: 'Pacific/Auckland' });

  test('follow the lab’s calendar', async () => {
    // Half past midnight of 1 December in Auckland.
    const births = ['2026-10', '2026-11'];
    const inDecember = await find(product, '2026-11-30T11:30:00Z', AGE_1_MONTH, births);
    const inNovember = await find(product, '2026-11-30T10:30:00Z', AGE_0, births);
    expect([inDecember, inNovember]).toEqual([{ '2026-11': 1 }, { '2026-11': 0 }]);
  });
});
