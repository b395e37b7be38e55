import type { FamilyDetailRow, FamilySummaryRow } from '@kidlab/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const DETAILS = '/kidlab-reg/admin/api/family-guardian-child';
const SUMMARY = `${DETAILS}/summary`;
const START = new Date('2026-11-20T18:00:00Z');

const product = useTestApp();
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  staff = await signIn(product);
});
const clear = (): Promise<unknown> => product.dataSource.getRepository(Family).deleteAll();

const ask = (path: string, query: object): Promise<Response> =>
  Promise.resolve(staff.get(path).query(query));

async function summary(query: object = {}): Promise<FamilySummaryRow[]> {
  const answer = await ask(SUMMARY, query);
  expect(answer.status).toBe(200);
  return answer.body as FamilySummaryRow[];
}

async function details(query: object = {}): Promise<FamilyDetailRow[]> {
  const answer = await ask(DETAILS, query);
  expect(answer.status).toBe(200);
  return answer.body as FamilyDetailRow[];
}

const names = async (query: object): Promise<string[]> =>
  (await summary(query)).map(({ familyName }) => familyName);

describe('the rows of', () => {
  beforeEach(clear);

  test('the summary contain the family, its guardians and its children', async () => {
    const family = await storeFamily(product, {
      email: 'lee@example.org',
      familyName: 'Lee',
      guardians: [
        { firstName: 'Ann', lastName: 'Lee' },
        { firstName: 'Bo', lastName: 'Rye' },
      ],
      children: [{ firstName: 'Cy' }, { firstName: 'Di' }],
    });

    expect(await summary()).toEqual([
      {
        id: family.id,
        guid: family.guid,
        familyName: 'Lee',
        email: 'lee@example.org',
        state: 'registered',
        disabledIndicator: 'N',
        registeredDate: START.toISOString(),
        allGuardians: 'Ann Lee, Bo Rye',
        allChildren: 'Cy, Di',
        childMatches: null,
      },
    ]);
  });

  test('the summary have null for missing guardians and children', async () => {
    await storeFamily(product, { state: 'awaiting', guardians: [] });

    const [row] = await summary();

    expect(row).toMatchObject({
      state: 'awaiting',
      registeredDate: null,
      allGuardians: null,
      allChildren: null,
    });
  });

  test('the details are one per child, with the primary guardian, and one for a family without children', async () => {
    const lee = await storeFamily(product, {
      email: 'lee@example.org',
      familyName: 'Lee',
      guardians: [{ firstName: 'Ann', lastName: 'Lee' }, { firstName: 'Bo' }],
      children: [
        { firstName: 'Cy', born: '2024-11', gender: 'Male', hand: 'Left-handed' },
        { firstName: 'Di', born: '2024-12', language: 'French' },
      ],
    });
    await storeFamily(product, { familyName: 'Empty', guardians: [] });

    const rows = await details();

    expect(rows[0]).toEqual({
      guid: lee.guid,
      familyName: 'Lee',
      email: 'lee@example.org',
      primaryPhone: '(510) 555-0100',
      guardianFirstName: 'Ann',
      guardianLastName: 'Lee',
      childFirstName: 'Cy',
      childAge: 2,
      childGender: 'Male',
      whichHandId: 'Left-handed',
      languageSpokenAtHome: 'English',
      zipCode: '94608',
      city: 'Emeryville',
      referredBy: 'Friend',
    });
    expect(rows.slice(1)).toMatchObject([
      {
        guardianFirstName: 'Ann',
        childFirstName: 'Di',
        childAge: 1,
        languageSpokenAtHome: 'French',
      },
      { familyName: 'Empty', guardianFirstName: null, childFirstName: null, childAge: null },
    ]);
    expect((await details({ ageUOM: 'Months' })).map(({ childAge }) => childAge)).toEqual([
      24,
      23,
      null,
    ]);
  });

  test('the details are the matching children only; the summary also names the others', async () => {
    await storeFamily(product, {
      children: [
        { firstName: 'Cy', gender: 'Male' },
        { firstName: 'Diana', gender: 'Female' },
      ],
    });
    await storeFamily(product);
    expect((await details({ gender: 'Male' })).map((row) => row.childFirstName)).toEqual(['Cy']);
    expect(await summary({ gender: 'Male' })).toMatchObject([
      { allChildren: 'Cy, Diana', childMatches: [true, false] },
    ]);
    expect(await summary({ q: 'diana' })).toMatchObject([{ childMatches: [false, true] }]);
    // An apostrophe matches no names, but it does match this address.
    await storeFamily(product, { email: "o'hara@example.org", children: [{ firstName: 'Eve' }] });
    expect(await summary({ q: "'" })).toMatchObject([{ childMatches: [false] }]);
  });
});

