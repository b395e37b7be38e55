import { randomUUID } from 'node:crypto';

import { MESSAGES } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';

import { Child } from '../src/children/child.entity.js';
import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { aChild, anEmail, aRegistration } from './factories.js';
import { Registrant } from './registrant.js';

const REGISTER = '/kidlab-reg/families/registerAndLinkGuardian';
const EMAIL_FORMAT =
  "Invalid email format (dot can't start/end or be consecutive; allowed specials: !#$%&'*+-/=?^_`{|}~).";
const LETTERS =
  'should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.';
const SUPPORT = 'If you need help, please contact kidlab-support@localhost.';

describe('POST families/registerAndLinkGuardian', () => {
  const product = useTestApp();
  beforeEach(async () => {
    await product.dataSource.query('DELETE FROM families');
  });

  const families = (): Promise<Family[]> =>
    product.dataSource.getRepository(Family).find({ relations: { guardians: true } });

  const sessions = async (): Promise<string[]> => {
    const rows: { sid: string }[] = await product.dataSource.query('SELECT sid FROM sessions');
    return rows.map(({ sid }) => sid);
  };

  test('stores only the address that will be confirmed, whatever the guardian e-mail', async () => {
    await product
      .browser()
      .post(REGISTER)
      .send(aRegistration({ email: 'own@example.org', guardianEmail: 'stranger@example.org' }))
      .expect(201);

    const [family] = await families();
    expect(family?.guardians[0]?.email).toBe('own@example.org');
  });

  test('creates a draft with one guardian, who is primary', async () => {
    const answer = await product
      .browser()
      .post(REGISTER)
      .send(
        aRegistration({
          email: 'Alex.Rivera@Example.org',
          guardianEmail: 'Alex.Rivera@Example.org',
        }),
      );

    expect(answer.status).toBe(201);
    const [family, ...others] = await families();
    expect(others).toHaveLength(0);
    expect(answer.body).toEqual({ guid: family?.guid });
    expect(family).toMatchObject({
      email: 'alex.rivera@example.org',
      familyName: 'Rivera',
      zipCode: '94608',
      city: 'Emeryville',
      referredBy: 'Friend',
      state: 'draft',
      okayToContactIndicator: 'N',
      registeredIndicator: 'N',
      registeredDate: null,
      disabledIndicator: 'N',
      createdBy: 'Registration Site',
      modifiedBy: 'Registration Site',
      createdDate: product.clock.now(),
    });
    expect(family?.guardians).toHaveLength(1);
    expect(family?.guardians[0]).toMatchObject({
      firstName: 'Alex',
      lastName: 'Rivera',
      email: 'alex.rivera@example.org',
      primaryPhone: '(510) 555-0100',
      relationshipToChild: 'Mother',
      isPrimaryIndicator: 'Y',
      city: 'Emeryville',
      createdBy: 'Registration Site',
    });
  });

  test('sets a cookie for this site only, which scripts cannot read', async () => {
    const answer = await product.browser().post(REGISTER).send(aRegistration());

    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^kidlab\.registration=/);
    expect(cookie).toMatch(/; Path=\/kidlab-reg;/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
  });

  test('keeps the cookie alive with each call, as long as the draft', async () => {
    const registrant = await Registrant.begin(product);
    const { headers } = await registrant.extend();

    expect(String(headers['set-cookie'])).toMatch(/^kidlab\.registration=.*; Expires=/);
  });

  test('derives the family name and the guardian e-mail if they are missing', async () => {
    const body: Record<string, unknown> = { ...aRegistration() };
    delete body['familyName'];
    delete body['guardianEmail'];

    await product.browser().post(REGISTER).send(body).expect(201);

    const [family] = await families();
    expect(family?.familyName).toBe('Rivera');
    expect(family?.guardians[0]?.email).toBe(family?.email);
  });

  test.each([
    ['guardianFirstName', '', 'Please enter your first name'],
    ['guardianFirstName', undefined, 'Please enter your first name'],
    ['guardianFirstName', null, 'Please enter your first name'],
    ['guardianFirstName', 'Al3x', `First name ${LETTERS}`],
    ['guardianFirstName', { first: 'Alex' }, 'guardianFirstName must be text.'],
    ['guardianFirstName', true, 'guardianFirstName must be text.'],
    ['guardianLastName', 'Rivera<script>', `Last name ${LETTERS}`],
    ['familyName', 'Rivera; DROP', `Family name ${LETTERS}`],
    ['email', 'alex@example.org\r\nBcc: x@example.org', EMAIL_FORMAT],
    ['email', `${'a'.repeat(88)}@example.org`, 'Email must be ≤ 99 characters.'],
    ['guardianEmail', 'nobody', EMAIL_FORMAT],
    ['zipCode', '٩٤٦٠٨', 'Zip Code should contain 5 digits only.'],
    [
      'primaryPhone',
      '(510) 555-01000',
      'Primary phone number must be in the format: (123) 456-7890.',
    ],
    ['relationshipToChild', 'Neighbour', 'Please select your relationship to the child'],
    ['referredBy', 'Radio', 'Please select how you heard about the Lab'],
  ])('refuses %s %j', async (field, value, message) => {
    const answer = await product
      .browser()
      .post(REGISTER)
      .send({ ...aRegistration(), [field]: value });

    expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
    expect(await families()).toHaveLength(0);
  });

  test('returns all errors at once, in the order of the form', async () => {
    const answer = await product.browser().post(REGISTER).send({});

    expect(answer.status).toBe(400);
    expect(
      (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field),
    ).toEqual([
      'guardianFirstName',
      'guardianLastName',
      'email',
      'zipCode',
      'primaryPhone',
      'relationshipToChild',
      'referredBy',
    ]);
  });

  test.each([
    ['O’Brien-Łukasz'],
    ["D'Angelo"],
    ['José María'],
    ['Zoë “Zee” Q.'],
    ['Anne—Marie'],
    ['Jean–Luc'],
    ['李'],
    ['A'.repeat(31)],
  ])('keeps the name %s as written', async (name) => {
    await product
      .browser()
      .post(REGISTER)
      .send(aRegistration({ guardianFirstName: name }))
      .expect(201);

    const [family] = await families();
    expect(family?.guardians[0]?.firstName).toBe(name);
  });

  test('stores decomposed letters composed, so that a search finds them', async () => {
    await product
      .browser()
      .post(REGISTER)
      .send(aRegistration({ guardianFirstName: ' Jose\u0301 ' }))
      .expect(201);

    const [family] = await families();
    expect(family?.guardians[0]?.firstName).toBe('José');
  });

  test('stores an empty city for an unknown zip code', async () => {
    await product
      .browser()
      .post(REGISTER)
      .send(aRegistration({ zipCode: '00000' }))
      .expect(201);

    const [family] = await families();
    expect(family?.city).toBe('');
  });

  describe('repeated', () => {
    test('updates the session’s draft, which keeps its guid and children', async () => {
      const registrant = await Registrant.begin(product);
      const key = randomUUID();
      await registrant.saveChild(aChild(registrant.email), key);

      const answer = await registrant.browser
        .post(REGISTER)
        .send(
          aRegistration({ email: registrant.email, guardianFirstName: 'Sam', zipCode: '94110' }),
        );

      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ guid: registrant.guid });
      const [family, ...others] = await families();
      expect(others).toHaveLength(0);
      expect(family).toMatchObject({ zipCode: '94110', city: 'San Francisco' });
      expect(family?.guardians).toHaveLength(1);
      expect(family?.guardians[0]).toMatchObject({ firstName: 'Sam', zipCode: '94110' });
      expect(await registrant.childCount()).toBe(1);
    });

    test('allows another address for the session’s draft, but drops its children', async () => {
      const registrant = await Registrant.withChild(product);
      const email = anEmail();

      const answer = await registrant.browser.post(REGISTER).send(aRegistration({ email }));

      expect(answer.body).toEqual({ guid: registrant.guid });
      expect((await families()).map((family) => family.email)).toEqual([email]);
      expect(await product.dataSource.getRepository(Child).count()).toBe(0);
      // The browser can continue with the corrected address.
      expect(await registrant.guidOf(email)).toBe(registrant.guid);
      expect((await registrant.saveChild(aChild(email))).status).toBe(201);
      expect((await registrant.agree(email)).status).toBe(200);
    });

    test('starts a new session with a new draft', async () => {
      const registrant = await Registrant.begin(product);
      const before = await sessions();
      await registrant.cancel();

      // With the same address, which is free again.
      const answer = await registrant.browser
        .post(REGISTER)
        .send(aRegistration({ email: registrant.email }));

      expect(answer.status).toBe(201);
      const after = await sessions();
      expect(after).toHaveLength(before.length);
      expect(after.filter((sid) => before.includes(sid))).toHaveLength(before.length - 1);
    });

    test('replaces another session’s draft with the same address, ignoring case', async () => {
      const first = await Registrant.begin(product, { email: 'sam@example.org' });
      const second = await Registrant.begin(product, { email: 'SAM@example.org' });

      expect(second.guid).not.toBe(first.guid);
      expect((await families()).map(({ guid }) => guid)).toEqual([second.guid]);
      const answer = await first.saveChild(aChild(first.email));
      expect(answer.body).toEqual({ statusCode: 401, message: 'Your session has expired.' });
    });

    test('refuses an address that awaits confirmation, and mails it again once an hour', async () => {
      const registrant = await Registrant.awaiting(product);
      const again = (): Promise<{ status: number; body: unknown }> =>
        product
          .browser()
          .post(REGISTER)
          .send(aRegistration({ email: registrant.email }));
      const message = `${MESSAGES.awaitingConfirmation} ${SUPPORT}`;

      expect(await again()).toMatchObject({ status: 409, body: { statusCode: 409, message } });
      await product.deliver();
      expect(registrant.mails()).toHaveLength(1);

      product.clock.advance({ minutes: 60 });
      await Promise.all([again(), again(), again()]);
      await product.deliver();
      expect(registrant.mails()).toHaveLength(2);

      product.clock.advance({ minutes: 59 });
      await again();
      await product.deliver();
      expect(registrant.mails()).toHaveLength(2);
      expect(await families()).toHaveLength(1);
    });

    test('refuses a registered address with the support address, and mails nobody', async () => {
      const registrant = await Registrant.registered(product);

      const answer = await product
        .browser()
        .post(REGISTER)
        .send(aRegistration({ email: registrant.email }));

      expect(answer.body).toEqual({
        statusCode: 409,
        message: `This email address is already registered. ${SUPPORT}`,
      });
      product.clock.advance({ hours: 2 });
      await product.deliver();
      expect(registrant.mails()).toHaveLength(1);
    });

    test('creates a new draft if the session’s draft has expired', async () => {
      const registrant = await Registrant.begin(product);
      await registrant.saveChild(aChild(registrant.email));
      product.clock.advance({ hours: 1 });

      const answer = await registrant.browser
        .post(REGISTER)
        .send(aRegistration({ email: registrant.email }));

      expect(answer.status).toBe(201);
      expect((answer.body as { guid: string }).guid).not.toBe(registrant.guid);
      expect(await registrant.childCount()).toBe(0);
    });
  });

  test('keeps the registrations of two browsers apart', async () => {
    const [one, two] = await Promise.all([Registrant.begin(product), Registrant.begin(product)]);

    await one.saveChild(aChild(one.email, { firstName: 'Ana' }));
    const answer = await two.saveChild(aChild(one.email, { firstName: 'Ben' }));

    expect(answer.status).toBe(409);
    expect(await two.guidOf(one.email)).toBeNull();
    expect(await one.childCount()).toBe(1);
    expect(await two.childCount()).toBe(0);
  });
});
