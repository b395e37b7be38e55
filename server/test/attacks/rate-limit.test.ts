import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client } from 'pg';
import type { Response, Test } from 'supertest';

import { SERVER_MESSAGES } from '../../src/common/messages.js';
import {
  limitOf,
  LINK_WINDOW_MINUTES,
  RATE_LIMITS,
  RATE_WINDOW_MINUTES,
  type RateLimitName,
} from '../../src/rate-limit/limit-of.js';
import { RateCounts } from '../../src/rate-limit/rate-counts.service.js';
import { startAnotherServer } from '../more-servers.js';
import { startTestApp, type TestApp, useWiredTestApp } from '../app.js';
import { forgetCounts, letPass, stopTheClock } from '../rate-counts.js';
import { signIn } from '../staff.js';
import { routesOf } from './routes.js';

const PUBLIC = '/kidlab-reg';
const API = '/kidlab-reg/admin/api';
const SENTENCE =
  'Too many requests have come from your connection or for this email address. Nothing is lost: please try again in a few minutes.';

/** One call for each limit, with an address if the limit counts by address, and its status below the limit. */
const CALLS: Readonly<
  Record<RateLimitName, { method: 'get' | 'post'; path: string; body?: object; free: number }>
> = {
  register: {
    method: 'post',
    path: `${PUBLIC}/families/registerAndLinkGuardian`,
    body: { email: 'one@example.org' },
    free: 400,
  },
  mail: {
    method: 'post',
    path: `${PUBLIC}/registration/send-confirmation-email`,
    body: { email: 'one@example.org' },
    free: 401,
  },
  confirm: {
    method: 'post',
    path: `${PUBLIC}/families/confirmAndRegister`,
    body: { email: 'one@example.org' },
    free: 400,
  },
  answers: {
    method: 'post',
    path: `${PUBLIC}/invitations/answers?guid=x`,
    body: { sequence: 0, answers: [] },
    free: 400,
  },
  registration: {
    method: 'get',
    path: `${PUBLIC}/families/guid?email=one@example.org`,
    free: 200,
  },
  signIn: { method: 'post', path: `${API}/login`, body: { username: '' }, free: 400 },
  forgotPassword: {
    method: 'post',
    path: `${API}/forgot-password`,
    body: { email: 'one@example.org' },
    free: 204,
  },
  staff: { method: 'get', path: `${API}/whoami`, free: 401 },
};
const NAMES = Object.keys(CALLS) as RateLimitName[];

let last = 0;
/** The address of a client that no other test uses, as the proxy forwards it. */
function aClient(): string {
  last += 1;
  return `203.0.113.${String(last)}`;
}

function send(server: Pick<TestApp, 'browser'>, name: RateLimitName, from: string): Test {
  const { method, path, body } = CALLS[name];
  const call = server.browser()[method](path).set('X-Forwarded-For', from);
  return body === undefined ? call : call.send(body);
}