describe('the filters', () => {
  beforeEach(clear);

  test('never find a draft', async () => {
    await storeFamily(product, { state: 'draft', familyName: 'Draft', email: 'draft@example.org' });
    expect(await summary()).toEqual([]);
    expect(await details({ familyName: 'draft', emailAddress: 'draft' })).toEqual([]);
  });

  test('find registered and awaiting families, or those of one state', async () => {
    await storeFamily(product, { familyName: 'Done' });
    await storeFamily(product, { familyName: 'Waiting', state: 'awaiting' });

    expect(await names({})).toEqual(['Done', 'Waiting']);
    expect(await names({ state: 'registered' })).toEqual(['Done']);
    expect(await names({ state: 'awaiting' })).toEqual(['Waiting']);
  });

  test('match gender and age against the same child', async () => {
    await storeFamily(product, {
      children: [
        { gender: 'Male', born: '2020-01' },
        { gender: 'Female', born: '2025-01' },
      ],
    });

    expect(await summary({ gender: 'Male', minAge: 1, maxAge: 2 })).toEqual([]);
    expect(await details({ gender: 'Male', minAge: 1, maxAge: 2 })).toEqual([]);
    expect(await summary({ gender: 'Female', minAge: 1, maxAge: 2 })).toHaveLength(1);
  });

  test('treat All, absent and empty as any', async () => {
    await storeFamily(product, { children: [{}] });

    expect(await summary({ gender: 'All' })).toHaveLength(1);
    expect(
      await summary({
        gender: '',
        ageUOM: '',
        minAge: '',
        maxAge: '',
        emailAddress: ' ',
        familyName: '',
        state: '',
      }),
    ).toHaveLength(1);
  });

  test("find part of the family's or any guardian's address, ignoring case", async () => {
    await storeFamily(product, { familyName: 'One', email: 'ann.lee@example.org' });
    await storeFamily(product, {
      familyName: 'Two',
      guardians: [{}, { email: 'bo.lee@example.org' }],
    });

    expect(await names({ emailAddress: 'LEE@' })).toEqual(['One', 'Two']);
    expect(await names({ emailAddress: 'n.LEE' })).toEqual(['One']);
    expect(await names({ emailAddress: 'O.' })).toEqual(['Two']);
    expect(await names({ emailAddress: 'nobody' })).toEqual([]);
  });

  test('treat a wildcard in an address literally', async () => {
    await storeFamily(product, { email: 'a_b%c@example.org' });
    await storeFamily(product, { email: 'axb-c@example.org' });

    expect(await summary({ emailAddress: 'a_b' })).toHaveLength(1);
    expect(await summary({ emailAddress: '%' })).toHaveLength(1);
    expect(await summary({ emailAddress: 'org' })).toHaveLength(2);
  });
});

