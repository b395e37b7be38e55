import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';

import { useTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { aGuardianPayload, only, STAFF_EMAIL, StaffDesk } from './staff-records.js';

const NO_GUARDIAN = { statusCode: 404, message: 'There is no such guardian.' };
const TOO_MANY = { statusCode: 409, message: 'A family can have at most 2 guardians.' };
const LAST = { statusCode: 409, message: 'The last guardian of a family cannot be deleted.' };

describe('the staff API for guardians', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const now = (): string => product.clock.now().toISOString();

  /** A family with a primary and another guardian. */
  const couple = async (): Promise<[StaffGuardian, StaffGuardian, StaffFamilyDetails]> => {
    const family = await desk.family({}, { guardians: 2 });
    const [first, second] = family.guardians;
    if (first === undefined || second === undefined) throw new Error('there are no two');
    return [first, second, family];
  };
  const path = ({ id }: { id: number }): string => `/guardians/${String(id)}`;
  const primaries = async (family: StaffFamilyDetails): Promise<Record<number, string>> =>
    Object.fromEntries(
      (await desk.read(family)).guardians.map((guardian) => [
        guardian.id,
        guardian.isPrimaryIndicator,
      ]),
    );

  describe('POST /guardians', () => {
    test.each([
      [
        'familyEmail',
        (family: StaffFamilyDetails) => ({ familyEmail: family.email.toUpperCase() }),
      ],
      ['familyId', (family: StaffFamilyDetails) => ({ familyId: family.id })],
      ['familyId as text', (family: StaffFamilyDetails) => ({ familyId: String(family.id) })],
      ['familyGuid', (family: StaffFamilyDetails) => ({ familyGuid: family.guid })],
      [
        'familyId, ignoring the address',
        (family: StaffFamilyDetails) => ({ familyId: family.id, familyEmail: 'no@example.org' }),
      ],
    ])('accepts the documented payload, linked by %s', async (_, link) => {
      const family = await desk.family({}, { guardians: 0, children: 0 });

      const answer = await desk.call(
        'post',
        '/guardians',
        aGuardianPayload({ ...link(family), notes: ' Likes mornings ' }),
      );

      expect(answer.status).toBe(201);
      const { id } = answer.body as StaffGuardian;
      expect(answer.body).toEqual({
        id,
        familyId: family.id,
        familyGuid: family.guid,
        familyName: 'Okafor',
        firstName: 'Ngozi',
        lastName: 'Okafor',
        email: 'ngozi@example.org',
        familyEmail: family.email,
        primaryPhone: '(510) 555-0101',
        zipCode: '94608',
        city: 'Emeryville',
        relationshipToChild: 'Mother',
        isPrimaryIndicator: 'Y',
        notes: 'Likes mornings',
        registeredIndicator: 'Y',
        registeredDate: now(),
        disabledIndicator: 'N',
        eml: null,
        createdDate: now(),
        createdBy: STAFF_EMAIL,
        modifiedDate: now(),
        modifiedBy: STAFF_EMAIL,
        version: 1,
      });
      expect(await desk.audit(1)).toMatchObject([
        {
          actor: STAFF_EMAIL,
          action: 'guardian.created',
          subjectType: 'guardian',
          subjectId: String(id),
          before: null,
          after: { firstName: 'Ngozi', familyGuid: family.guid },
        },
      ]);
      expect((await desk.call('get', path({ id }))).body).toEqual(answer.body);
    });

    test.each([
      ['firstName', '', 'Guardian first name is invalid.'],
      ['firstName', 'N3', 'Guardian first name is invalid.'],
      [
        'firstName',
        'A'.repeat(32),
        'Guardian first name is invalid. Please use at most 31 characters.',
      ],
      ['lastName', undefined, 'Guardian last name is invalid.'],
      ['email', 'x@y', 'Email format is invalid.'],
      ['primaryPhone', '5105550101', 'Primary phone is invalid.'],
      ['zipCode', '9460', 'ZIP code should be 5 digits.'],
      ['relationshipToChild', 'Neighbour', 'Please select a valid relationship.'],
      ['isPrimaryIndicator', 'yes', 'Please select Yes or No.'],
      ['notes', 'x'.repeat(1025), 'Notes must be ≤ 1024 characters.'],
      ['eml', 'x'.repeat(1025), 'eml must be ≤ 1024 characters.'],
      [
        'familyId',
        'x',
        `familyId must be a whole number from 1 to ${String(Number.MAX_SAFE_INTEGER)}.`,
      ],
      [
        'familyId',
        [1],
        `familyId must be a whole number from 1 to ${String(Number.MAX_SAFE_INTEGER)}.`,
      ],
    ])('refuses %s %j', async (field, value, message) => {
      const family = await desk.family({}, { guardians: 1 });

      const answer = await desk.call(
        'post',
        '/guardians',
        aGuardianPayload({ familyId: family.id, [field]: value }),
      );

      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect((await desk.read(family)).guardians).toHaveLength(1);
    });

    test('keeps notes of 1,024 characters in any script', async () => {
      const family = await desk.family();
      const notes = '語'.repeat(1024);

      const answer = await desk.call(
        'post',
        '/guardians',
        aGuardianPayload({ familyId: family.id, notes }),
      );

      expect(answer.body).toMatchObject({ notes });
    });

    test.each([
      [{ familyEmail: 'nobody@example.org' }, 404, 'No family has this email address.'],
      [{ familyId: 2_147_483_647 }, 404, 'There is no such family.'],
      [{ familyId: 9_007_199_254_740_991 }, 404, 'There is no such family.'],
      [{ familyGuid: 'no guid' }, 404, 'There is no such family.'],
      [{}, 400, 'Email format is invalid.'],
      [{ familyEmail: "x' OR 1=1" }, 400, 'Email format is invalid.'],
    ])(
      'returns an error for a missing or unknown family: %j, %i',
      async (link, status, message) => {
        const answer = await desk.call('post', '/guardians', aGuardianPayload(link));

        expect(answer.status).toBe(status);
        expect(answer.body).toMatchObject({ statusCode: status, message });
      },
    );

    test('returns 409 for a third guardian', async () => {
      const [, , family] = await couple();

      const answer = await desk.call(
        'post',
        '/guardians',
        aGuardianPayload({ familyId: family.id }),
      );

      expect(answer.body).toEqual(TOO_MANY);
    });

    test('adds two of ten sent at once, one of them primary', async () => {
      const count = 10;
      const family = await desk.family({}, { guardians: 0 });

      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          desk.call('post', '/guardians', aGuardianPayload({ familyId: family.id })),
        ),
      );

      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(count - 2);
      expect(Object.values(await primaries(family))).toEqual(expect.arrayContaining(['Y', 'N']));
    });

    test('makes a new primary guardian replace the old one, and audits both', async () => {
      const family = await desk.family();
      const first = only(family.guardians);

      const second = (
        await desk.call(
          'post',
          '/guardians',
          aGuardianPayload({ familyId: family.id, isPrimaryIndicator: 'Y' }),
        )
      ).body as StaffGuardian;

      expect(await primaries(family)).toEqual({ [first.id]: 'N', [second.id]: 'Y' });
      expect((await desk.audit(2)).reverse()).toMatchObject([
        {
          action: 'guardian.updated',
          subjectId: String(first.id),
          before: { isPrimaryIndicator: 'Y' },
          after: { isPrimaryIndicator: 'N' },
        },
        { action: 'guardian.created', subjectId: String(second.id) },
      ]);
    });

    test('makes the family’s first guardian primary, whatever is sent', async () => {
      const family = await desk.family({}, { guardians: 0 });

      const answer = await desk.call(
        'post',
        '/guardians',
        aGuardianPayload({ familyId: family.id, isPrimaryIndicator: 'N' }),
      );

      expect(answer.body).toMatchObject({ isPrimaryIndicator: 'Y' });
    });

    test('returns 201 or 404 while the family is being deleted, never 500', async () => {
      for (let round = 0; round < 5; round += 1) {
        const family = await desk.family();

        const [added, deleted] = await Promise.all([
          desk.call('post', '/guardians', aGuardianPayload({ familyId: family.id })),
          desk.call('delete', `/families/${String(family.id)}`),
        ]);

        expect([201, 404]).toContain(added.status);
        expect(deleted.status).toBe(204);
      }
    });
  });

  describe('PUT /guardians/{id}', () => {
    test('saves the documented payload and keeps other fields', async () => {
      const family = await desk.family({
        guardians: [aGuardianPayload({ eml: 'kept', notes: 'old' })],
      });
      const guardian = only(family.guardians);

      const answer = await desk.call('put', path(guardian), {
        firstName: 'Amaka',
        lastName: 'Bello',
        email: 'Amaka@example.org',
        primaryPhone: '(212) 555-0102',
        relationshipToChild: 'Aunt',
        isPrimaryIndicator: 'Y',
        zipCode: '10001',
        familyEmail: 'another@example.org',
        notes: '',
        modifiedDate: '2020-01-01T00:00:00.000Z',
        modifiedBy: 'admin',
      });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        ...guardian,
        firstName: 'Amaka',
        lastName: 'Bello',
        email: 'amaka@example.org',
        primaryPhone: '(212) 555-0102',
        relationshipToChild: 'Aunt',
        zipCode: '10001',
        city: 'New York',
        notes: null,
        modifiedBy: STAFF_EMAIL,
        version: 2,
      });
      const [event] = await desk.audit(1);
      expect(event).toMatchObject({ action: 'guardian.updated', subjectId: String(guardian.id) });
      expect(event?.before).toMatchObject({ firstName: 'Ngozi', notes: 'old' });
      expect(event?.after).toMatchObject({ firstName: 'Amaka', notes: null });
    });

    test('accepts a single field', async () => {
      const guardian = only((await desk.family()).guardians);

      const answer = await desk.call('put', path(guardian), { notes: 'Call after five' });

      expect(answer.body).toEqual({ ...guardian, notes: 'Call after five', version: 2 });
    });

    test.each([
      ['firstName', '', 'Guardian first name is invalid.'],
      ['email', null, 'Email format is invalid.'],
      ['primaryPhone', '1', 'Primary phone is invalid.'],
      ['notes', 'x'.repeat(1025), 'Notes must be ≤ 1024 characters.'],
      ['version', '1.5', 'version must be a whole number from 1 to 2147483647.'],
    ])('refuses %s %j', async (field, value, message) => {
      const guardian = only((await desk.family()).guardians);

      const answer = await desk.call('put', path(guardian), { [field]: value });

      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
    });

    test('ignores another family', async () => {
      const [family, other] = [await desk.family(), await desk.family()];
      const guardian = only(family.guardians);

      const answer = await desk.call('put', path(guardian), {
        familyId: other.id,
        familyEmail: other.email,
      });

      expect(answer.body).toMatchObject({ familyId: family.id, familyEmail: family.email });
    });

    test('moves the primary role from or to the other guardian', async () => {
      const [first, second, family] = await couple();

      await desk.call('put', path(second), { isPrimaryIndicator: 'Y' });
      expect(await primaries(family)).toEqual({ [first.id]: 'N', [second.id]: 'Y' });
      await desk.call('put', path(second), { isPrimaryIndicator: 'N' });
      expect(await primaries(family)).toEqual({ [first.id]: 'Y', [second.id]: 'N' });
      await desk.call('put', path(second), { isPrimaryIndicator: '' });
      await desk.call('put', path(first), { notes: 'x' });
      expect(await primaries(family)).toEqual({ [first.id]: 'Y', [second.id]: 'N' });
    });

    test('keeps one primary guardian when both are made primary at once', async () => {
      const [first, second, family] = await couple();

      const answers = await Promise.all(
        [first, second, first, second].map((guardian) =>
          desk.call('put', path(guardian), { isPrimaryIndicator: 'Y' }),
        ),
      );

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(Object.values(await primaries(family)).sort()).toEqual(['N', 'Y']);
    });

    test('refuses one of two saves with the same version, and names who saved', async () => {
      const guardian = only((await desk.family()).guardians);

      const answers = await Promise.all(
        ['One', 'Two'].map((firstName) =>
          desk.call('put', path(guardian), { firstName, version: guardian.version }),
        ),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        current: { modifiedBy: STAFF_EMAIL, modifiedDate: now(), version: 2 },
      });
    });
  });

  describe('DELETE /guardians/{id}', () => {
    test('returns 204 and makes the other guardian primary', async () => {
      const [first, second, family] = await couple();

      const answer = await desk.call('delete', path(first));

      expect(answer.status).toBe(204);
      expect(await primaries(family)).toEqual({ [second.id]: 'Y' });
      expect((await desk.audit(2)).reverse()).toMatchObject([
        {
          action: 'guardian.deleted',
          subjectId: String(first.id),
          before: { firstName: 'Ngozi', familyGuid: family.guid },
          after: null,
        },
        { action: 'guardian.updated', subjectId: String(second.id) },
      ]);
      expect((await desk.call('delete', path(first))).body).toEqual(NO_GUARDIAN);
    });

    test('returns 409 for the last guardian', async () => {
      const family = await desk.family();

      const answer = await desk.call('delete', path(only(family.guardians)));

      expect(answer.body).toEqual(LAST);
      expect((await desk.read(family)).guardians).toHaveLength(1);
    });

    test('keeps one of two deleted at once, as primary', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [first, second, family] = await couple();

        const answers = await Promise.all([
          desk.call('delete', path(first)),
          desk.call('delete', path(second)),
        ]);

        expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
        expect(only((await desk.read(family)).guardians).isPrimaryIndicator).toBe('Y');
      }
    });
  });

  describe('GET /guardians', () => {
    test('filters by family, ids and text, sorts and pages', async () => {
      const [first, second, family] = await couple();
      await desk.call('put', path(second), { firstName: 'Zora', lastName: 'A' });
      const ids = [second.id, first.id];
      const idsOf = ({ body }: { body: unknown }): number[] =>
        (body as StaffGuardian[]).map(({ id }) => id);

      const byFamily = await desk.list('guardians', { filter: { familyId: family.id } });
      const byIds = await desk.list('guardians', {
        filter: { id: ids },
        sort: ['lastName', 'ASC'],
        range: [0, 0],
      });
      const byText = await desk.list('guardians', {
        filter: { q: 'zora a', familyId: [family.id] },
      });

      expect(idsOf(byFamily)).toEqual([first.id, second.id]);
      expect(byFamily.headers['content-range']).toBe('guardians 0-1/2');
      expect(idsOf(byIds)).toEqual([second.id]);
      expect(byIds.headers['content-range']).toBe('guardians 0-0/2');
      expect(idsOf(byText)).toEqual([second.id]);
      expect((byText.body as unknown[])[0]).toEqual((await desk.call('get', path(second))).body);
    });

    test('includes guardians of awaiting families, but not of drafts', async () => {
      const [awaiting, draft] = [
        await Registrant.awaiting(product),
        await Registrant.withChild(product),
      ];

      const found = async (registrant: Registrant): Promise<unknown> =>
        (await desk.list('guardians', { filter: { q: registrant.email } })).body;

      expect(await found(awaiting)).toMatchObject([{ familyEmail: awaiting.email }]);
      expect(await found(draft)).toEqual([]);
    });
  });
});