describe('rate limits of calls', () => {
  const product = useWiredTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
  beforeAll(stopTheClock);
  beforeEach(() => forgetCounts(product));

  /** Sets the number of calls that have been counted so far. */
  const countedBefore = async (key: string, count: number): Promise<void> => {
    await product.app.get(RateCounts, { strict: false }).restart(key, count, RATE_WINDOW_MINUTES);
  };
  const expectRefusal = (answer: Response, seconds: number, message = SENTENCE): void => {
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe(String(seconds));
    expect(answer.body).toEqual({ statusCode: 429, message });
  };

  test.each(NAMES)(
    '%s: a client that has reached its limit must wait, but others need not',
    async (name) => {
      const { perClient } = RATE_LIMITS[name];
      const { free } = CALLS[name];
      const client = aClient();
      await countedBefore(`${name}:client:${client}`, perClient - 1);
      await letPass(product, 1);

      expect((await send(product, name, client)).status).toBe(free);
      expectRefusal(await send(product, name, client), (RATE_WINDOW_MINUTES - 1) * 60);
      expect((await send(product, name, aClient())).status).toBe(free);
      // Further calls do not extend the wait.
      await letPass(product, RATE_WINDOW_MINUTES - 2);
      expectRefusal(await send(product, name, client), 60);
      await letPass(product, 1);
      expect((await send(product, name, client)).status).toBe(free);
    },
  );

  test('answers: only a link at its limit is refused, for an hour, from any client', async () => {
    const counts = product.app.get(RateCounts, { strict: false });
    await counts.restart('answers:link:x', RATE_LIMITS.answers.perLink - 1, LINK_WINDOW_MINUTES);
    await letPass(product, 1);

    expect((await send(product, 'answers', aClient())).status).toBe(400);
    const refused = await send(product, 'answers', aClient());
    expectRefusal(refused, (LINK_WINDOW_MINUTES - 1) * 60, SERVER_MESSAGES.linkUsedOften);
    // The call cleans the guid, so this is the same link.
    const spelled = product.browser().post(`${PUBLIC}/invitations/answers?guid=%20x%00`);
    expect((await spelled.send({ sequence: 0, answers: [] })).status).toBe(429);
    const other = product.browser().post(`${PUBLIC}/invitations/answers?guid=y`);
    expect((await other.send({ sequence: 0, answers: [] })).status).toBe(400);
    await letPass(product, LINK_WINDOW_MINUTES - 1);
    expect((await send(product, 'answers', aClient())).status).toBe(400);
  });

  test('password links: an address must wait after reaching its limit, from any client', async () => {
    const { perEmail } = RATE_LIMITS.forgotPassword;
    await countedBefore('forgotPassword:email:one@example.org', perEmail - 1);

    expect((await send(product, 'forgotPassword', aClient())).status).toBe(204);
    expectRefusal(await send(product, 'forgotPassword', aClient()), RATE_WINDOW_MINUTES * 60);
  });

  test('an address is recognized however it is written', async () => {
    const tooLong = ' '.repeat(300);
    for (const email of ['PLUS+Tag@example.org', `plus+tag@exam\u0007ple.org${tooLong}`]) {
      await product.browser().post(CALLS.forgotPassword.path).send({ email }).expect(204);
    }

    // One count for the client and one for the address.
    const rows: unknown = await product.dataSource.query('SELECT points, key FROM rate_counts');
    // Neither the address of the person nor that of the client is stored.
    const key: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(rows).toEqual([
      { points: 2, key },
      { points: 2, key },
    ]);
  });

  test('a body without a valid address is counted only for its client', async () => {
    for (const email of [[], {}, 7, null, 'no address', 'x@y.z'.repeat(40)]) {
      await product.browser().post(CALLS.register.path).send({ email }).expect(400);
    }
    await product.browser().get(`${PUBLIC}/families/guid?email=a@b.co&email=c@d.co`).expect(400);
    expect(await product.dataSource.query('SELECT FROM rate_counts')).toHaveLength(2);
  });

  test("an IPv6 client is counted by its network, and entries before the proxy's own are ignored", async () => {
    await countedBefore('register:client:2001:db8:1:2', RATE_LIMITS.register.perClient);

    for (const from of ['2001:db8:1:2::7', '198.51.100.9, 2001:db8:1:2:ffff::8']) {
      expect((await send(product, 'register', from)).status).toBe(429);
    }
  });

  test('a refused resend is plain text, like its other errors', async () => {
    const client = aClient();
    const staff = await signIn(product);
    await forgetCounts(product);
    await countedBefore(`staff:client:${client}`, RATE_LIMITS.staff.perClient);

    const answer = await staff
      .post(`${API}/registration/send-on-demand-registration-email?email=one@example.org`)
      .set('X-Forwarded-For', client);

    expect([answer.status, answer.type, answer.text]).toEqual([429, 'text/plain', SENTENCE]);
  });

  test('all servers share counts', async () => {
    const other = await startAnotherServer(product);
    const client = aClient();
    await countedBefore(`register:client:${client}`, RATE_LIMITS.register.perClient - 2);

    expect((await send(product, 'register', client)).status).toBe(400);
    expect((await send(other, 'register', client)).status).toBe(400);
    expect((await send(product, 'register', client)).status).toBe(429);
    expect((await send(other, 'register', client)).status).toBe(429);
    await other.stop();
  });

  test('parallel calls are counted one by one', async () => {
    const client = aClient();
    await countedBefore(`register:client:${client}`, RATE_LIMITS.register.perClient - 10);

    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send(product, 'register', client)),
    );

    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('giving back a count after its window has ended leaves no count behind', async () => {
    const counts = product.app.get(RateCounts, { strict: false });

    await counts.giveBack('register:email:late@example.org');

    await letPass(product, 1);
    expect(await counts.find('register:email:late@example.org')).toBeNull();
  });

  test('every call has a limit; pages, files, health checks and unknown paths have none and run no SQL', async () => {
    const unlimited = routesOf(product).filter(({ path }) => limitOf(path) === null);
    expect([...new Set(unlimited.map(({ path }) => path))].sort()).toEqual([
      '/',
      '/captured-mail',
      '/captured-mail/:id',
      '/health/live',
      '/health/ready',
      '/kidlab-reg',
      '/kidlab-reg/*path',
      '/kidlab-reg/admin',
      '/kidlab-reg/admin/*path',
      '/kidlab-reg/admin/api',
      '/kidlab-reg/admin/api/*path',
      '/kidlab-reg/registration/config',
    ]);
    const statements = vi.spyOn(Client.prototype, 'query');
    for (const path of ['/', `${PUBLIC}/`, `${PUBLIC}/admin/`, `${API}/nothing`, '/health/live']) {
      await product.browser().get(path);
    }
    expect(statements).toHaveBeenCalledTimes(0);
    await product.browser().post(CALLS.signIn.path).send(CALLS.signIn.body);
    const said = statements.mock.calls.map((given) => JSON.stringify(given));
    expect(said.filter((text) => /INSERT INTO .{0,2}rate_counts/.test(text))).toHaveLength(1);
    statements.mockRestore();
  });

  test('calls return 503 while they cannot be counted, but configuration and health checks still work', async () => {
    product.wire.cut();

    const call = await send(product, 'register', aClient());
    expect([call.status, call.headers['retry-after']]).toEqual([503, '5']);
    expect((await product.browser().get(`${PUBLIC}/registration/config`)).status).toBe(200);
    expect((await product.browser().get('/health/live')).status).toBe(200);
    product.wire.mend();
    expect((await send(product, 'register', aClient())).status).toBe(400);
  });

  test('with RATE_LIMIT=off nothing is counted', async () => {
    const other = await startTestApp({ RATE_LIMIT: 'off' });
    await send(other, 'register', aClient());
    const login = { username: 'nobody@example.org', password: 'wrong' };
    await other.browser().post(CALLS.signIn.path).send(login).expect(401);

    expect(await other.dataSource.query('SELECT FROM rate_counts')).toEqual([]);
    await other.stop();
  });
});
