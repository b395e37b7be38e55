import { beforeAll, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { startAnotherServer } from './more-servers.js';
import { letPass, stopTheClock } from './rate-counts.js';
import { type TestApp, useTestApp } from './app.js';
import { aStaffUser, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const API = '/kidlab-reg/admin/api';

let last = 0;
/** The address of a client that no other test uses, as the proxy forwards it. */
function aClient(): string {
  last += 1;
  return `203.0.113.${String(last)}`;
}

async function attempt(
  server: Pick<TestApp, 'browser'>,
  username: string,
  password: string,
  from: string,
): Promise<Response> {
  return server
    .browser()
    .post(`${API}/login`)
    .set('X-Forwarded-For', from)
    .type('form')
    .send({ username, password });
}

/** Fails to sign in the given number of times, one after another. */
async function fail(
  server: Pick<TestApp, 'browser'>,
  times: number,
  usernameOf: (index: number) => string,
  clientOf: (index: number) => string,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const answer = await attempt(server, usernameOf(index), 'wrong', clientOf(index));
    statuses.push(answer.status);
  }
  return statuses;
}

const TEN_FAILURES = Array.from({ length: 10 }, () => 401);

describe('failed sign-ins behind one proxy', () => {
  const product = useTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
  beforeAll(async () => {
    stopTheClock();
    await aStaffUser(product, { email: USER_ADMIN_EMAIL });
  });

  test.each(['known', 'unknown'])(
    'ten failures for a %s address, from any clients, block it for ten minutes',
    async (kind) => {
      const email =
        kind === 'known' ? (await aStaffUser(product)).email : `nobody${aClient()}@example.org`;
      expect(await fail(product, 10, () => email, aClient)).toEqual(TEN_FAILURES);

      await letPass(product, 4);
      const refused = await attempt(product, email.toUpperCase(), STAFF_PASSWORD, aClient());
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toBe('360');
      expect(refused.body).toEqual({
        statusCode: 429,
        message: 'Too many failed attempts. Please try again in a few minutes.',
      });

      // Further attempts do not extend the block.
      expect(await fail(product, 15, () => email, aClient)).toEqual(
        Array.from({ length: 15 }, () => 429),
      );
      await letPass(product, 5);
      expect((await attempt(product, email, STAFF_PASSWORD, aClient())).status).toBe(429);
      await letPass(product, 1);
      const free = await attempt(product, email, STAFF_PASSWORD, aClient());
      expect(free.status).toBe(kind === 'known' ? 200 : 401);
    },
  );

  test('ten failures of one client, for any addresses, block that client and no others', async () => {
    const { email } = await aStaffUser(product);
    const client = aClient();
    const statuses = await fail(
      product,
      10,
      (index) => `stranger${String(index)}@example.org`,
      () => client,
    );
    expect(statuses).toEqual(TEN_FAILURES);

    const refused = await attempt(product, email, STAFF_PASSWORD, client);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('600');
    expect((await attempt(product, email, STAFF_PASSWORD, aClient())).status).toBe(200);
    await letPass(product, 10);
    expect((await attempt(product, email, STAFF_PASSWORD, client)).status).toBe(200);
  });

  test('forged entries in the forwarding header do not reset the count', async () => {
    const client = aClient();
    const statuses = await fail(
      product,
      11,
      (index) => `forger${String(index)}@example.org`,
      () => `${aClient()}, ${client}`,
    );

    expect(statuses).toEqual([...TEN_FAILURES, 429]);
  });

  test('IPv6 clients are counted by network, not by address', async () => {
    const statuses = await fail(
      product,
      11,
      (index) => `six${String(index)}@example.org`,
      (index) => `2001:db8:1:2::${String(index + 1)}`,
    );

    expect(statuses).toEqual([...TEN_FAILURES, 429]);
  });

  test('a client is recognized however the proxy writes its address', async () => {
    const spellings = ['198.51.100.9', '198.51.100.9:4711', '::ffff:198.51.100.9'];
    spellings.push('::FFFF:c633:6409', '[::ffff:198.51.100.9]:80');
    const statuses = await fail(
      product,
      11,
      (index) => `spelled${String(index)}@example.org`,
      (index) => spellings[index % spellings.length] ?? '',
    );

    expect(statuses).toEqual([...TEN_FAILURES, 429]);
  });

  test('signing in resets the failures of the address but not of the client', async () => {
    const { email } = await aStaffUser(product);
    const client = aClient();
    await fail(
      product,
      9,
      () => email,
      () => client,
    );
    expect((await attempt(product, email, STAFF_PASSWORD, client)).status).toBe(200);

    expect(await fail(product, 9, () => email, aClient)).toEqual(TEN_FAILURES.slice(1));
    expect(
      await fail(
        product,
        2,
        (index) => `other${String(index)}@example.org`,
        () => client,
      ),
    ).toEqual([401, 429]);
  });

  test('failures expire after ten minutes', async () => {
    const { email } = await aStaffUser(product);
    await fail(product, 9, () => email, aClient);
    await letPass(product, 10);

    expect(await fail(product, 9, () => email, aClient)).toEqual(TEN_FAILURES.slice(1));
  });

  test('the block starts at the tenth failure, however long ago the first one was', async () => {
    const { email } = await aStaffUser(product);
    await fail(product, 9, () => email, aClient);
    await letPass(product, 9);
    await fail(product, 1, () => email, aClient);

    const refused = await attempt(product, email, STAFF_PASSWORD, aClient());
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
  });

  test('if both the address and the client must wait, the longer wait is returned', async () => {
    const { email } = await aStaffUser(product);
    const client = aClient();
    await fail(product, 10, () => email, aClient);
    await letPass(product, 4);
    await fail(
      product,
      10,
      (index) => `waits${String(index)}@example.org`,
      () => client,
    );

    const refused = await attempt(product, email, STAFF_PASSWORD, client);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
  });

  test('of twenty parallel guesses, only ten are checked', async () => {
    const { email } = await aStaffUser(product);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => attempt(product, email, 'wrong', aClient())),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...TEN_FAILURES, ...Array.from({ length: 10 }, () => 429)]);
  });

  test('colleagues behind one IP address can sign in at the same time', async () => {
    const client = aClient();
    const emails = await Promise.all(
      Array.from({ length: 12 }, async () => (await aStaffUser(product)).email),
    );
    const answers = await Promise.all(
      emails.map((email) => attempt(product, email, STAFF_PASSWORD, client)),
    );

    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
  });

  test('all servers share counts and sessions', async () => {
    const other = await startAnotherServer(product);
    const { email } = await aStaffUser(product);
    expect(await fail(product, 5, () => email, aClient)).toEqual(TEN_FAILURES.slice(5));
    expect(await fail(other, 5, () => email, aClient)).toEqual(TEN_FAILURES.slice(5));
    expect((await attempt(product, email, STAFF_PASSWORD, aClient())).status).toBe(429);
    expect((await attempt(other, email, STAFF_PASSWORD, aClient())).status).toBe(429);

    const answer = await attempt(product, USER_ADMIN_EMAIL, STAFF_PASSWORD, aClient());
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
    const whoami = await other.browser().get(`${API}/whoami`).set('Cookie', cookie);
    expect(whoami.status).toBe(200);
    await other.stop();
  });

  test('neither e-mail nor client addresses are stored in plain text', async () => {
    await fail(
      product,
      1,
      () => 'secret@example.org',
      () => '198.51.100.7',
    );
    const rows: { key: string }[] = await product.dataSource.query('SELECT key FROM rate_counts');
    expect(rows.length).toBeGreaterThan(1);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('failed sign-ins without a proxy', () => {
  const product = useTestApp({ RATE_LIMIT: 'on' });

  test('a forged forwarding header does not reset the count', async () => {
    const statuses = await fail(
      product,
      11,
      (index) => `forger${String(index)}@example.org`,
      aClient,
    );

    expect(statuses).toEqual([...TEN_FAILURES, 429]);
  });
});