describe('the filter by name', () => {
  const store = (names: string[]) => async (): Promise<void> => {
    await clear();
    for (const familyName of names) await storeFamily(product, { familyName });
  };

  describe('treats special characters literally', () => {
    beforeAll(store(['Per%y', 'Un_der', 'Back\\slash', "O'Brien", '“Q” "Quote"', 'Čáp']));

    test.each([
      ['per%', ['Per%y']],
      ['%', ['Per%y']],
      ['_', ['Un_der']],
      ['un_d', ['Un_der']],
      ['\\', ['Back\\slash']],
      ['k\\sla', ['Back\\slash']],
      ["o'brien", ["O'Brien"]],
      ["'", []],
      ["'; DROP TABLE families; --", []],
      ['"quo', ['“Q” "Quote"']],
      ['ČÁP', ['Čáp']],
      ['čá', ['Čáp']],
      ['$1', []],
    ])('%s', async (familyName, expected) => {
      expect(await names({ familyName })).toEqual(expected);
      expect((await details({ familyName })).map((row) => row.familyName)).toEqual(expected);
      expect(await names({ familyName, sort: '["id","ASC"]', range: '[0,9]' })).toEqual(expected);
    });
  });

  describe('ignores accents and apostrophes', () => {
    beforeAll(store(["O'Neil", 'O’Neil', 'Lee–Park', 'Müller', 'Đặng', 'Łukasz', 'Σίσυφος']));

    // A name that a keyboard cannot type is found by plain letters.
    test.each([
      ["o'neil", ["O'Neil", 'O’Neil']],
      ['oneil', ["O'Neil", 'O’Neil']],
      ['O NEIL', ["O'Neil", 'O’Neil']],
      ['leepark', ['Lee–Park']],
      ['-', []],
      ['O’NEIL', ["O'Neil", 'O’Neil']],
      ['lee-park', ['Lee–Park']],
      ['muller', ['Müller']],
      ['MÜLL', ['Müller']],
      ['u\u0308ll', ['Müller']],
      ['dang', ['Đặng']],
      ['łuk', ['Łukasz']],
      ['lukasz', ['Łukasz']],
      ['ΣΊ', ['Σίσυφος']],
    ])('%s', async (familyName, expected) => {
      expect((await names({ familyName })).sort()).toEqual([...expected].sort());
      const list = await ask('/kidlab-reg/admin/api/families', {
        filter: JSON.stringify({ q: familyName }),
        range: '[0,24]',
      });
      expect((list.body as { familyName: string }[]).map((row) => row.familyName).sort()).toEqual(
        [...expected].sort(),
      );
    });
  });
});

describe('a quick find by q', () => {
  const found = async (q: string): Promise<string[]> => {
    const rows = await names({ q, sort: '["id","ASC"]', range: '[0,9]' });
    const all = await names({ q, sort: '["id","ASC"]' });
    const list = await ask('/kidlab-reg/admin/api/families', { filter: JSON.stringify({ q }) });
    expect(all).toEqual(rows);
    expect((list.body as { familyName: string }[]).map((row) => row.familyName)).toEqual(rows);
    return rows;
  };

  beforeAll(async () => {
    await clear();
    await storeFamily(product, {
      familyName: 'Rye',
      email: 'rye@example.org',
      guardians: [
        { firstName: 'Inés', lastName: 'O’Neil', phone: '(510) 555-0142' },
        { firstName: 'Li', lastName: 'Wu', email: 'li-wu@example.net' },
      ],
      children: [{ firstName: 'Anna-Maria' }, { firstName: 'Bo' }],
    });
    await storeFamily(product, {
      familyName: 'O’Neil',
      guardians: [{ firstName: 'Ngozi', lastName: 'Lee', phone: '(415) 555-0199' }],
    });
    await storeFamily(product, { familyName: 'Inesco', state: 'awaiting', guardians: [] });
    await storeFamily(product, { familyName: 'Oneil Ines', state: 'draft' });
  });

  test.each([
    ["ines o'neil", ['Rye']],
    ["o'neil ines", ['Rye']],
    ['oneil', ['Rye', 'O’Neil']],
    ['INES', ['Rye', 'Inesco']],
    ['annamaria', ['Rye']],
    ['anna-m', ['Rye']],
    ['li wu', ['Rye']],
    ['wu ry', ['Rye']],
    ['bo', ['Rye']],
    ['nn', []],
    ['na', []],
    ["' -", []],
    ['_i', []],
    ['li anna', ['Rye']],
    ['rye bo', ['Rye']],
    ['ngozi rye', []],
    ['li-wu@', ['Rye']],
    ['rye@example.org', ['Rye']],
    ['5105550142', ['Rye']],
    ['+1 (510) 555-0142', ['Rye']],
    ['555-01', ['Rye', 'O’Neil']],
    ['0142', ['Rye']],
    ['555–0142', ['Rye']],
    ['ry', ['Rye']],
    ['bo – anna-maria', ['Rye']],
    ["'", []],
    ['%%%', []],
  ])('%s', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });
});

