import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { useTestApp } from './app.js';
import { aChild } from './factories.js';
import { Registrant } from './registrant.js';

const SESSION_EXPIRED = { statusCode: 401, message: 'Your session has expired.' };
const TOO_MANY = { statusCode: 409, message: 'A family can register at most 5 children.' };
const NAME_PATTERN =
  'First name should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.';

describe('the children of a draft', () => {
  const product = useTestApp();

  test('a valid child is added and returned', async () => {
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild(
      aChild(registrant.email, { additionalLanguage1: 'Spanish', additionalLanguage2: '' }),
    );

    expect(answer.status).toBe(201);
    const [stored] = await registrant.children();
    expect(answer.body).toEqual({
      id: stored?.id,
      email: registrant.email,
      firstName: 'Maya',
      gender: 'Female',
      monthOfBirth: '03',
      yearOfBirth: '2023',
      mob: 'March',
      whichHandId: 'Right-handed',
      languageSpokenAtHome: 'English',
      additionalLanguage1: 'Spanish',
      additionalLanguage2: null,
      createdDate: product.clock.now().toISOString(),
      createdBy: 'Registration Site',
      modifiedDate: product.clock.now().toISOString(),
      modifiedBy: 'Registration Site',
    });
    expect(stored).toMatchObject({ monthOfBirth: 3, yearOfBirth: 2023, registeredIndicator: 'N' });
  });

  test.each([
    ['a year as a number', { yearOfBirth: 2023 }],
    ['a month without its zero', { monthOfBirth: '3' as '03' }],
    ['a month as a number', { monthOfBirth: 3 as unknown as '03' }],
    ['another author', { createdBy: 'somebody', createdDate: 'yesterday' }],
  ])('%s is accepted', async (_, overrides) => {
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild(aChild(registrant.email, overrides));

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      monthOfBirth: '03',
      yearOfBirth: '2023',
      createdBy: 'Registration Site',
    });
  });

  test.each([
    ['firstName', '', "Please enter your child's first name"],
    ['firstName', undefined, "Please enter your child's first name"],
    ['firstName', 'M4ya', NAME_PATTERN],
    ['gender', 'female', 'Please select your child’s gender'],
    ['monthOfBirth', '13', 'Please select your child’s month of birth'],
    ['monthOfBirth', 'March', 'Please select your child’s month of birth'],
    ['yearOfBirth', '2015', 'Please select your child’s year of birth'],
    ['yearOfBirth', '2027', 'Please select your child’s year of birth'],
    ['yearOfBirth', 2023.5, 'Please select your child’s year of birth'],
    ['whichHandId', 'Both', 'Please select your child’s hand preference'],
    ['languageSpokenAtHome', 'Klingon', 'Please select the language spoken at home'],
    ['additionalLanguage1', 'Klingon', 'Please select a language from the list'],
    ['additionalLanguage2', 'Klingon', 'Please select a language from the list'],
    ['email', '', 'Please enter your email address.'],
  ])('%s %j is refused', async (field, value, message) => {
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild({ ...aChild(registrant.email), [field]: value });

    expect(answer.body).toEqual({ statusCode: 400, message, errors: [{ field, message }] });
    expect(await registrant.childCount()).toBe(0);
  });

  test.each([
    ['this month', '11', '2026', 201],
    ['next month', '12', '2026', 400],
    ['the first month of the oldest year', '01', '2016', 201],
  ])('a birth in %s (%s/%s) returns %i', async (_, monthOfBirth, yearOfBirth, status) => {
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild({
      ...aChild(registrant.email),
      monthOfBirth: monthOfBirth,
      yearOfBirth,
    });

    expect(answer.status).toBe(status);
  });

  test('"this month" follows lab time, not UTC', async () => {
    const now = product.clock.now();
    // 1 December in UTC, still 30 November in California.
    product.clock.set(new Date('2026-12-01T05:00:00Z'));
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild(
      aChild(registrant.email, { monthOfBirth: '12', yearOfBirth: '2026' }),
    );

    expect(answer.body).toMatchObject({
      errors: [
        { field: 'monthOfBirth', message: 'Your child’s month of birth can’t be in the future' },
      ],
    });
    product.clock.set(now);
  });

  test('a call without a session returns 401 before its body is checked', async () => {
    const answer = await product.browser().post('/kidlab-reg/children').send({ firstName: 4711 });

    expect(answer.body).toEqual(SESSION_EXPIRED);
  });

  test('a draft expires an hour after its last call', async () => {
    const registrant = await Registrant.begin(product);
    product.clock.advance({ minutes: 59 });
    expect((await registrant.saveChild(aChild(registrant.email))).status).toBe(201);
    product.clock.advance({ minutes: 59 });
    expect((await registrant.extend()).status).toBe(204);
    product.clock.advance({ minutes: 59 });
    expect(await registrant.guidOf(registrant.email)).toBe(registrant.guid);
    product.clock.advance({ minutes: 60 });

    const answer = await registrant.saveChild(aChild(registrant.email, { firstName: 'Leo' }));

    expect(answer.body).toEqual(SESSION_EXPIRED);
    expect((await registrant.extend()).body).toEqual(SESSION_EXPIRED);
    expect(await registrant.guidOf(registrant.email)).toBeNull();
  });

  test('an address other than the draft’s is refused', async () => {
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild(aChild('stranger@example.org'));

    expect(answer.status).toBe(409);
    expect(await registrant.childCount()).toBe(0);
  });

  test('the draft’s address may be written in any case', async () => {
    const registrant = await Registrant.begin(product);

    const answer = await registrant.saveChild(aChild(registrant.email.toUpperCase()));

    expect(answer.status).toBe(201);
  });

  describe('a repeated call', () => {
    test('with the same key updates that child', async () => {
      const registrant = await Registrant.begin(product);
      const key = randomUUID();
      const first = await registrant.saveChild(aChild(registrant.email), key);

      const second = await registrant.saveChild(
        aChild(registrant.email, { firstName: 'Leo', gender: 'Male' }),
        key.toUpperCase(),
      );

      expect(first.status).toBe(201);
      expect(second.status).toBe(200);
      expect(second.body).toMatchObject({
        id: (first.body as { id: number }).id,
        firstName: 'Leo',
      });
      expect(await registrant.childCount()).toBe(1);
    });

    test('with another key adds another child, even twins with the same name', async () => {
      const registrant = await Registrant.begin(product);
      await registrant.saveChild(aChild(registrant.email), randomUUID());

      const answer = await registrant.saveChild(aChild(registrant.email), randomUUID());

      expect(answer.status).toBe(201);
      expect(await registrant.childCount()).toBe(2);
    });

    test('without a key updates the child with the same name, month, year and gender', async () => {
      const registrant = await Registrant.begin(product);
      await registrant.saveChild(aChild(registrant.email));

      const same = await registrant.saveChild(
        aChild(registrant.email, { firstName: 'MAYA', whichHandId: 'Left-handed' }),
      );
      const other = await registrant.saveChild(aChild(registrant.email, { monthOfBirth: '04' }));

      expect(same.status).toBe(200);
      expect(other.status).toBe(201);
      expect(await registrant.children()).toMatchObject([
        { firstName: 'MAYA', whichHandId: 'Left-handed', monthOfBirth: 3 },
        { monthOfBirth: 4 },
      ]);
    });

    test('sent 20 times in parallel adds one child', async () => {
      const registrant = await Registrant.begin(product);
      const key = randomUUID();

      const answers = await Promise.all(
        Array.from({ length: 20 }, () => registrant.saveChild(aChild(registrant.email), key)),
      );

      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
      expect(await registrant.childCount()).toBe(1);
    });

    test('with a key that is not a UUID is refused', async () => {
      const registrant = await Registrant.begin(product);

      const answer = await registrant.saveChild(aChild(registrant.email), 'one');

      expect(answer.body).toMatchObject({
        statusCode: 400,
        errors: [{ field: 'Idempotency-Key' }],
      });
    });
  });

  describe('the limit of five children', () => {
    test('refuses a sixth child, but lets the fifth change', async () => {
      const registrant = await Registrant.begin(product);
      for (const firstName of ['Ana', 'Ben', 'Cleo', 'Dov', 'Eve']) {
        const answer = await registrant.saveChild(aChild(registrant.email, { firstName }));
        expect(answer.status).toBe(201);
      }

      const sixth = await registrant.saveChild(aChild(registrant.email, { firstName: 'Finn' }));
      const fifth = await registrant.saveChild(
        aChild(registrant.email, { firstName: 'Eve', whichHandId: 'Ambidextrous' }),
      );

      expect(sixth.body).toEqual(TOO_MANY);
      expect(fifth.status).toBe(200);
      expect(await registrant.childCount()).toBe(5);
    });

    test('lets exactly five of ten parallel calls add a child', async () => {
      const registrant = await Registrant.begin(product);

      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          registrant.saveChild(aChild(registrant.email), randomUUID()),
        ),
      );

      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
      expect(await registrant.childCount()).toBe(5);
    });
  });

  describe('DELETE children/{id}', () => {
    const remove = (
      registrant: Registrant,
      id: string,
    ): Promise<{ status: number; body: unknown }> =>
      Promise.resolve(registrant.browser.delete(`/kidlab-reg/children/${id}`));

    test('returns 204 for a child of this draft and 404 for a repeat', async () => {
      const registrant = await Registrant.withChild(product);
      const [child] = await registrant.children();

      expect((await remove(registrant, String(child?.id))).status).toBe(204);
      expect((await remove(registrant, String(child?.id))).status).toBe(404);
      expect(await registrant.childCount()).toBe(0);
    });

    test('returns 404 for another draft’s child and keeps it', async () => {
      const [one, two] = await Promise.all([
        Registrant.withChild(product),
        Registrant.withChild(product),
      ]);
      const [child] = await one.children();

      expect((await remove(two, String(child?.id))).status).toBe(404);
      expect(await one.childCount()).toBe(1);
    });

    test.each(['0', '-1', '1.5', 'x', '99999999999999999999', "1'--"])(
      'returns 404 for the id %s',
      async (id) => {
        const registrant = await Registrant.begin(product);

        expect((await remove(registrant, encodeURIComponent(id))).status).toBe(404);
      },
    );

    test('returns 401 without a session', async () => {
      const answer = await product.browser().delete('/kidlab-reg/children/1');

      expect(answer.body).toEqual(SESSION_EXPIRED);
    });
  });
});
