import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails } from '@kidlab/contract';

import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { STAFF_EMAIL, StaffDesk } from './staff-records.js';

const NO_FAMILY = { statusCode: 404, message: 'There is no such family.' };
const message = 'This email address is already registered.';
const TAKEN = { statusCode: 409, message, errors: [{ field: 'email', message }] };
const UNKNOWN_GUID = '00000000-0000-4000-8000-000000000000';

describe('the staff API for changing families', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const now = (): string => product.clock.now().toISOString();

  test('a mail sent in the meantime does not make a save conflict', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    const read = (await desk.call('get', `/families/getByGuid/${registrant.guid}`))
      .body as StaffFamilyDetails;
    product.clock.advance({ minutes: 1 });
    await product.deliver();

    const { status, body } = await desk.call('put', `/families/${String(read.id)}`, {
      familyName: 'Okafor-Lind',
      version: read.version,
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ firstEmailSentDate: now(), version: read.version + 1 });
  });

  test('sending a mail changes neither the version nor the modification date', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    const before = await registrant.family();
    product.clock.advance({ minutes: 1 });

    await product.deliver();

    const after = await registrant.family();
    expect(after?.firstEmailSentDate).toEqual(product.clock.now());
    expect([after?.version, after?.modifiedDate]).toEqual([before?.version, before?.modifiedDate]);
  });

  describe('PUT /families', () => {
    const put = (
      { id }: StaffFamilyDetails,
      body: Record<string, unknown>,
    ): ReturnType<StaffDesk['call']> => desk.call('put', `/families/${String(id)}`, body);

    test.each([
      ['id', ({ id }: StaffFamilyDetails) => String(id)],
      ['guid', ({ guid }: StaffFamilyDetails) => `updateByGuid/${guid}`],
    ])('saves the documented payload and keeps other fields, by %s', async (_, by) => {
      const family = await desk.family({ eml: 'kept' });
      const { status, body } = await desk.call('put', `/families/${by(family)}`, {
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
        area: 'Outside',
        contactStatus: { mayBeInvited: false, reasons: ['opted-out'], until: null, invited: null },
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

    test('accepts a single field, and ignores fields that only the server sets', async () => {
      const family = await desk.family({ okayToContactIndicator: 'N' });

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
    ])('refuses %s %j', async (field, value, message) => {
      const family = await desk.family();

      const answer = await put(family, { [field]: value });

      expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
      expect(await desk.read(family)).toEqual(family);
    });

    test('refuses an older version, and returns who saved and when', async () => {
      const family = await desk.family();
      product.clock.advance({ seconds: 1 });
      const other = await new StaffDesk(product).signIn({ email: 'kim@example.org' });
      await other.call('put', `/families/${String(family.id)}`, { familyName: 'Kim', version: 1 });

      const answer = await put(family, {
        familyName: 'Sam',
        zipCode: family.zipCode,
        okayToContactIndicator: '',
        version: family.version,
      });

      expect(answer.body).toEqual({
        statusCode: 409,
        message:
          'kim@example.org has saved this record since you opened it. Please reload it and try again.',
        current: {
          modifiedBy: 'kim@example.org',
          modifiedDate: now(),
          version: 2,
          fields: { familyName: 'Kim' },
        },
      });
      expect(await desk.read(family)).toMatchObject({ familyName: 'Kim' });
      expect((await put(family, { familyName: 'Sam', version: 2 })).status).toBe(200);
      expect((await put(family, { familyName: 'Kim' })).status).toBe(200);
    });

    test('accepts a save that is repeated because its response was lost', async () => {
      const family = await desk.family();
      const change = { familyName: 'Sam', version: family.version };
      const first = await put(family, change);
      const [last] = await desk.audit(1);

      const second = await put(family, change);

      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(await desk.audit(1)).toEqual([last]);
    });

    test('accepts one of two saves with the same version', async () => {
      const family = await desk.family();

      const answers = await Promise.all(
        ['One', 'Two'].map((familyName) => put(family, { familyName, version: family.version })),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test('returns 409 for another family’s address', async () => {
      const [family, other] = [await desk.family(), await desk.family()];

      const answer = await put(family, { email: other.email.toUpperCase() });

      expect(answer.body).toEqual(TAKEN);
      expect(await desk.read(family)).toEqual(family);
    });

    test('replaces a draft with the same address', async () => {
      const family = await desk.family();
      const registrant = await Registrant.withChild(product);

      const answer = await put(family, { email: registrant.email });

      expect(answer.body).toMatchObject({ id: family.id, email: registrant.email });
      expect((await registrant.extend()).status).toBe(401);
    });

    test('does not deadlock when two families swap addresses or take the same one at once', async () => {
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

    test('refuses a taken address without waiting for its family, which could deadlock', async () => {
      const [other, family] = [await desk.family(), await desk.family()];
      await product.dataSource.transaction(async (manager) => {
        await manager.query('SELECT FROM families WHERE id = $1 FOR NO KEY UPDATE', [other.id]);

        const answer = await put(family, { email: other.email });

        expect(answer.status).toBe(409);
        expect(answer.body).toEqual(TAKEN);
      });
    });
  });

  describe.each(['familyId/', ''])('DELETE /families/%s{id}', (prefix) => {
    test('returns 204 and deletes the family with its guardians and children', async () => {
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
      expect(again.body).toEqual(NO_FAMILY);
    });

    test('withdraws unsent mail to an awaiting family', async () => {
      const registrant = await Registrant.withChild(product);
      await registrant.agree();
      const { id } = await desk.read(registrant);

      expect((await desk.call('delete', `/families/${prefix}${String(id)}`)).status).toBe(204);
      await product.deliver();

      expect(registrant.mails()).toEqual([]);
    });
  });
});
