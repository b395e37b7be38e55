import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { BotCheck } from '../../src/bot-check/bot-check.js';
import { RATE_LIMITS, RATE_WINDOW_MINUTES } from '../../src/rate-limit/limit-of.js';
import { RateCounts } from '../../src/rate-limit/rate-counts.service.js';
import { useTestApp } from '../app.js';
import { aChild, aRegistration } from '../factories.js';
import { forgetCounts, stopTheClock } from '../rate-counts.js';

const PUBLIC = '/kidlab-reg';
const STRANGER = '203.0.113.66';
const FAMILY = '203.0.113.7';
const SCHOOL = '203.0.113.200';

/** A stranger's rate-limited calls with somebody else's address, and their expected status. */
const ATTACKS: [
  string,
  'register' | 'confirm',
  { method: 'post'; path: string; status: number; body?: object },
][] = [
  [
    'a valid step 1',
    'register',
    { method: 'post', path: 'families/registerAndLinkGuardian', status: 201 },
  ],
  [
    'step 1 without a bot check',
    'register',
    {
      method: 'post',
      path: 'families/registerAndLinkGuardian',
      status: 400,
      body: { recaptchaToken: 'wrong' },
    },
  ],
  [
    'step 1 with mistakes',
    'register',
    {
      method: 'post',
      path: 'families/registerAndLinkGuardian',
      status: 400,
      body: { zipCode: '1' },
    },
  ],
  [
    'an unknown link',
    'confirm',
    { method: 'post', path: 'families/confirmAndRegister?guid=x', status: 404 },
  ],
];

describe('the rate limit of an address', () => {
  const product = useTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
  beforeAll(() => {
    stopTheClock();
    const check = product.app.get(BotCheck, { strict: false });
    check.accepts = (token) => Promise.resolve(token !== 'wrong');
  });
  beforeEach(() => forgetCounts(product));

  const email = 'family@example.org';
  const attack = (
    { method, path, body }: { method: 'post'; path: string; body?: object },
    from: string,
  ): Promise<Response> => {
    const registration = { ...aRegistration({ email }), ...body };
    const call = product.browser()[method](`${PUBLIC}/${path}`).set('X-Forwarded-For', from);
    return Promise.resolve(call.send(registration));
  };
  /** Raises all lower counts to `share`, as if that many calls had been made. */
  const nearlyUsedUp = async (share: number): Promise<void> => {
    await product.dataSource.query('UPDATE rate_counts SET points = $1 WHERE points < $1', [share]);
  };

  test.each(ATTACKS)(
    '%s: is not used up by a stranger at another client',
    async (_name, limit, call) => {
      const { perEmailOfClient } = RATE_LIMITS[limit];
      expect((await attack(call, STRANGER)).status).toBe(call.status);
      await nearlyUsedUp(perEmailOfClient);
      await attack(call, STRANGER);
      await product.dataSource.query("DELETE FROM families WHERE email = 'family@example.org'");

      await completeFrom(FAMILY);
    },
  );

  test.each(ATTACKS.filter(([, , { status }]) => status >= 400))(
    '%s: is not used up by failed calls, not even from the same client',
    async (_name, limit, call) => {
      const { perEmailOfClient } = RATE_LIMITS[limit];
      for (let count = 0; count <= perEmailOfClient; count += 1) {
        expect((await attack(call, SCHOOL)).status).toBe(call.status);
      }
      await completeFrom(SCHOOL);
    },
  );

  test('refuses a client that has made too many calls for the address', async () => {
    const [, , step1] = ATTACKS[0] ?? never();
    await attack(step1, STRANGER);
    await product.dataSource.query('UPDATE rate_counts SET points = $1', [
      RATE_LIMITS.register.perEmailOfClient,
    ]);

    const refused = await attack(step1, STRANGER);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    // A refused call is not counted.
    expect((await attack(step1, STRANGER)).status).toBe(429);
    const [{ most }]: [{ most: number }] = await product.dataSource.query(
      'SELECT max(points) AS most FROM rate_counts WHERE points <= $1',
      [RATE_LIMITS.register.perEmailOfClient],
    );
    expect(most).toBe(RATE_LIMITS.register.perEmailOfClient);
  });

  test('is restored for each of many parallel calls that fail', async () => {
    const [, , failing] = ATTACKS[1] ?? never();
    await Promise.all(Array.from({ length: 20 }, () => attack(failing, SCHOOL)));

    const counts: { points: number }[] = await product.dataSource.query(
      'SELECT points FROM rate_counts ORDER BY points',
    );
    expect(counts.map(({ points }) => points)).toEqual([0, 20]);
  });

  test('does not count a call beyond the limit of its client', async () => {
    const { perClient } = RATE_LIMITS.register;
    const counts = product.app.get(RateCounts, { strict: false });
    await counts.restart(`register:client:${SCHOOL}`, perClient, RATE_WINDOW_MINUTES);
    const [, , step1] = ATTACKS[0] ?? never();

    expect((await attack(step1, SCHOOL)).status).toBe(429);
    const rows: { points: number }[] = await product.dataSource.query(
      'SELECT points FROM rate_counts ORDER BY points',
    );
    expect(rows.map(({ points }) => points)).toEqual([perClient + 1]);
  });

  /** Completes the registration of the address up to the mail, from one client. */
  async function completeFrom(client: string): Promise<void> {
    const browser = product.browser();
    const registration = aRegistration({ email });
    const at = { 'X-Forwarded-For': client };
    await browser
      .post(`${PUBLIC}/families/registerAndLinkGuardian`)
      .set(at)
      .send(registration)
      .expect(201);
    await browser.get(`${PUBLIC}/families/guid`).set(at).query({ email }).expect(200);
    await browser.post(`${PUBLIC}/children`).set(at).send(aChild(email)).expect(201);
    await browser
      .post(`${PUBLIC}/registration/send-confirmation-email`)
      .set(at)
      .type('form')
      .send({ email })
      .expect(200);
    await product.dataSource.query("DELETE FROM families WHERE email = 'family@example.org'");
  }
});

function never(): never {
  throw new Error('no such attack');
}
