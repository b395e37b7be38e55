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

  test('returns what the session entered, the children with their keys, and a version', async () => {
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

  test('gives a key to a child that was sent without one, so that the site can refer to it', async () => {
    const registrant = await Registrant.withChild(product);
    const [child] = (await read(registrant)).children;

    await registrant.saveChild(
      aChild(registrant.email, { firstName: 'Maja' }),
      child?.idempotencyKey ?? '',
    );

    expect((await read(registrant)).children).toMatchObject([{ id: child?.id, firstName: 'Maja' }]);
  });

  test('returns 401 without a session', async () => {
    const registrant = await Registrant.withChild(product);

    const answer = await ask(product.browser(), registrant.guid);

    expect(answer.body).toEqual(SESSION_EXPIRED);
  });

  test('returns 404 for another session’s guid, as for an unknown one', async () => {
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

  test('returns 401 to a session that a new step 1 has replaced', async () => {
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

  test('shows the agreement while the session can still cancel it', async () => {
    const registrant = await Registrant.awaiting(product);

    expect(await read(registrant)).toMatchObject({ awaitingConfirmation: true });
    expect(await registrant.cancel()).toMatchObject({ status: 204 });
    expect(await ask(registrant.browser, registrant.guid)).toMatchObject({ status: 401 });
  });

  test('returns 401 after the confirmation', async () => {
    const registrant = await Registrant.registered(product);

    expect(await ask(registrant.browser, registrant.guid)).toMatchObject({ status: 401 });
  });

  test('returns 401 after an hour without a call; each read extends it', async () => {
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

  test('changes the version with every save and with nothing else', async () => {
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

  describe('If-Match for the agreement', () => {
    test('accepts the version that the family has seen', async () => {
      const registrant = await Registrant.withChild(product);
      const { version } = await read(registrant);

      expect(await agree(registrant, `"${version}"`)).toMatchObject({ status: 200 });
      // A repeat after a lost response.
      expect(await agree(registrant, `"${version}"`)).toMatchObject({ status: 200 });
    });

    test.each(['*', 'W/"{version}"', '"other", "{version}"'])('accepts %s', async (header) => {
      const registrant = await Registrant.withChild(product);
      const { version } = await read(registrant);

      const answer = await agree(registrant, header.replace('{version}', version));

      expect(answer.status).toBe(200);
    });

    test('refuses a stale version and changes nothing', async () => {
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

    test('refuses the version with a child that was deleted since', async () => {
      const registrant = await Registrant.withChild(product);
      await registrant.saveChild(aChild(registrant.email, { firstName: 'Leo' }), randomUUID());
      const { version, children } = await read(registrant);
      await registrant.browser.delete(`/kidlab-reg/children/${String(children[1]?.id)}`);

      expect(await agree(registrant, `"${version}"`)).toMatchObject({ status: 412 });
    });

    test('is optional: documented clients do not know the version', async () => {
      const registrant = await Registrant.withChild(product);

      expect(await registrant.agree()).toMatchObject({ status: 200 });
    });
  });
});
