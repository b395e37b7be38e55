import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StaffFamilyDetails } from '@kidlab/contract';

import { Family } from '../src/families/family.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import {
  aChildPayload,
  aFamilyPayload,
  aGuardianPayload,
  only,
  STAFF_EMAIL,
  StaffDesk,
} from './staff-records.js';

const NO_FAMILY = { statusCode: 404, message: 'There is no such family.' };
const GUID_NOT_FOUND = { statusCode: 404, message: 'GUID not found' };
const TAKEN = { statusCode: 409, message: 'This email address is already registered.' };
const UNKNOWN_GUID = '00000000-0000-4000-8000-000000000000';

describe('families, by staff', () => {
  let product: TestApp;
  let desk: StaffDesk;

  beforeAll(async () => {
    product = await startTestApp();
    desk = new StaffDesk(product, await signIn(product, { email: STAFF_EMAIL }));
  });
  afterAll(() => product.stop());

  const now = (): string => product.clock.now().toISOString();
  const familyCount = (): Promise<number> => product.dataSource.getRepository(Family).count();

  test.each([
    ['get', '/families'],
    ['post', '/families'],
    ['get', '/families/guid?email=a@example.org'],
    ['get', `/families/getByGuid/${UNKNOWN_GUID}`],
    ['put', `/families/updateByGuid/${UNKNOWN_GUID}`],
    ['delete', '/families/familyId/1'],
    ['get', '/families/1'],
    ['put', '/families/1'],
    ['delete', '/families/1'],
    ['get', '/guardians'],
    ['post', '/guardians'],
    ['get', '/guardians/1'],
    ['put', '/guardians/1'],
    ['delete', '/guardians/1'],
    ['get', '/children'],
    ['post', '/children'],
    ['get', '/children/1'],
    ['put', '/children/1'],
    ['delete', '/children/1'],
  ] as const)('%s %s without a session: 401', async (method, path) => {
    const stranger = new StaffDesk(product, product.browser());

    for (const prefix of ['', '/api']) {
      expect((await stranger.call(method, `${prefix}${path}`)).status).toBe(401);
    }
  });

  describe('POST /families', () => {
    test('the documented payload makes a family that is registered at once', async () => {
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

    test('no mail goes to a family that staff have added', async () => {
      const family = await desk.family();
      await product.deliver();

      const to = product.mailServer.mails.map((mail) => mail.to);
      expect(JSON.stringify(to)).not.toContain(family.email);
    });

    test('may carry guardians and children', async () => {
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

    test('the first guardian is primary when none says so', async () => {
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
      ['familyName', 'A'.repeat(32), 'Family name is invalid.'],
      ['familyName', undefined, 'Family name is invalid.'],
      ['familyName', ['Okafor'], 'familyName must be text.'],
      ['familyName', { $ne: 1 }, 'familyName must be text.'],
      ['email', '', 'Email format is invalid.'],
      ['email', 'nobody', 'Email format is invalid.'],
      ['email', 'a@b', 'Email format is invalid.'],
      ['email', `${'a'.repeat(90)}@example.org`, 'Email format is invalid.'],
      ['email', `${'İ'.repeat(45)}@example.org`, 'Email format is invalid.'],
      ['email', true, 'email must be text.'],
      ['email', 'a\0b@example.org', 'email must be text.'],
      ['zipCode', '', 'ZIP code should be 5 digits.'],
      ['zipCode', '9460', 'ZIP code should be 5 digits.'],
      ['zipCode', '94608-1234', 'ZIP code should be 5 digits.'],
      ['referredBy', '', 'Please select a valid reference.'],
      ['referredBy', 'Radio', 'Please select a valid reference.'],
      ['okayToContactIndicator', 'yes', 'Please select Yes or No.'],
      ['eml', 'x'.repeat(1025), 'eml must be ≤ 1024 characters.'],
      ['guardians', 'two', 'guardians must be a list.'],
      ['children', { 0: {} }, 'children must be a list.'],
    ])('%s %j is refused', async (field, value, message) => {
      const before = await familyCount();

      const answer = await desk.call('post', '/families', aFamilyPayload({ [field]: value }));

      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect(await familyCount()).toBe(before);
    });

    test('okay to contact is Y when it is left out, and a zip code may come as a number', async () => {
      const { okayToContactIndicator: _, ...payload } = aFamilyPayload({ zipCode: 94608 });

      const answer = await desk.call('post', '/families', payload);

      expect(answer.body).toMatchObject({ okayToContactIndicator: 'Y', zipCode: '94608' });
    });

    test('names that the public site takes are taken', async () => {
      for (const familyName of ['O’Connor–"Łukasz"', "d'Arc Jr.", 'Nguyễn']) {
        expect((await desk.family({ familyName })).familyName).toBe(familyName);
      }
    });

    test('every fault of everybody is told, and nothing is saved', async () => {
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
    ])('%s: %i are too many, and nothing is saved', async (field, count, message) => {
      const before = await familyCount();
      const payload = field === 'guardians' ? aGuardianPayload() : aChildPayload();

      const answer = await desk.call(
        'post',
        '/families',
        aFamilyPayload({ [field]: Array.from({ length: count }, () => payload) }),
      );

      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({ statusCode: 409, message });
      expect(await familyCount()).toBe(before);
    });

    test('a fault of the database halfway leaves nothing', async () => {
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
      'an address that is %s already: 409, in any case',
      async (state) => {
        const { email } =
          state === 'registered' ? await desk.family() : await Registrant.awaiting(product);

        const answer = await desk.call(
          'post',
          '/families',
          aFamilyPayload({ email: email.toUpperCase() }),
        );

        expect(answer.status).toBe(409);
        expect(answer.body).toEqual(TAKEN);
      },
    );

    test('a browser’s draft with that address is replaced', async () => {
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

    test('ten at once with one address: one family', async () => {
      const email = anEmail();

      const answers = await Promise.all(
        Array.from({ length: 10 }, () => desk.call('post', '/families', aFamilyPayload({ email }))),
      );

      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    });
  });

  describe('GET /families/guid', () => {
    test('200 with the guid as a JSON string, whatever the case of the address', async () => {
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
    ])('%s: %i', async (email, status) => {
      const answer = await desk.call('get', `/families/guid?email=${encodeURIComponent(email)}`);

      expect(answer.status).toBe(status);
      expect((answer.body as { statusCode: number }).statusCode).toBe(status);
    });
  });

  describe('a family by guid and by id', () => {
    test('comes with guardians, primary first, and children', async () => {
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

    test('an awaiting family is seen, with the date of its mail and whether its link lives', async () => {
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

    test.each([UNKNOWN_GUID, 'x', "' OR 1=1 --", '%00'])('guid %s: 404', async (guid) => {
      for (const [method, path] of [
        ['get', 'getByGuid'],
        ['put', 'updateByGuid'],
      ] as const) {
        const answer = await desk.call(
          method,
          `/families/${path}/${encodeURIComponent(guid)}`,
          method === 'put' ? {} : undefined,
        );

        expect(answer.status).toBe(404);
        expect(answer.body).toEqual(GUID_NOT_FOUND);
      }
    });

    test.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', "1'--"])(
      'id %s: 404',
      async (id) => {
        for (const [method, path] of [
          ['get', id],
          ['put', id],
          ['delete', id],
          ['delete', `familyId/${id}`],
        ] as const) {
          const answer = await desk.call(
            method,
            `/families/${encodeURIComponent(path).replace('%2F', '/')}`,
            method === 'put' ? {} : undefined,
          );

          expect(answer.status).toBe(404);
          expect(answer.body).toEqual(NO_FAMILY);
        }
      },
    );

    test('a draft is invisible to every call', async () => {
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

  describe.each(['updateByGuid', 'id'] as const)('PUT /families by %s', (by) => {
    const put = (
      family: StaffFamilyDetails,
      body: Record<string, unknown>,
    ): ReturnType<StaffDesk['call']> =>
      desk.call(
        'put',
        by === 'id' ? `/families/${String(family.id)}` : `/families/updateByGuid/${family.guid}`,
        body,
      );

    test('saves the documented payload and leaves the rest', async () => {
      const family = await desk.family({ eml: 'kept' });
      const { status, body } = await put(family, {
        guid: family.guid,
        email: family.email,
        familyName: 'Okafor-Bello',
        referredBy: 'Flyer',
        okayToContactIndicator: 'N',
        zipCode: '10001',
        city: 'Nowhere',
        modifiedDate: '2020-01-01T00:00:00.000Z',
        modifiedBy: 'admin',
      });

      expect(status).toBe(200);
      expect(body).toEqual({
        ...family,
        familyName: 'Okafor-Bello',
        referredBy: 'Flyer',
        okayToContactIndicator: 'N',
        zipCode: '10001',
        city: 'New York',
        modifiedBy: STAFF_EMAIL,
        version: 2,
        guardians: family.guardians.map((guardian) => ({
          ...guardian,
          familyName: 'Okafor-Bello',
        })),
        children: family.children.map((child) => ({ ...child, familyName: 'Okafor-Bello' })),
      });
      const [event] = await desk.audit(1);
      expect(event).toMatchObject({ action: 'family.updated', subjectId: family.guid });
      expect(event?.before).toEqual({
        familyName: 'Okafor',
        referredBy: 'Friend',
        okayToContactIndicator: 'Y',
        zipCode: '94608',
        city: 'Emeryville',
      });
      expect(event?.after).toEqual({
        familyName: 'Okafor-Bello',
        referredBy: 'Flyer',
        okayToContactIndicator: 'N',
        zipCode: '10001',
        city: 'New York',
      });
    });

    test('a single field is enough, and what is decided by the server is ignored', async () => {
      const family = await desk.family();

      const { status, body } = await put(family, {
        familyName: 'Bello',
        okayToContactIndicator: '',
        id: 4711,
        guid: UNKNOWN_GUID,
        state: 'awaiting',
        registeredIndicator: 'N',
        registeredDate: null,
        disabledIndicator: 'Y',
        createdBy: 'admin',
        guardians: [],
        children: 'none',
      });

      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...family,
        familyName: 'Bello',
        version: 2,
        guardians: [{ firstName: 'Ngozi' }],
        children: [{ firstName: 'Chidi' }],
      });
    });

    test.each([
      ['familyName', '', 'Family name is invalid.'],
      ['familyName', null, 'Family name is invalid.'],
      ['email', 'x', 'Email format is invalid.'],
      ['zipCode', 'x', 'ZIP code should be 5 digits.'],
      ['referredBy', 'x', 'Please select a valid reference.'],
      ['okayToContactIndicator', 'x', 'Please select Yes or No.'],
      ['version', 'x', 'version must be a whole number from 1 to 2147483647.'],
      ['version', 0, 'version must be a whole number from 1 to 2147483647.'],
    ])('%s %j is refused', async (field, value, message) => {
      const family = await desk.family();

      const answer = await put(family, { [field]: value });

      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect(await desk.read(family)).toEqual(family);
    });

    test('an older version is refused, and says who saved when', async () => {
      const family = await desk.family();
      product.clock.advance({ seconds: 1 });
      const other = new StaffDesk(product, await signIn(product, { email: 'kim@example.org' }));
      await other.call('put', `/families/${String(family.id)}`, { familyName: 'Kim', version: 1 });

      const answer = await put(family, { familyName: 'Sam', version: family.version });

      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        statusCode: 409,
        message:
          'kim@example.org has saved this record in the meantime. Please reload it and try again.',
        current: { modifiedBy: 'kim@example.org', modifiedDate: now(), version: 2 },
      });
      expect(await desk.read(family)).toMatchObject({ familyName: 'Kim' });
      expect((await put(family, { familyName: 'Sam', version: 2 })).status).toBe(200);
      expect((await put(family, { familyName: 'Kim' })).status).toBe(200);
    });

    test('two saves with one version: one is saved', async () => {
      const family = await desk.family();

      const answers = await Promise.all(
        ['One', 'Two'].map((familyName) => put(family, { familyName, version: family.version })),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test('an address that another family has: 409', async () => {
      const [family, other] = [await desk.family(), await desk.family()];

      const answer = await put(family, { email: other.email.toUpperCase() });

      expect(answer.status).toBe(409);
      expect(answer.body).toEqual(TAKEN);
      expect(await desk.read(family)).toEqual(family);
    });

    test('an address that a browser’s draft has: the draft is replaced', async () => {
      const family = await desk.family();
      const registrant = await Registrant.withChild(product);

      const answer = await put(family, { email: registrant.email });

      expect(answer.body).toMatchObject({ id: family.id, email: registrant.email });
      expect((await registrant.extend()).status).toBe(401);
    });

    test('two families that take each other’s address, or one address, at once never hang', async () => {
      const families = [await desk.family(), await desk.family()] as const;
      const email = anEmail();

      const answers = await Promise.all([
        put(families[0], { email: families[1].email }),
        put(families[1], { email: families[0].email }),
        put(families[0], { email }),
        put(families[1], { email }),
      ]);

      for (const { status } of answers) expect([200, 409]).toContain(status);
      const emails = await Promise.all(families.map((family) => desk.read(family)));
      expect(new Set(emails.map((family) => family.email)).size).toBe(2);
    });

    test('a new address of an awaiting family is mailed a link, and the older one dies', async () => {
      const registrant = await Registrant.awaiting(product);
      const oldToken = registrant.token();
      const family = await desk.read(registrant);
      const email = anEmail();

      const answer = await put(family, { email, version: family.version });
      await product.deliver();

      expect(answer.body).toMatchObject({ email, state: 'awaiting' });
      expect(await registrant.status(oldToken)).toEqual({ valid: false, reason: 'unknown' });
      const moved = Object.assign(Object.create(registrant) as Registrant, { email });
      const token = moved.token();
      expect((await moved.confirm(token, { email })).status).toBe(200);
      expect(await desk.read(family)).toMatchObject({ state: 'registered', email });
    });

    test('a new address of a registered family is saved, and nothing is mailed', async () => {
      const family = await desk.family();
      const mails = product.mailServer.mails.length;

      const answer = await put(family, { email: anEmail() });
      await product.deliver();

      expect(answer.status).toBe(200);
      expect(product.mailServer.mails).toHaveLength(mails);
    });
  });

  describe.each(['familyId/', ''])('DELETE /families/%s{id}', (prefix) => {
    test('204: it is gone with all that belongs to it', async () => {
      const family = await desk.family({}, { guardians: 2, children: 3 });

      const answer = await desk.call('delete', `/families/${prefix}${String(family.id)}`);

      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      for (const table of ['guardians', 'children']) {
        const rows: unknown[] = await product.dataSource.query(
          `SELECT 1 FROM ${table} WHERE family_id = $1`,
          [family.id],
        );
        expect(rows).toEqual([]);
      }
      expect(await desk.audit(1)).toMatchObject([
        {
          actor: STAFF_EMAIL,
          action: 'family.deleted',
          subjectId: family.guid,
          before: { state: 'registered', guardians: 2, children: 3 },
          after: null,
        },
      ]);
      const again = await desk.call('delete', `/families/${prefix}${String(family.id)}`);
      expect(again.status).toBe(404);
      expect(again.body).toEqual(NO_FAMILY);
    });

    test('mail to an awaiting family that is not sent yet never leaves', async () => {
      const registrant = await Registrant.withChild(product);
      await registrant.agree();
      const { id } = await desk.read(registrant);

      expect((await desk.call('delete', `/families/${prefix}${String(id)}`)).status).toBe(204);
      await product.deliver();

      expect(registrant.mails()).toEqual([]);
    });
  });
});
