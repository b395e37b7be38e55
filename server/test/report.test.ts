import type { RegistrationReportRow } from '@kidlab/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';

const product = useTestApp();
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  staff = await signIn(product, { email: 'ann@example.org' });
});
beforeEach(() => product.dataSource.getRepository(Family).deleteAll());

function report(query: object = {}): Promise<Response> {
  return Promise.resolve(staff.get(`${API}/registration-report`).query(query));
}

async function names(query: object = {}): Promise<string[]> {
  const answer = await report(query);
  expect(answer.status).toBe(200);
  return (answer.body as RegistrationReportRow[]).map(({ familyName }) => familyName);
}

describe('the registration report', () => {
  test('returns the specified fields', async () => {
    const firstMail = new Date('2026-11-01T10:00:00Z');
    const family = await storeFamily(product, {
      state: 'awaiting',
      email: 'lee@example.org',
      familyName: 'Lee',
      okay: 'N',
      firstMail,
      guardians: [{ firstName: 'Ann' }, { firstName: 'Bo' }],
    });

    expect((await report()).body).toEqual([
      {
        id: family.id,
        guid: family.guid,
        email: 'lee@example.org',
        familyName: 'Lee',
        firstName: 'Ann, Bo',
        registeredDate: null,
        firstEmailSentDate: firstMail.toISOString(),
        secondEmailSentDate: null,
        okayToContactIndicator: 'N',
      },
    ]);
  });

  test('lists the latest registration first and unconfirmed ones last, without drafts', async () => {
    await storeFamily(product, { familyName: 'Waiting', state: 'awaiting' });
    await storeFamily(product, { familyName: 'Old', registeredDate: new Date('2026-01-01') });
    await storeFamily(product, { familyName: 'Draft', state: 'draft' });
    await storeFamily(product, { familyName: 'New', registeredDate: new Date('2026-11-01') });

    expect(await names()).toEqual(['New', 'Old', 'Waiting']);
    expect(await names({ range: '[0,1]' })).toEqual(['New', 'Old']);
    expect(await names({ sort: '["registeredDate","ASC"]' })).toEqual(['Waiting', 'Old', 'New']);
    expect((await report({ range: '[1,2]' })).headers['content-range']).toBe(
      'registration-report 1-2/3',
    );
  });

  test.each(['familyName', 'name', 'lastName'])('finds part of a name with %s', async (name) => {
    await storeFamily(product, { familyName: 'O’Neil' });
    await storeFamily(product, { familyName: 'Neilson', guardians: [{ lastName: 'Other' }] });
    await storeFamily(product, { familyName: 'Rye', guardians: [{ lastName: 'Neil' }] });

    expect(await names({ [name]: 'neil', sort: '["familyName","ASC"]' })).toEqual([
      'Neilson',
      'O’Neil',
    ]);
    expect(await names({ [name]: 'NEILS', range: '[0,9]' })).toEqual(['Neilson']);
    expect(await names({ [name]: '%' })).toEqual([]);
  });

  test('can be filtered by unconfirmed or confirmed', async () => {
    await storeFamily(product, { familyName: 'Rye', state: 'awaiting' });
    await storeFamily(product, { familyName: 'Rygaard' });
    await storeFamily(product, { familyName: 'Draft', state: 'draft' });
    await storeFamily(product, { familyName: 'Lee', state: 'awaiting' });

    expect(await names({ state: 'awaiting', sort: '["familyName","ASC"]' })).toEqual([
      'Lee',
      'Rye',
    ]);
    expect(await names({ state: 'registered' })).toEqual(['Rygaard']);
    expect(await names({ state: 'awaiting', familyName: 'ry', range: '[0,9]' })).toEqual(['Rye']);
    expect(await names({ state: '', familyName: 'ry' })).toHaveLength(2);
  });

  test.each([
    'id',
    'guid',
    'email',
    'familyName',
    'firstName',
    'firstEmailSentDate',
    'userConfirmed',
    'secondEmailSentDate',
    'okayToContactIndicator',
  ])('can be sorted by %s', async (column) => {
    const families: Family[] = [];
    // Not in the order of their ids, neither ascending nor descending.
    for (const [familyName, day, okay] of [
      ['Ben', 2, 'Y'],
      ['Ann', 1, 'N'],
      ['Cy', 3, 'Y'],
    ] as const) {
      const date = new Date(2026, 10, day);
      const one = { familyName, email: `${familyName.toLowerCase()}@example.org`, okay };
      const dates = { registeredDate: date, firstMail: date, secondMail: date };
      const guardians = [{ firstName: familyName }];
      families.push(await storeFamily(product, { ...one, ...dates, guardians }));
    }
    const by = column === 'id' || column === 'guid' ? column : 'email';
    const up = families.sort((a, b) => (a[by] < b[by] ? -1 : 1)).map((one) => one.familyName);

    expect(await names({ sort: `["${column}","ASC"]` })).toEqual(up);
    expect(await names({ sort: `["${column}","DESC"]` })).toEqual(up.toReversed());
    expect(await names({ sort: `["${column}","DESC"]`, range: '[0,0]' })).toEqual(up.slice(-1));
  });

  test.each([
    [{ sort: '["phone","ASC"]' }, 'sort'],
    [{ range: '[2,1]' }, 'range'],
    [{ familyName: ['a', 'b'] }, 'familyName'],
    [{ name: 'x'.repeat(100) }, 'name'],
    [{ state: 'draft' }, 'state'],
  ])('refuses %j', async (query, field) => {
    const answer = await report(query);

    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
  });
});
