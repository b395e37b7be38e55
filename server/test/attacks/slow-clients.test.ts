import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Pool, PoolClient } from 'pg';

import { CONNECTION_LIMITS } from '../../src/app.js';
import { startTestApp, type TestApp } from '../app.js';
import { aRegistration } from '../factories.js';
import { Registrant } from '../registrant.js';

const REGISTER = '/kidlab-reg/families/registerAndLinkGuardian';
const BUSY = {
  statusCode: 503,
  message: 'The service is not available right now. Please try again in a moment.',
};

/** A client that writes raw bytes. */
class RawClient {
  received = '';
  readonly closed: Promise<unknown>;

  constructor(private readonly socket: Socket) {
    socket.on('data', (part: Buffer) => (this.received += part.toString()));
    socket.on('error', () => undefined);
    this.closed = once(socket, 'close');
  }

  write(text: string): void {
    this.socket.write(text);
  }
}

describe('slow and half-open clients', () => {
  let product: TestApp;

  beforeAll(async () => {
    const limits = {
      headersTimeout: 150,
      requestTimeout: 300,
      keepAliveTimeout: 100,
      timeout: 2_000,
      connectionsCheckingInterval: 50,
    };
    product = await startTestApp({}, { limits });
  });
  afterAll(() => product.stop());

  const client = (): RawClient => {
    const { port } = product.app.getHttpServer().address() as AddressInfo;
    return new RawClient(connect(port, '127.0.0.1'));
  };

  test.each([
    ['sends nothing', ''],
    ['never ends its headers', 'GET /kidlab-reg/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1\r\n'],
    [
      'never ends its body',
      `POST ${REGISTER} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a"`,
    ],
    [
      'never ends its chunks',
      `POST ${REGISTER} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":`,
    ],
  ])('a client that %s is disconnected', async (_, text) => {
    const slow = client();
    slow.write(text);

    await slow.closed;
    if (text !== '') expect(slow.received).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client that sends a byte now and then gets no extra time', async () => {
    const slow = client();
    slow.write('GET /kidlab-reg/ HTTP/1.1\r\nX-Slow: ');
    const drip = setInterval(() => {
      slow.write('a');
    }, 20);

    await slow.closed;
    clearInterval(drip);
    expect(slow.received).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client that stays idle after its response is disconnected', async () => {
    const idle = client();
    idle.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');

    await idle.closed;
    expect(idle.received).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ['too long', `X-Long: ${'a'.repeat(20_000)}\r\n`, /^HTTP\/1\.1 431 /],
    ['malformed', 'no header at all\r\n', /^HTTP\/1\.1 400 /],
    // Node 20 drops the last ones, so the server refuses the request. Node 24 refuses it itself.
    ['more than Node keeps', 'X-Odd: 1\r\n'.repeat(100), /^HTTP\/1\.1 4(00|31) /],
    [
      'contradictory about the body length',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
      /^HTTP\/1\.1 400 /,
    ],
  ])('headers that are %s are refused', async (_, header, answer) => {
    const odd = client();
    odd.write(`GET /health/live HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`);

    await odd.closed;
    expect(odd.received).toMatch(answer);
  });

  test('a hundred slow clients do not delay others', async () => {
    const slow = Array.from({ length: 100 }, () => {
      const each = client();
      each.write('GET /kidlab-reg/ HTTP/1.1\r\nX-Slow: 1\r\n');
      return each;
    });

    expect((await product.browser().get('/health/live')).status).toBe(200);
    await Promise.all(slow.map(({ closed }) => closed));
  });

  test("the product's timeouts grow step by step, and keep-alive outlasts a proxy's", () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = CONNECTION_LIMITS;

    expect([headersTimeout, requestTimeout, timeout].every((each) => each > 0)).toBe(true);
    expect(headersTimeout).toBeLessThan(requestTimeout);
    expect(requestTimeout).toBeLessThan(timeout);
    expect(keepAliveTimeout).toBeGreaterThan(60_000);
  });
});

describe('a slow database', () => {
  let product: TestApp;
  let held: PoolClient[] = [];

  beforeAll(async () => {
    product = await startTestApp(
      { RATE_LIMIT: 'on' },
      { database: { statement_timeout: '400', lock_timeout: '200' } },
    );
  });
  afterAll(() => product.stop());
  afterEach(() => {
    for (const client of held) client.release(true);
    held = [];
  });

  const pool = (): Pool => (product.dataSource.driver as unknown as { master: Pool }).master;

  test('an exhausted pool returns 503 in time, and calls work again when it is free', async () => {
    held = await Promise.all(Array.from({ length: pool().options.max }, () => pool().connect()));
    const { options } = pool();
    const patience = options.connectionTimeoutMillis ?? 0;
    expect(patience).toBeGreaterThan(0);
    options.connectionTimeoutMillis = 200;

    const answers = await Promise.all(
      Array.from({ length: 25 }, () => product.browser().post(REGISTER).send(aRegistration())),
    );
    for (const { status, headers, body } of answers) {
      expect([status, headers['retry-after'], body]).toEqual([503, '5', BUSY]);
    }
    expect((await product.browser().get('/health/live')).status).toBe(200);

    options.connectionTimeoutMillis = patience;
    for (const client of held) client.release();
    held = [];
    expect((await product.browser().post(REGISTER).send(aRegistration())).status).toBe(201);
  });

  test('a locked row returns 503 in time', async () => {
    const registrant = await Registrant.begin(product);
    held = [await pool().connect()];
    await held[0]?.query('BEGIN');
    await held[0]?.query('SELECT 1 FROM families WHERE email = $1 FOR UPDATE', [registrant.email]);

    const answer = await registrant.extend();
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([503, '5', BUSY]);

    await held[0]?.query('ROLLBACK');
    expect((await registrant.extend()).status).toBe(204);
  });

  test('a statement that takes too long is canceled', async () => {
    await expect(product.dataSource.query('SELECT pg_sleep(60)')).rejects.toThrow(
      /statement timeout/,
    );
  });

  test('every connection of the pool has timeouts', async () => {
    const other = await startTestApp();
    const [settings]: [Record<string, string>] = await other.dataSource.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(settings).toEqual({ statement: '15s', lock: '10s', idle: '30s' });
    await other.stop();
  });
});
