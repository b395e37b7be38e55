import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails } from '@kidlab/contract';

import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import {
  aChildPayload,
  aFamilyPayload,
  aGuardianPayload,
  only,
  STAFF_EMAIL,
  StaffDesk,
} from './staff-records.js';

const message = 'This email address is already registered.';
const TAKEN = { statusCode: 409, message, errors: [{ field: 'email', message }] };

describe('the staff API for families', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const now = (): string => product.clock.now().toISOString();
  const familyCount = (): Promise<number> => product.dataSource.getRepository(Family).count();

  describe('POST /families', () => {
    test('accepts the documented payload and registers the family immediately', async () => {
      const payload = aFamilyPayload({ email: ' New.Family@Example.org ' });

      const answer = await desk.call('post', '/families', payload);

      const stored = await product.dataSource
        .getRepository(Family)
        .findOneByOrFail({ email: 'new.family@example.org' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: stored.id,
        guid: stored.guid,
        email: 'new.family@example.org',
        familyName: 'Okafor',
        referredBy: 'Friend',
        okayToContactIndicator: 'Y',
        zipCode: '94608',
        city: 'Emeryville',
        state: 'registered',
        confirmationExpired: false,
        pausedUntil: null,
        undeliverableAt: null,
        contactStatus: { mayBeInvited: true, reasons: [], until: null, invited: null },
        area: 'East Bay',
        registeredIndicator: 'Y',
        registeredDate: now(),
        disabledIndicator: 'N',
        firstEmailSentDate: null,
        secondEmailSentDate: null,
        eml: 'as sent',
        createdDate: now(),
        createdBy: STAFF_EMAIL,
        modifiedDate: now(),
        modifiedBy: STAFF_EMAIL,
        version: 1,
        guardians: [],
        consent: null,
        children: [],
      });
      const [event] = await desk.audit(1);
      expect(event).toMatchObject({
        actor: STAFF_EMAIL,
        action: 'family.created',
        subjectType: 'family',
        subjectId: stored.guid,
        before: null,
        after: { email: 'new.family@example.org', familyName: 'Okafor' },
      });
    });

    test('mails nothing to a family that staff added', async () => {
      const family = await desk.family();
      await product.deliver();

      const to = product.mailServer.mails.map((mail) => mail.to);
      expect(JSON.stringify(to)).not.toContain(family.email);
    });

    test('accepts guardians and children', async () => {
      const answer = await desk.call(
        'post',
        '/families',
        aFamilyPayload({
          guardians: [
            aGuardianPayload({ isPrimaryIndicator: 'N' }),
            aGuardianPayload({ firstName: 'Obi', notes: 'Speaks Igbo', zipCode: '00000' }),
          ],
          children: [aChildPayload(), aChildPayload({ firstName: 'Ada', specialNeeds: 'None' })],
        }),
      );

      expect(answer.status).toBe(201);
      const family = answer.body as StaffFamilyDetails;
      expect(family.guardians).toMatchObject([
        { firstName: 'Obi', isPrimaryIndicator: 'Y', notes: 'Speaks Igbo', city: '' },
        { firstName: 'Ngozi', isPrimaryIndicator: 'N', notes: null, city: 'Emeryville' },
      ]);
      expect(family.children).toMatchObject([
        { firstName: 'Chidi', specialNeeds: null, registeredIndicator: 'Y' },
        { firstName: 'Ada', specialNeeds: 'None', registeredDate: now() },
      ]);
      expect(await desk.read(family)).toEqual(family);
    });

    test('makes the first guardian primary if none is marked', async () => {
      const family = await desk.family({
        guardians: [
          aGuardianPayload({ isPrimaryIndicator: '' }),
          aGuardianPayload({ firstName: 'Obi', isPrimaryIndicator: undefined }),
        ],
      });

      expect(family.guardians).toMatchObject([
        { firstName: 'Ngozi', isPrimaryIndicator: 'Y' },
        { firstName: 'Obi', isPrimaryIndicator: 'N' },
      ]);
    });

    test.each([
      ['familyName', '', 'Family name is invalid.'],
      ['familyName', 'Okafor 3', 'Family name is invalid.'],
      ['familyName', 'A'.repeat(32), 'Family name is invalid. Please use at most 31 characters.'],
      ['email', 'nobody', 'Email format is invalid.'],
      ['email', `${'a'.repeat(90)}@example.org`, 'Email format is invalid.'],
      ['email', `${'İ'.repeat(45)}@example.org`, 'Email format is invalid.'],
      ['email', 'a\0b@example.org', 'email must be text.'],
      ['zipCode', '9460', 'ZIP code should be 5 digits.'],
      ['referredBy', 'Radio', 'Please select a valid reference.'],
      ['okayToContactIndicator', 'yes', 'Please select Yes or No.'],
      ['eml', 'x'.repeat(1025), 'eml must be ≤ 1024 characters.'],
      ['guardians', 'two', 'guardians must be a list of at most 100.'],
      ['children', { 0: {} }, 'children must be a list of at most 100.'],
      ['children', Array(101).fill({}), 'children must be a list of at most 100.'],
    ])('refuses %s %j', async (field, value, message) => {
      const before = await familyCount();

      const answer = await desk.call('post', '/families', aFamilyPayload({ [field]: value }));

      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect(await familyCount()).toBe(before);
    });

    test('defaults okay to contact to Y, and accepts a zip code as a number', async () => {
      const { okayToContactIndicator: _, ...payload } = aFamilyPayload({ zipCode: 94608 });

      const answer = await desk.call('post', '/families', payload);

      expect(answer.body).toMatchObject({ okayToContactIndicator: 'Y', zipCode: '94608' });
    });

    test('accepts the same names as the public site', async () => {
      for (const familyName of ['O’Connor–"Łukasz"', "d'Arc Jr.", 'Nguyễn']) {
        expect((await desk.family({ familyName })).familyName).toBe(familyName);
      }
    });

    test('returns every error of every person, and saves nothing', async () => {
      const before = await familyCount();

      const answer = await desk.call(
        'post',
        '/families',
        aFamilyPayload({
          familyName: '',
          guardians: [aGuardianPayload(), aGuardianPayload({ primaryPhone: '510-555-0101' })],
          children: [aChildPayload({ gender: 'x' }), 'nobody'],
        }),
      );

      expect(answer.status).toBe(400);
      const { errors } = answer.body as { errors: { field: string }[] };
      expect(errors.map(({ field }) => field)).toEqual([
        'familyName',
        'guardians[1].primaryPhone',
        'children[0].gender',
        'children[1].firstName',
        'children[1].gender',
        'children[1].monthOfBirth',
        'children[1].yearOfBirth',
        'children[1].whichHandId',
      ]);
      expect(await familyCount()).toBe(before);
    });

    test.each([
      ['guardians', 3, 'A family can have at most 2 guardians.'],
      ['children', 6, 'A family can register at most 5 children.'],
    ])('refuses too many %s (%i), and saves nothing', async (field, count, message) => {
      const before = await familyCount();
      const payload = field === 'guardians' ? aGuardianPayload() : aChildPayload();

      const answer = await desk.call(
        'post',
        '/families',
        aFamilyPayload({ [field]: Array.from({ length: count }, () => payload) }),
      );

      expect(answer.body).toEqual({ statusCode: 409, message });
      expect(await familyCount()).toBe(before);
    });

    test('saves nothing if the database fails halfway', async () => {
      const before = await familyCount();
      await product.dataSource.query(
        `ALTER TABLE children ADD CONSTRAINT trial CHECK (first_name <> 'Halfway')`,
      );

      const answer = await desk.call(
        'post',
        '/families',
        aFamilyPayload({
          guardians: [aGuardianPayload()],
          children: [aChildPayload(), aChildPayload({ firstName: 'Halfway' })],
        }),
      );

      expect(answer.status).toBe(500);
      expect(await familyCount()).toBe(before);
      await product.dataSource.query('ALTER TABLE children DROP CONSTRAINT trial');
    });

    test.each(['registered', 'awaiting'] as const)(
      'returns 409 for an address that is already %s, ignoring case',
      async (state) => {
        const { email } =
          state === 'registered' ? await desk.family() : await Registrant.awaiting(product);

        const answer = await desk.call(
          'post',
          '/families',
          aFamilyPayload({ email: email.toUpperCase() }),
        );

        expect(answer.body).toEqual(TAKEN);
      },
    );

    test('replaces a draft with the same address', async () => {
      const registrant = await Registrant.withChild(product);

      const answer = await desk.call(
        'post',
        '/families',
        aFamilyPayload({ email: registrant.email }),
      );

      expect(answer.status).toBe(201);
      expect((answer.body as StaffFamilyDetails).guid).not.toBe(registrant.guid);
      expect((await registrant.extend()).status).toBe(401);
      const events = await desk.audit(2);
      expect(events).toMatchObject([
        { action: 'family.created' },
        { action: 'draft.replaced', subjectId: registrant.guid, before: null, after: null },
      ]);
    });

    test('creates one family from ten requests at once with the same address', async () => {
      const email = anEmail();

      const answers = await Promise.all(
        Array.from({ length: 10 }, () => desk.call('post', '/families', aFamilyPayload({ email }))),
      );

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    });
  });

  describe('GET /families/guid', () => {
    test('returns the guid as a JSON string, ignoring the case of the address', async () => {
      const { email, guid } = await desk.family();

      const answer = await desk.call(
        'get',
        `/families/guid?email=${encodeURIComponent(email.toUpperCase())}`,
      );

      expect(answer.status).toBe(200);
      expect(answer.text).toBe(JSON.stringify(guid));
    });

    test.each([
      ['nobody@example.org', 404],
      ["a'--@example.org", 404],
      ['%@example.org', 404],
      ['nobody', 400],
      ['', 400],
    ])('with email=%s returns %i', async (email, status) => {
      const answer = await desk.call('get', `/families/guid?email=${encodeURIComponent(email)}`);

      expect(answer.status).toBe(status);
      expect((answer.body as { statusCode: number }).statusCode).toBe(status);
    });
  });

  describe('a family by guid or by id', () => {
    test('has its guardians, primary first, and its children', async () => {
      const family = await desk.family({}, { guardians: 2, children: 2 });
      const [first, second] = family.guardians;
      await desk.call('put', `/guardians/${String(second?.id)}`, { isPrimaryIndicator: 'Y' });

      const byGuid = await desk.call('get', `/families/getByGuid/${family.guid.toUpperCase()}`);
      const byId = await desk.call('get', `/families/${String(family.id)}`);

      expect(byGuid.status).toBe(200);
      expect(byId.body).toEqual(byGuid.body);
      const { guardians, children } = byGuid.body as StaffFamilyDetails;
      expect(guardians.map(({ id }) => id)).toEqual([second?.id, first?.id]);
      expect(children.map(({ id }) => id)).toEqual(family.children.map(({ id }) => id));
    });

    test('is found while awaiting, with the date of its mail and whether its link has expired', async () => {
      const registrant = await Registrant.awaiting(product);

      expect(await desk.read(registrant)).toMatchObject({
        state: 'awaiting',
        registeredIndicator: 'N',
        registeredDate: null,
        firstEmailSentDate: now(),
        confirmationExpired: false,
        createdBy: 'Registration Site',
        guardians: [{ isPrimaryIndicator: 'Y' }],
        children: [{ firstName: 'Maya' }],
      });
    });

    test('is not found by any call while it is a draft', async () => {
      const registrant = await Registrant.withChild(product);
      const draft = await registrant.family();
      const id = String(draft?.id);
      const [guardian, child] = [only(draft?.guardians as never), only(draft?.children as never)];
      const email = encodeURIComponent(registrant.email);

      const answers = await Promise.all([
        desk.call('get', `/families/guid?email=${email}`),
        desk.call('get', `/families/getByGuid/${registrant.guid}`),
        desk.call('put', `/families/updateByGuid/${registrant.guid}`, { familyName: 'X' }),
        desk.call('get', `/families/${id}`),
        desk.call('put', `/families/${id}`, { familyName: 'X' }),
        desk.call('delete', `/families/${id}`),
        desk.call('delete', `/families/familyId/${id}`),
        desk.call('post', '/guardians', aGuardianPayload({ familyId: draft?.id })),
        desk.call('post', '/children', aChildPayload({ email: registrant.email })),
        ...['get', 'put', 'delete'].flatMap((method) => [
          desk.call(method as 'get', `/guardians/${String((guardian as { id: number }).id)}`),
          desk.call(method as 'get', `/children/${String((child as { id: number }).id)}`),
        ]),
      ]);

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      for (const resource of ['families', 'guardians', 'children']) {
        const list = await desk.list(resource, {
          filter: resource === 'families' ? { id: draft?.id } : { familyId: draft?.id },
        });
        expect(list.body).toEqual([]);
      }
      expect(await registrant.childCount()).toBe(1);
    });
  });

  test('a family can be added in the three documented steps', async () => {
    const payload = aFamilyPayload();
    const created = await desk.call('post', '/families', payload);
    const guardian = await desk.call(
      'post',
      '/guardians',
      aGuardianPayload({ familyEmail: payload['email'] }),
    );
    const guid = await desk.call(
      'get',
      `/families/guid?email=${encodeURIComponent(String(payload['email']))}`,
    );

    expect([created.status, guardian.status, guid.status]).toEqual([201, 201, 200]);
    expect(await desk.read({ guid: guid.body as string })).toMatchObject({
      guardians: [{ isPrimaryIndicator: 'Y' }],
    });
  });
});
