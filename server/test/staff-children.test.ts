import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffChild, StaffFamilyDetails } from '@kidlab/contract';

import { useTestApp } from './app.js';
import { aChildPayload, only, STAFF_EMAIL, StaffDesk } from './staff-records.js';

const NO_CHILD = { statusCode: 404, message: 'There is no such child.' };
const TOO_MANY = { statusCode: 409, message: 'A family can register at most 5 children.' };
const LAST = { statusCode: 409, message: 'The last child of a family cannot be deleted.' };
const FUTURE = 'Month of birth can’t be in the future.';

/** The test clock is at November 2026. */
describe('the staff API for children', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const now = (): string => product.clock.now().toISOString();
  const path = ({ id }: { id: number }): string => `/children/${String(id)}`;

  describe('POST /children', () => {
    test.each([
      ['email', (family: StaffFamilyDetails) => ({ email: family.email.toUpperCase() })],
      ['familyId', (family: StaffFamilyDetails) => ({ familyId: family.id, email: '' })],
    ])('accepts the documented payload, linked by %s', async (_, link) => {
      const family = await desk.family({}, { children: 0 });

      const answer = await desk.call(
        'post',
        '/children',
        aChildPayload({ ...link(family), additionalLanguage1: 'Spanish', eml: 'as sent' }),
      );

      expect(answer.status).toBe(201);
      const { id } = answer.body as StaffChild;
      expect(answer.body).toEqual({
        id,
        familyId: family.id,
        familyGuid: family.guid,
        familyName: 'Okafor',
        email: family.email,
        firstName: 'Chidi',
        gender: 'Male',
        monthOfBirth: '03',
        yearOfBirth: '2023',
        mob: 'March',
        whichHandId: 'Right-handed',
        languageSpokenAtHome: 'English',
        additionalLanguage1: 'Spanish',
        additionalLanguage2: null,
        specialNeeds: null,
        registeredIndicator: 'Y',
        registeredDate: now(),
        disabledIndicator: 'N',
        eml: 'as sent',
        createdDate: now(),
        createdBy: STAFF_EMAIL,
        modifiedDate: now(),
        modifiedBy: STAFF_EMAIL,
        version: 1,
      });
      expect((await desk.call('get', path({ id }))).body).toEqual(answer.body);
      expect(await desk.audit(1)).toMatchObject([
        {
          actor: STAFF_EMAIL,
          action: 'child.created',
          subjectType: 'child',
          subjectId: String(id),
          after: { firstName: 'Chidi', familyGuid: family.guid },
        },
      ]);
    });

    test.each([
      [
        { yearOfBirth: 2023, monthOfBirth: 3 },
        { yearOfBirth: '2023', monthOfBirth: '03' },
      ],
      [
        { monthOfBirth: '3', mob: 'July' },
        { monthOfBirth: '03', mob: 'March' },
      ],
      [{ languageSpokenAtHome: undefined }, { languageSpokenAtHome: 'English' }],
      [{ specialNeeds: 'Hearing aid' }, { specialNeeds: 'Hearing aid' }],
      [{ yearOfBirth: '2016', monthOfBirth: '01' }, { yearOfBirth: '2016' }],
      [{ yearOfBirth: '2026', monthOfBirth: '11' }, { yearOfBirth: '2026' }],
    ])('accepts %j', async (sent, kept) => {
      const { id } = await desk.family();

      const answer = await desk.call('post', '/children', aChildPayload({ familyId: id, ...sent }));

      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject(kept);
    });

    test.each([
      ['firstName', '', 'Child first name is invalid.'],
      ['firstName', 'Ch1di', 'Child first name is invalid.'],
      ['gender', 'All', 'Please select a valid gender.'],
      ['monthOfBirth', '13', 'Please select a valid month of birth.'],
      ['yearOfBirth', '2015', 'Please select a valid year of birth.'],
      ['yearOfBirth', '2027', 'Please select a valid year of birth.'],
      ['yearOfBirth', 2023.5, 'Please select a valid year of birth.'],
      ['whichHandId', 'Both', 'Please select a valid preference.'],
      ['languageSpokenAtHome', '', 'Please select a valid language.'],
      ['additionalLanguage1', 'Klingon', 'Please select a valid language.'],
      ['specialNeeds', 'x'.repeat(1025), 'Special needs must be ≤ 1024 characters.'],
    ])('refuses %s %j', async (field, value, message) => {
      const family = await desk.family();

      const answer = await desk.call(
        'post',
        '/children',
        aChildPayload({ familyId: family.id, [field]: value }),
      );

      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect((await desk.read(family)).children).toHaveLength(1);
    });

    test('refuses a future month', async () => {
      const { id } = await desk.family();

      const answer = await desk.call(
        'post',
        '/children',
        aChildPayload({ familyId: id, monthOfBirth: '12', yearOfBirth: '2026' }),
      );

      expect(answer.body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'monthOfBirth', message: FUTURE }],
      });
    });

    test.each([
      [{ email: 'nobody@example.org' }, 404],
      [{ familyId: 2_147_483_647 }, 404],
      [{ familyId: 1e15 }, 404],
      [{ familyId: -1 }, 400],
      [{}, 400],
    ])('returns an error for a missing or unknown family: %j, %i', async (link, status) => {
      expect((await desk.call('post', '/children', aChildPayload(link))).status).toBe(status);
    });

    test('returns 409 for a sixth child', async () => {
      const family = await desk.family({}, { children: 5 });

      const answer = await desk.call('post', '/children', aChildPayload({ familyId: family.id }));

      expect(answer.body).toEqual(TOO_MANY);
    });

    test('adds one of ten sent at once if there is room for one', async () => {
      const count = 10;
      const family = await desk.family({}, { children: 4 });

      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          desk.call('post', '/children', aChildPayload({ familyId: family.id })),
        ),
      );

      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(count - 1);
      expect((await desk.read(family)).children).toHaveLength(5);
    });
  });

  describe('PUT /children/{id}', () => {
    test('saves the documented payload and keeps other fields', async () => {
      const family = await desk.family({
        children: [
          aChildPayload({ specialNeeds: 'kept', eml: 'kept', additionalLanguage1: 'Greek' }),
        ],
      });
      const child = only(family.children);

      const answer = await desk.call('put', path(child), {
        email: 'another@example.org',
        firstName: 'Ada',
        gender: 'Female',
        monthOfBirth: '07',
        yearOfBirth: '2020',
        whichHandId: "Don't know",
        languageSpokenAtHome: 'French',
        additionalLanguage1: '',
        additionalLanguage2: 'Chinese (Mandarin)',
        modifiedDate: '2020-01-01T00:00:00.000Z',
        modifiedBy: 'admin',
      });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        ...child,
        firstName: 'Ada',
        gender: 'Female',
        monthOfBirth: '07',
        yearOfBirth: '2020',
        mob: 'July',
        whichHandId: "Don't know",
        languageSpokenAtHome: 'French',
        additionalLanguage1: null,
        additionalLanguage2: 'Chinese (Mandarin)',
        modifiedBy: STAFF_EMAIL,
        version: 2,
      });
      const [event] = await desk.audit(1);
      expect(event).toMatchObject({
        action: 'child.updated',
        subjectId: String(child.id),
        before: { firstName: 'Chidi', mob: 'March', additionalLanguage1: 'Greek' },
        after: { firstName: 'Ada', mob: 'July', additionalLanguage1: null },
      });
    });

    test.each([
      [{ firstName: '' }, 'firstName', 'Child first name is invalid.'],
      [{ gender: null }, 'gender', 'Please select a valid gender.'],
      [{ yearOfBirth: '2014' }, 'yearOfBirth', 'Please select a valid year of birth.'],
      [{ yearOfBirth: '2026', monthOfBirth: '12' }, 'monthOfBirth', FUTURE],
    ])('refuses %j', async (sent, field, message) => {
      const child = only((await desk.family()).children);

      const answer = await desk.call('put', path(child), sent);

      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect((await desk.call('get', path(child))).body).toEqual(child);
    });

    test('refuses a year that puts the stored month into the future', async () => {
      const family = await desk.family({ children: [aChildPayload({ monthOfBirth: '12' })] });

      const answer = await desk.call('put', path(only(family.children)), { yearOfBirth: '2026' });

      expect(answer.body).toMatchObject({ errors: [{ field: 'monthOfBirth', message: FUTURE }] });
    });

    test('keeps a stored year of birth, however old', async () => {
      const family = await desk.family({ children: [aChildPayload({ yearOfBirth: '2016' })] });
      const child = only(family.children);
      await product.dataSource.query('UPDATE children SET year_of_birth = 2014 WHERE id = $1', [
        child.id,
      ]);

      const same = await desk.call('put', path(child), { firstName: 'Ada', yearOfBirth: '2014' });
      const other = await desk.call('put', path(child), { yearOfBirth: '2015' });

      expect(same.status).toBe(200);
      expect(same.body).toMatchObject({ firstName: 'Ada', yearOfBirth: '2014' });
      expect(other.status).toBe(400);
    });

    test('refuses one of two saves with the same version, and names who saved', async () => {
      const child = only((await desk.family()).children);

      const answers = await Promise.all(
        ['One', 'Two'].map((firstName) =>
          desk.call('put', path(child), {
            firstName,
            monthOfBirth: 3,
            additionalLanguage1: 'ASL',
            version: child.version,
          }),
        ),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [saved] = (await desk.read({ guid: child.familyGuid })).children;
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        current: {
          modifiedBy: STAFF_EMAIL,
          modifiedDate: now(),
          version: 2,
          fields: { firstName: saved?.firstName },
        },
      });
    });
  });

  describe('DELETE /children/{id}', () => {
    test('returns 204, then 404 for a repeat', async () => {
      const family = await desk.family({}, { children: 2 });
      const [child] = family.children;
      if (child === undefined) throw new Error('there is no child');

      expect((await desk.call('delete', path(child))).status).toBe(204);
      expect((await desk.call('delete', path(child))).body).toEqual(NO_CHILD);
      expect((await desk.read(family)).children).toHaveLength(1);
    });

    test('returns 409 for the last child', async () => {
      const child = only((await desk.family()).children);

      const answer = await desk.call('delete', path(child));

      expect(answer.body).toEqual(LAST);
    });

    test('keeps one of five deleted at once', async () => {
      const family = await desk.family({}, { children: 5 });

      const answers = await Promise.all(
        family.children.map((child) => desk.call('delete', path(child))),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 409]);
      expect((await desk.read(family)).children).toHaveLength(1);
    });
  });

  describe('GET /children', () => {
    test('filters by family, ids, text, gender and age, and sorts by birth', async () => {
      const family = await desk.family({
        familyName: 'Quill',
        children: [
          aChildPayload({ firstName: 'Uma', gender: 'Female', yearOfBirth: '2024' }),
          aChildPayload({ firstName: 'Ugo', yearOfBirth: '2020', monthOfBirth: '05' }),
          aChildPayload({ firstName: 'Udo', yearOfBirth: '2020', monthOfBirth: '02' }),
        ],
      });
      const names = async (filter: object, sort = ['birth', 'ASC']): Promise<string[]> => {
        const { body } = await desk.list('children', {
          filter: { familyId: family.id, ...filter },
          sort,
        });
        return (body as StaffChild[]).map(({ firstName }) => firstName);
      };

      expect(await names({})).toEqual(['Udo', 'Ugo', 'Uma']);
      expect(await names({}, ['firstName', 'DESC'])).toEqual(['Uma', 'Ugo', 'Udo']);
      expect(await names({ q: 'QUIL' })).toHaveLength(3);
      expect(await names({ q: 'ugo' })).toEqual(['Ugo']);
      expect(await names({ gender: 'Female' })).toEqual(['Uma']);
      expect(await names({ minAge: 6, maxAge: 6 })).toEqual(['Udo', 'Ugo']);
      expect(await names({ ageUOM: 'Months', minAge: 32, maxAge: 32 })).toEqual(['Uma']);
      expect(await names({ ageUOM: 'Months', minAge: 33, maxAge: 78 })).toEqual(['Ugo']);
      expect(await names({ id: [family.children[1]?.id] })).toEqual(['Ugo']);
    });

    test('filters by languages, hand and the state of the family', async () => {
      const family = await desk.family({
        okayToContactIndicator: 'N',
        children: [
          aChildPayload({
            firstName: 'Ana',
            languageSpokenAtHome: 'Spanish',
            additionalLanguage1: 'ASL',
            additionalLanguage2: 'Greek',
            whichHandId: 'Left-handed',
          }),
          aChildPayload({
            firstName: 'Ben',
            languageSpokenAtHome: 'Greek',
            additionalLanguage1: '',
            additionalLanguage2: '',
            whichHandId: "Don't know",
          }),
        ],
      });
      const names = async (filter: object): Promise<string[]> => {
        const { body } = await desk.list('children', {
          filter: { familyId: family.id, ...filter },
          sort: ['firstName', 'ASC'],
        });
        return (body as StaffChild[]).map(({ firstName }) => firstName);
      };

      expect(await names({ languageSpokenAtHome: 'Greek' })).toEqual(['Ben']);
      expect(await names({ additionalLanguage: 'Greek' })).toEqual(['Ana']);
      expect(await names({ additionalLanguage: 'ASL' })).toEqual(['Ana']);
      expect(await names({ whichHandId: "Don't know" })).toEqual(['Ben']);
      expect(await names({ state: 'registered' })).toEqual(['Ana', 'Ben']);
      expect(await names({ state: 'awaiting' })).toEqual([]);
      expect(await names({ okayToContactIndicator: 'N' })).toEqual(['Ana', 'Ben']);
      expect(await names({ okayToContactIndicator: 'Y' })).toEqual([]);
      expect(await names({ disabledIndicator: 'Y' })).toEqual([]);
      await product.dataSource.query(
        `UPDATE children SET disabled_indicator = 'Y' WHERE family_id = $1 AND first_name = 'Ben'`,
        [family.id],
      );
      expect(await names({ disabledIndicator: 'Y' })).toEqual(['Ben']);
      expect(await names({ disabledIndicator: 'N' })).toEqual(['Ana']);
      await product.dataSource.query(`UPDATE families SET disabled_indicator = 'Y' WHERE id = $1`, [
        family.id,
      ]);
      expect(await names({ disabledIndicator: 'Y' })).toEqual(['Ana', 'Ben']);
    });
  });
});
