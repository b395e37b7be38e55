import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { RecaptchaCheck } from '../src/bot-check/recaptcha.service.js';
import { Environment } from '../src/config/environment.js';
import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { startTestApp, type TestApp } from './app.js';
import { aRegistration } from './factories.js';

const REGISTER = '/kidlab-reg/families/registerAndLinkGuardian';
const REFUSED = {
  statusCode: 400,
  message: 'The bot check failed, please try again.',
  errors: [{ field: 'recaptchaToken', message: 'The bot check failed, please try again.' }],
};

const register = (
  product: TestApp,
  recaptchaToken: unknown,
): Promise<{ status: number; body: unknown }> =>
  Promise.resolve(
    product
      .browser()
      .post(REGISTER)
      .send({ ...aRegistration(), recaptchaToken }),
  );

describe('proof of work', () => {
  let product: TestApp;

  beforeAll(async () => {
    product = await startTestApp({ BOT_CHECK: 'altcha' });
    // The library also reads the system clock.
    product.clock.set(new Date());
  });
  afterAll(() => product.stop());

  const challenge = async (): Promise<Challenge> => {
    const answer = await product.browser().get('/kidlab-reg/registration/challenge').expect(200);
    return answer.body as Challenge;
  };
  const tokenOf = (payload: unknown): string =>
    Buffer.from(JSON.stringify(payload)).toString('base64');
  const solved = async (): Promise<{
    challenge: Challenge;
    solution: { counter: number; derivedKey: string };
  }> => {
    const fresh = await challenge();
    const solution = await solveChallenge({ challenge: fresh, deriveKey });
    if (solution === null) throw new Error('the challenge was not solved');
    return { challenge: fresh, solution };
  };

  test('a solution is accepted once, even when sent ten times in parallel', async () => {
    const token = tokenOf(await solved());

    const answers = await Promise.all(Array.from({ length: 10 }, () => register(product, token)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 201)) {
      expect(body).toEqual(REFUSED);
    }
  });

  test.each([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['not base64', () => '***'],
    ['not JSON', () => Buffer.from('nonsense').toString('base64')],
    ['null', () => tokenOf(null)],
    ['without a challenge', () => tokenOf({ solution: {} })],
    ['huge', () => 'A'.repeat(10_000)],
  ])('a token that is %s is refused', async (_, token) => {
    const answer = await register(product, token());

    expect(answer.body).toEqual(REFUSED);
  });

  test('a guessed solution is refused', async () => {
    const answer = await register(
      product,
      tokenOf({
        challenge: await challenge(),
        solution: { counter: 1, derivedKey: '00'.repeat(32), time: 1 },
      }),
    );

    expect(answer.body).toEqual(REFUSED);
  });

  test('a challenge that was made easier is refused', async () => {
    const fresh = await challenge();
    const easy: Challenge = { ...fresh, parameters: { ...fresh.parameters, keyPrefix: '00' } };
    const solution = await solveChallenge({ challenge: easy, deriveKey });
    expect(solution).not.toBeNull();

    const answer = await register(product, tokenOf({ challenge: easy, solution }));

    expect(answer.body).toEqual(REFUSED);
  });

  test('an expired challenge is refused, even with a forged expiry', async () => {
    const payload = await solved();
    product.clock.advance({ minutes: 21 });

    const late = await register(product, tokenOf(payload));
    payload.challenge.parameters.expiresAt = (payload.challenge.parameters.expiresAt ?? 0) + 86_400;
    const forged = await register(product, tokenOf(payload));

    expect(late.body).toEqual(REFUSED);
    expect(forged.body).toEqual(REFUSED);
  });

  test('used challenges are deleted once they have expired', async () => {
    await register(product, tokenOf(await solved()));
    const used = async (): Promise<unknown[]> =>
      product.dataSource.query('SELECT 1 FROM used_challenges');
    expect((await used()).length).toBeGreaterThan(0);
    product.clock.advance({ hours: 1 });

    await product.app.get(RetentionJobs).daily();

    expect(await used()).toHaveLength(0);
  });

  test('invalid input is reported before the token is used up', async () => {
    const recaptchaToken = tokenOf(await solved());
    await product
      .browser()
      .post(REGISTER)
      .send({ ...aRegistration({ zipCode: '1' }), recaptchaToken })
      .expect(400);

    expect((await register(product, recaptchaToken)).status).toBe(201);
  });

  test('the final submission is checked as well', async () => {
    const answer = await product
      .browser()
      .post('/kidlab-reg/families/confirmAndRegister?guid=x')
      .send({ email: 'one@example.org', zipCode: '94608', recaptchaToken: 'x' });

    expect(answer.body).toEqual(REFUSED);
  });
});

describe('reCAPTCHA', () => {
  let provider: Server;
  let product: TestApp;
  let answerOf: RequestListener;
  const received: string[] = [];

  beforeAll(async () => {
    provider = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        received.push(body);
        answerOf(request, response);
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    product = await startTestApp({
      BOT_CHECK: 'recaptcha',
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET_KEY: 'secret-key',
      RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${String(port)}/verify`,
    });
  });
  afterAll(async () => {
    await product.stop();
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });
  afterEach(() => {
    received.length = 0;
  });

  const says =
    (status: number, body: string): RequestListener =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    };

  test('accepts a token that the provider confirms', async () => {
    answerOf = says(200, '{"success": true}');

    expect((await register(product, 'good token')).status).toBe(201);
    expect(received).toEqual(['secret=secret-key&response=good+token']);
  });

  test.each([
    ['says no', says(200, '{"success": false, "error-codes": ["timeout-or-duplicate"]}')],
    ['returns something else', says(200, '{"success": "true"}')],
    ['returns null', says(200, 'null')],
    ['fails', says(500, '{"success": true}')],
    ['returns HTML', says(200, '<html>')],
    [
      'redirects',
      (request, response) => {
        if (request.url === '/other') says(200, '{"success": true}')(request, response);
        else response.writeHead(302, { location: '/other' }).end();
      },
    ],
    ['hangs up', (request) => request.socket.destroy()],
  ] satisfies [string, RequestListener][])(
    'refuses the token when the provider %s',
    async (_, answer) => {
      answerOf = answer;

      expect((await register(product, 'token')).body).toEqual(REFUSED);
    },
  );

  test('refuses an empty token without asking the provider', async () => {
    expect((await register(product, '')).body).toEqual(REFUSED);
    expect(received).toEqual([]);
  });

  test('gives the page the site key but never the secret, and offers no proof of work', async () => {
    const config = await product.browser().get('/kidlab-reg/registration/config');

    expect(config.body).toMatchObject({ botCheck: 'recaptcha', botCheckSiteKey: 'site-key' });
    expect(config.text).not.toContain('secret-key');
    await product.browser().get('/kidlab-reg/registration/challenge').expect(404);
  });

  test('gives up on a provider that never responds', async () => {
    answerOf = () => undefined;
    const patience = 50;
    const check = new RecaptchaCheck(product.app.get(Environment), patience);

    expect(await check.accepts('token')).toBe(false);
  });
});
