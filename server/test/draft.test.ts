import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';
import type { RegistrationDraft } from '@kidlab/contract';
import type { Response } from 'supertest';

import { useTestApp } from './app.js';
import { aChild, anEmail, aRegistration } from './factories.js';
import { cookieOf, Registrant } from './registrant.js';

const DRAFT = '/kidlab-reg/registration/draft';
const AGREE = '/kidlab-reg/registration/send-confirmation-email';
const REGISTER = '/kidlab-reg/families/registerAndLinkGuardian';
const SESSION_EXPIRED = { statusCode: 401, message: 'Your session has expired.' };

describe('GET registration/draft', () => {
  const product = useTestApp();

  const ask = (browser: Registrant['browser'], guid: string): Promise<Response> =>
    Promise.resolve(browser.get(DRAFT).query({ guid }));

  async function read({ browser, guid }: Registrant): Promise<RegistrationDraft> {
    const answer = await ask(browser, guid);
    expect(answer.status).toBe(200);
    return answer.body as RegistrationDraft;
  }

  const agree = (registrant: Registrant, ifMatch: string): Promise<Response> =>
    Promise.resolve(
      registrant.browser
        .post(AGREE)
        .set('If-Match', ifMatch)
        .type('form')
        .send({ email: registrant.email }),
    );

  test('answers what the session entered, its children with their keys, and a version', async () => {
    const registrant = await Registrant.begin(product, { guardianLastName: 'Okafor' });
    const key = randomUUID();
    await registrant.saveChild(aChild(registrant.email), key);

    const answer = await ask(registrant.browser, registrant.guid);

    const { version, ...draft } = answer.body as RegistrationDraft;
    expect(answer.headers['etag']).toBe(`"${version}"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(draft).toEqual({
      guid: registrant.guid,
      awaitingConfirmation: false,
      email: registrant.email,
      zipCode: '94608',
      referredBy: 'Friend',
      guardianFirstName: 'Alex',
      guardianLastName: 'Okafor',
      primaryPhone: '(510) 555-0100',
      relationshipToChild: 'Mother',
      children: [expect.objectContaining({ firstName: 'Maya', idempotencyKey: key })],
    });
  });

  test('a child that was sent without a key has one: the site names it by that', async () => {
    const registrant = await Registrant.withChild(product);
    const [child] = (await read(registrant)).children;

    await registrant.saveChild(
      aChild(registrant.email, { firstName: 'Maja' }),
      child?.idempotencyKey ?? '',
    );

    expect((await read(registrant)).children).toMatchObject([{ id: child?.id, firstName: 'Maja' }]);
  });

  test('without a session: 401', async () => {
    const registrant = await Registrant.withChild(product);

    const answer = await ask(product.browser(), registrant.guid);

    expect(answer.body).toEqual(SESSION_EXPIRED);
  });

  test('another session’s guid: 404, as for a guid that nothing has', async () => {
    const [one, two] = await Promise.all([
      Registrant.withChild(product),
      Registrant.withChild(product),
    ]);

    const [others, nothing, empty] = await Promise.all(
      [one.guid, randomUUID(), ''].map((guid) => ask(two.browser, guid)),
    );

    expect(others?.status).toBe(404);
    expect([nothing?.status, nothing?.body]).toEqual([404, others?.body]);
    expect([empty?.status, empty?.body]).toEqual([404, others?.body]);
  });

  test('the session that step 1 left behind reads nothing of what is typed from then on', async () => {
    const registrant = await Registrant.begin(product);
    const planted = cookieOf(registrant.browser);
    await registrant.browser
      .post(REGISTER)
      .send(aRegistration({ email: anEmail() }))
      .expect(201);

    const answer = await product
      .browser()
      .get(DRAFT)
      .set('Cookie', planted)
      .query({ guid: registrant.guid });

    expect(answer.status).toBe(401);
  });

  test('after the agreement it says so, while the session may still take it back', async () => {
    const registrant = await Registrant.awaiting(product);

    expect(await read(registrant)).toMatchObject({ awaitingConfirmation: true });
    expect(await registrant.cancel()).toMatchObject({ status: 204 });
    expect(await ask(registrant.browser, registrant.guid)).toMatchObject({ status: 401 });
  });

  test('after the confirmation: 401', async () => {
    const registrant = await Registrant.registered(product);

    expect(await ask(registrant.browser, registrant.guid)).toMatchObject({ status: 401 });
  });

  test('past its hour: 401; until then each reading prolongs it', async () => {
    const registrant = await Registrant.withChild(product);
    product.clock.advance({ minutes: 50 });
    const { version } = await read(registrant);
    product.clock.advance({ minutes: 50 });

    expect((await read(registrant)).version).toBe(version);
    product.clock.advance({ minutes: 61 });
    expect(await ask(registrant.browser, registrant.guid)).toMatchObject({
      status: 401,
      body: SESSION_EXPIRED,
    });
  });

  test('the version changes with every save, and with nothing else', async () => {
    const registrant = await Registrant.begin(product);
    const key = randomUUID();
    const versions = [(await read(registrant)).version];
    const saves: (() => Promise<unknown>)[] = [
      () => registrant.saveChild(aChild(registrant.email), key),
      () => registrant.saveChild(aChild(registrant.email, { firstName: 'Maja' }), key),
      () => registrant.saveChild(aChild(registrant.email, { firstName: 'Leo' }), randomUUID()),
      () =>
        Promise.resolve(
          registrant.browser.post(REGISTER).send(aRegistration({ email: registrant.email })),
        ),
      () => registrant.removeAllChildren(),
    ];
    for (const save of saves) {
      product.clock.advance({ seconds: 1 });
      await save();
      versions.push((await read(registrant)).version);
    }

    expect(new Set(versions).size).toBe(saves.length + 1);
    await registrant.extend();
    await registrant.guidOf(registrant.email);
    expect((await read(registrant)).version).toBe(versions.at(-1));
  });

  describe('If-Match at the agreement', () => {
    test('the version that the family has seen is accepted', async () => {
      const registrant = await Registrant.withChild(product);
      const { version } = await read(registrant);

      expect(await agree(registrant, `"${version}"`)).toMatchObject({ status: 200 });
      // A repeat after a lost response.
      expect(await agree(registrant, `"${version}"`)).toMatchObject({ status: 200 });
    });

    test.each(['*', 'W/"{version}"', '"other", "{version}"'])('%s is accepted', async (header) => {
      const registrant = await Registrant.withChild(product);
      const { version } = await read(registrant);

      const answer = await agree(registrant, header.replace('{version}', version));

      expect(answer.status).toBe(200);
    });

    test('a stale one is refused, and nothing is changed', async () => {
      const registrant = await Registrant.withChild(product);
      const { version } = await read(registrant);
      await registrant.saveChild(aChild(registrant.email, { firstName: 'Leo' }), randomUUID());
      const before = await read(registrant);

      const answer = await agree(registrant, `"${version}"`);
      await product.deliver();

      expect(answer.body).toEqual({
        statusCode: 412,
        message:
          'Your information was changed in another tab. Please check it again before you agree.',
      });
      expect(await read(registrant)).toEqual(before);
      expect(await registrant.family()).toMatchObject({ state: 'draft', agreementVersion: null });
      expect(registrant.mails()).toEqual([]);
    });

    test('without the header it is accepted: documented clients know no version', async () => {
      const registrant = await Registrant.withChild(product);

      expect(await registrant.agree()).toMatchObject({ status: 200 });
    });
  });
});