describe('invalid input returns 400 and names the field', () => {
  test.each([
    [{ gender: 'male' }, 'gender'],
    [{ ageUOM: 'Weeks' }, 'ageUOM'],
    [{ minAge: '-1' }, 'minAge'],
    [{ minAge: '1.5' }, 'minAge'],
    [{ maxAge: '121' }, 'maxAge'],
    [{ ageUOM: 'Months', maxAge: '1441' }, 'maxAge'],
    [{ minAge: '3', maxAge: '2' }, 'minAge'],
    [{ state: 'draft' }, 'state'],
    [{ state: 'expired' }, 'state'],
    [{ familyName: 'x'.repeat(100) }, 'familyName'],
    [{ emailAddress: ['a', 'b'] }, 'emailAddress'],
    [{ sort: '["password","ASC"]' }, 'sort'],
    [{ range: '[5,2]' }, 'range'],
  ])('%j', async (query, field) => {
    for (const path of [SUMMARY, DETAILS]) {
      const answer = await ask(path, query);

      expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
    }
  });

  test('with the specified message if the minimum age is above the maximum', async () => {
    const answer = await ask(SUMMARY, { minAge: 3, maxAge: 2, ageUOM: 'Months' });

    expect(answer.body).toMatchObject({
      message: 'Minimum Age cannot be greater than Maximum Age. Please enter valid values.',
    });
  });
});

describe('a page', () => {
  beforeEach(async () => {
    await clear();
    for (const familyName of ['delta', 'Alpha', 'Charlie', 'bravo']) {
      await storeFamily(product, { familyName, children: [{ firstName: `${familyName}'s` }] });
    }
  });

  test.each([
    [{}, 'summary 0-1/4', ['delta', 'Alpha']],
    [{ sort: '["familyName","ASC"]' }, 'summary 0-1/4', ['Alpha', 'bravo']],
    [{ sort: '["familyName","DESC"]' }, 'summary 0-1/4', ['delta', 'Charlie']],
    [{ sort: '["allChildren","ASC"]', range: '[2,3]' }, 'summary 2-3/4', ['Charlie', 'delta']],
    [{ sort: '["id","ASC"]', range: '[3,9]' }, 'summary 3-3/4', ['bravo']],
    [{ range: '[8,9]' }, 'summary */4', []],
    [{ familyName: 'alpha' }, 'summary 0-0/1', ['Alpha']],
    [{ familyName: 'a', sort: '["familyName","DESC"]' }, 'summary 0-1/4', ['delta', 'Charlie']],
    [
      { emailAddress: 'example', sort: '["familyName","ASC"]', range: '[2,3]' },
      'summary 2-3/4',
      ['Charlie', 'delta'],
    ],
    [{ emailAddress: 'example', range: '[6,7]' }, 'summary */4', []],
  ])('of the summary has its rows and range: %j', async (query, contentRange, expected) => {
    const answer = await ask(SUMMARY, { range: '[0,1]', ...query });

    expect(answer.headers['content-range']).toBe(contentRange);
    expect((answer.body as FamilySummaryRow[]).map((row) => row.familyName)).toEqual(expected);
    for (const row of answer.body as object[]) expect(row).not.toHaveProperty('totalRows');
  });

  test.each([
    ['ASC', ['Alpha', 'bravo']],
    ['DESC', ['delta', 'Charlie']],
  ])('of the details is sorted like the summary: %s', async (direction, expected) => {
    const sort = `["familyName","${direction}"]`;
    const answer = await ask(DETAILS, { sort, range: '[0,1]' });

    expect(answer.headers['content-range']).toBe('family-guardian-child 0-1/4');
    expect((answer.body as FamilyDetailRow[]).map((row) => row.familyName)).toEqual(expected);
  });
});
