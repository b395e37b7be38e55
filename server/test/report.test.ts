import { REGISTRATION, type RegistrationReportRow } from '@kidlab/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { agent, Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { Family } from '../src/families/family.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';

let product: TestApp;
let staff: ReturnType<typeof agent>;

beforeAll(async () => {
  product = await startTestApp();
  staff = await signIn(product, { email: 'ann@example.org' });
});
afterAll(() => product.stop());
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
  test('has the fields of the specification', async () => {
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

  test('shows the latest registration first and the unconfirmed last, and never a draft', async () => {
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

  test.each(['familyName', 'name', 'lastName'])('looks for part of a name as %s', async (name) => {
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

  test.each([
    'id',
    'guid',
    'email',
    'familyName',
    'firstName',
    'firstEmailSentDate',
    'secondEmailSentDate',
    'okayToContactIndicator',
  ])('can be sorted by %s', async (column) => {
    await storeFamily(product, { familyName: 'One', guardians: [{ firstName: 'Zoe' }] });
    await storeFamily(product, { familyName: 'Two', guardians: [], okay: 'N' });

    for (const direction of ['ASC', 'DESC']) {
      expect(await names({ sort: JSON.stringify([column, direction]) })).toHaveLength(2);
      expect(
        await names({ sort: JSON.stringify([column, direction]), range: '[0,0]' }),
      ).toHaveLength(1);
    }
  });

  test.each([
    [{ sort: '["phone","ASC"]' }, 'sort'],
    [{ range: '[2,1]' }, 'range'],
    [{ familyName: ['a', 'b'] }, 'familyName'],
    [{ name: 'x'.repeat(100) }, 'name'],
  ])('refuses %j', async (query, field) => {
    const answer = await report(query);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ field }] });
  });

  test('leaves an audit row when all of it is read', async () => {
    await report({ familyName: 'secret' });

    const [event] = await product.dataSource
      .getRepository(AuditEvent)
      .find({ where: { subjectType: 'registration-report' }, order: { id: 'DESC' }, take: 1 });
    expect(event).toMatchObject({
      actor: 'ann@example.org',
      action: 'list.exported',
      after: { filteredBy: ['familyName'] },
    });
  });
});

describe('the resend', () => {
  const resend = (email?: string): Promise<Response> =>
    Promise.resolve(
      staff
        .post(`${API}/registration/send-on-demand-registration-email`)
        .query(email === undefined ? {} : { email }),
    );

  test('mails a new link; the older one dies', async () => {
    const registrant = await Registrant.awaiting(product);
    const firstToken = registrant.token();

    const answer = await resend(registrant.email.toUpperCase());
    await product.deliver();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'The verification email is on its way.' });
    expect(registrant.mails()).toHaveLength(2);
    expect(await registrant.status(firstToken)).toEqual({ valid: false, reason: 'unknown' });
    expect(await registrant.status(registrant.token())).toEqual({ valid: true });
    const event = await product.dataSource
      .getRepository(AuditEvent)
      .findOneBy({ subjectId: registrant.guid, action: 'confirmation.resent' });
    expect(event?.actor).toBe('ann@example.org');
  });

  test.each<[string, number, RegExp, () => Promise<string | undefined>]>([
    ['without an address', 400, /email/i, () => Promise.resolve(undefined)],
    ['for no address', 400, /email/i, () => Promise.resolve('somebody')],
    ['for nobody', 404, /^No family has/, () => Promise.resolve(anEmail())],
    [
      'for a draft',
      404,
      /^No family has/,
      async () => (await storeFamily(product, { state: 'draft' })).email,
    ],
    ['for a confirmed family', 409, /confirmed/, async () => (await storeFamily(product)).email],
    [
      'for a disabled family',
      409,
      /disabled/,
      async () => (await storeFamily(product, { state: 'awaiting', disabled: 'Y' })).email,
    ],
  ])('%s is refused in one sentence of plain text', async (_, status, sentence, address) => {
    const answer = await resend(await address());

    expect(answer.status).toBe(status);
    expect(answer.type).toBe('text/plain');
    expect(answer.text).toMatch(sentence);
    expect(answer.text).not.toMatch(/\n|statusCode/);
  });

  test('pauses when the address had its share', async () => {
    const { email } = await storeFamily(product, { state: 'awaiting' });
    for (let count = 0; count < REGISTRATION.confirmationsPerHour; count += 1) {
      expect((await resend(email)).status).toBe(200);
    }

    const answer = await resend(email);

    expect(answer.status).toBe(429);
    expect(answer.type).toBe('text/plain');
  });

  test('is for signed-in staff, and not for another site', async () => {
    const call = `${API}/registration/send-on-demand-registration-email?email=${anEmail()}`;
    await product.browser().post(call).expect(401);
    await staff.post(call).set('Sec-Fetch-Site', 'cross-site').expect(403);
  });
});
