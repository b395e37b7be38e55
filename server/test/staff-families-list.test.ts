import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamily } from '@kidlab/contract';

import { useTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { aChildPayload, aGuardianPayload, StaffDesk } from './staff-records.js';

/** The test clock is at 20 November 2026, 10:00 in California. */
describe('GET /families', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);

  beforeAll(async () => {
    await desk.signIn();
    const add = async (
      familyName: string,
      overrides: Record<string, unknown>,
      children: Record<string, unknown>[] = [],
    ): Promise<void> => {
      await desk.family({
        familyName,
        email: `${familyName.toLowerCase()}@example.org`,
        guardians: [aGuardianPayload({ email: `first.${familyName.toLowerCase()}@example.net` })],
        children: children.map((child) => aChildPayload(child)),
        ...overrides,
      });
    };
    await add('Alvarez', { zipCode: '94608', referredBy: 'Flyer' }, [
      { gender: 'Female', yearOfBirth: '2024', monthOfBirth: '11' },
      { gender: 'Male', yearOfBirth: '2020', monthOfBirth: '11' },
    ]);
    await add('Brook', { zipCode: '94103', okayToContactIndicator: 'N' }, [
      { gender: 'Male', yearOfBirth: '2024', monthOfBirth: '11' },
    ]);
    await add('brookner', { zipCode: '10001', email: 'percent_sign@example.org' }, [
      { gender: 'Female', yearOfBirth: '2020', monthOfBirth: '12' },
    ]);
    await add('Delacroix', { zipCode: '00000' });
    await Registrant.begin(product, { familyName: 'Draft', email: 'draft@example.org' });
    await registered('brookner', '2026-11-19T07:59:59Z');
    await registered('Brook', '2026-11-19T08:00:00Z');
    await registered('Delacroix', '2026-11-20T07:59:59Z');
    await product.dataSource.query(
      `UPDATE families SET created_date = '2026-11-18T12:00:00Z', disabled_indicator = 'Y' WHERE family_name = 'brookner'`,
    );
    const registrant = await Registrant.begin(product, {
      familyName: 'Echo',
      email: 'echo@example.org',
    });
    await registrant.saveChild({
      ...(aChildPayload() as unknown as Parameters<Registrant['saveChild']>[0]),
      email: registrant.email,
    });
    await registrant.agree();
  });

  const registered = async (familyName: string, at: string): Promise<void> => {
    await product.dataSource.query(
      'UPDATE families SET registered_date = $1 WHERE family_name = $2',
      [at, familyName],
    );
  };
  const names = async (filter: object, sort: unknown = ['id', 'ASC']): Promise<string[]> => {
    const answer = await desk.list('families', { filter, sort });
    expect(answer.status).toBe(200);
    return (answer.body as StaffFamily[]).map(({ familyName }) => familyName);
  };

  test('returns each family without guardians, children and consent', async () => {
    const { body } = await desk.list('families', { filter: { q: 'alvarez@' } });
    const [row] = body as StaffFamily[];
    const single = await desk.call('get', `/families/${String(row?.id)}`);

    const { guardians, children, consent, ...family } = single.body as Record<string, unknown>;
    expect(row).toEqual(family);
    expect(consent).toBeNull();
    expect(guardians).toHaveLength(1);
    expect(children).toHaveLength(2);
  });

  test.each([
    [{}, ['Alvarez', 'Brook', 'brookner', 'Delacroix', 'Echo']],
    [{ city: null, q: null }, ['Alvarez', 'Brook', 'brookner', 'Delacroix', 'Echo']],
    [{ q: 'BROOK' }, ['Brook', 'brookner']],
    [{ q: 'ro' }, ['Brook', 'brookner', 'Delacroix']],
    [{ q: 'percent_' }, ['brookner']],
    [{ q: 'first.alvarez@EXAMPLE.net' }, ['Alvarez']],
    [{ q: '%' }, []],
    [{ q: 'percentxsign' }, []],
    [{ q: 'r__k' }, []],
    [{ q: "'; DROP TABLE families; --" }, []],
    [{ q: '\\' }, []],
    [{ q: 'draft' }, []],
    [{ state: 'registered' }, ['Alvarez', 'Brook', 'brookner', 'Delacroix']],
    [{ state: 'awaiting' }, ['Echo']],
    [{ state: 'expired' }, []],
    [{ okayToContactIndicator: 'N' }, ['Brook']],
    [{ okayToContactIndicator: 'Y', state: 'awaiting' }, ['Echo']],
    [{ referredBy: 'Flyer' }, ['Alvarez']],
    [{ zipCode: '94608', state: 'registered' }, ['Alvarez']],
    [{ zipCode: '94', state: 'registered' }, ['Alvarez', 'Brook']],
    [{ zipCode: 10001 }, ['brookner']],
    [{ zipCode: '_' }, []],
    [{ city: 'YORK' }, ['brookner']],
    [{ city: '%' }, []],
    // Days are in the lab's time zone: 19 November begins at 08:00 UTC.
    [{ registeredTo: '2026-11-18' }, ['brookner']],
    [{ registeredFrom: '2026-11-19', registeredTo: '2026-11-19' }, ['Brook', 'Delacroix']],
    [{ registeredFrom: '2026-11-20' }, ['Alvarez']],
    [{ registeredFrom: '2026-11-21' }, []],
    [{ signedUpTo: '2026-11-18' }, ['brookner']],
    [{ signedUpFrom: '2026-11-20', state: 'awaiting' }, ['Echo']],
    [{ disabledIndicator: 'Y' }, ['brookner']],
    [{ disabledIndicator: 'N', state: 'registered' }, ['Alvarez', 'Brook', 'Delacroix']],
    [{ registeredTo: '9999-12-31' }, ['Alvarez', 'Brook', 'brookner', 'Delacroix']],
    // One child must match both gender and age: Alvarez has a girl of 2 and a boy of 6.
    [{ gender: 'Female' }, ['Alvarez', 'brookner']],
    [{ minAge: 2, maxAge: 2 }, ['Alvarez', 'Brook']],
    [{ gender: 'Female', minAge: 2, maxAge: 2 }, ['Alvarez']],
    [{ gender: 'Male', minAge: 2, maxAge: 2 }, ['Brook']],
    [{ gender: 'Female', minAge: 6 }, []],
    [{ minAge: 5, maxAge: 5 }, ['brookner']],
    [{ minAge: '6', ageUOM: 'Years' }, ['Alvarez']],
    [{ ageUOM: 'Months', minAge: 71, maxAge: 71 }, ['brookner']],
    [{ ageUOM: 'Months', maxAge: 24 }, ['Alvarez', 'Brook']],
    [{ gender: 'Decline to state' }, []],
  ])('filters by %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test.each([
    ['{', 'filter'],
    [{ q: 'x'.repeat(100) }, 'filter.q'],
    [{ state: 'draft' }, 'filter.state'],
    [{ okayToContactIndicator: true }, 'filter.okayToContactIndicator'],
    [{ referredBy: 'Radio' }, 'filter.referredBy'],
    [{ zipCode: [] }, 'filter.zipCode'],
    [{ registeredFrom: '2026-02-30' }, 'filter.registeredFrom'],
    [{ registeredTo: 'tomorrow' }, 'filter.registeredTo'],
    [{ signedUpFrom: '2026-13-01' }, 'filter.signedUpFrom'],
    [{ signedUpTo: 3 }, 'filter.signedUpTo'],
    [{ disabledIndicator: 'yes' }, 'filter.disabledIndicator'],
    [{ gender: 'female' }, 'filter.gender'],
    [{ ageUOM: 'Weeks', minAge: 1 }, 'filter.ageUOM'],
    [{ minAge: -1 }, 'filter.minAge'],
    [{ maxAge: 121 }, 'filter.maxAge'],
    [{ minAge: 3, maxAge: 2 }, 'filter.minAge'],
    [{ id: 'x' }, 'filter.id'],
  ])('returns 400 and names the field for the filter %j', async (filter, field) => {
    const text = typeof filter === 'string' ? filter : JSON.stringify(filter);

    const answer = await desk.browser.get('/kidlab-reg/admin/api/families').query({ filter: text });

    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
  });

  test.each([
    ['sort=["password","ASC"]', 'sort'],
    ['range=[0,5000]', 'range'],
  ])('returns 400 and names the parameter for %s', async (query, field) => {
    for (const resource of ['families', 'guardians', 'children']) {
      const answer = await desk.call('get', `/${resource}?${encodeURI(query)}`);

      expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
    }
  });

  test.each([
    ['familyName', ['Alvarez', 'Brook', 'brookner', 'Delacroix', 'Echo']],
    ['email', ['Alvarez', 'Brook', 'Delacroix', 'Echo', 'brookner']],
    ['registeredDate', ['brookner', 'Brook', 'Delacroix', 'Alvarez', 'Echo']],
    ['state', ['Echo', 'Alvarez', 'Brook', 'brookner', 'Delacroix']],
  ])('sorts by %s', async (column, expected) => {
    expect(await names({}, [column, 'ASC'])).toEqual(expected);
  });

  test('sorts the latest registration first and unregistered families last', async () => {
    expect(await names({}, ['registeredDate', 'DESC'])).toEqual([
      'Alvarez',
      'Delacroix',
      'Brook',
      'brookner',
      'Echo',
    ]);
  });

  test.each([
    ['families', 'registeredDate'],
    ['families', 'city'],
    ['guardians', 'isPrimaryIndicator'],
    ['children', 'whichHandId'],
  ])('returns each row once on the pages of %s by %s', async (resource, column) => {
    const whole = await desk.list(resource, { sort: [column, 'ASC'] });
    const all = (whole.body as { id: number }[]).map(({ id }) => id);
    const paged: number[] = [];
    for (let first = 0; first < all.length; first += 2) {
      const page = await desk.list(resource, {
        sort: [column, 'ASC'],
        range: [first, first + 1],
      });
      const rows = page.body as { id: number }[];
      expect(page.headers['content-range']).toBe(
        `${resource} ${String(first)}-${String(first + rows.length - 1)}/${String(all.length)}`,
      );
      paged.push(...rows.map(({ id }) => id));
    }

    expect(paged).toEqual(all);
    const beyond = await desk.list(resource, { range: [1000, 1001] });
    expect(beyond.body).toEqual([]);
    expect(beyond.headers['content-range']).toBe(`${resource} */${String(all.length)}`);
  });

  test('returns many by id in one call, and ignores unknown ids', async () => {
    const { body } = await desk.list('families', {});
    const [first, , third] = body as StaffFamily[];

    expect(await names({ id: [third?.id, first?.id, 2_147_483_647, 3_000_000_000] })).toEqual([
      'Alvarez',
      'brookner',
    ]);
    expect(await names({ id: [] })).toEqual([]);
  });

  test('returns a family as expired once its last link has expired', async () => {
    product.clock.advance({ hours: 73 });
    await desk.signIn();

    expect(await names({ state: 'expired' })).toEqual(['Echo']);
    const { body } = await desk.list('families', { filter: { state: 'awaiting' } });
    expect(body).toMatchObject([{ familyName: 'Echo', confirmationExpired: true }]);
  });
});
