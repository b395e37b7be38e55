import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Client } from 'pg';

import { DataDir, removeTemplate } from './commands.js';
import { createTestDatabase } from './database.js';
import { aRegistration } from './factories.js';
import { until } from './reliability/waiting.js';
import { freePort, ServerProcess } from './server-process.js';

const STEP_ONE = '/kidlab-reg/families/registerAndLinkGuardian';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

beforeEach(async () => {
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret of the tests that is long enough',
    STOP_DELAY_SECONDS: '2',
    BOT_CHECK: 'off',
    RATE_LIMIT: 'off',
  });
  await server.start();
});
afterEach(() => server.kill());

/** A call on a keep-alive connection, like a load balancer's. */
async function call(agent: Agent, path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${server.origin}${path}`, { agent }), 'response')) as [
    IncomingMessage,
  ];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

test('shutdown first reports not ready, still answers for a while, and closes connections with its responses', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = await call(agent, '/health/ready');

  const stopped = server.stop();
  await server.printed('no longer ready');
  const ready = await call(agent, '/health/ready');
  const live = await call(agent, '/health/live');

  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive']);
  expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close']);
  expect([live.statusCode, live.headers.connection]).toEqual([200, 'close']);
  expect(await stopped).toBe(0);
  expect(server.output).toMatch(/no longer ready[^]+no longer accepting connections[^]+Stopped/);
  agent.destroy();
});

test('shutdown finishes a request in progress while it accepts no more connections', async () => {
  await client.query('BEGIN');
  await client.query('LOCK TABLE families IN ACCESS EXCLUSIVE MODE');
  const inFlight = fetch(`${server.origin}${STEP_ONE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aRegistration()),
  });
  await someoneWaits();

  const stopped = server.stop();
  await server.printed('no longer accepting connections');
  const refused = await fetch(`${server.origin}/health/live`).catch(() => 'refused');
  await client.query('COMMIT');
  const answer = await inFlight;

  expect(refused).toBe('refused');
  expect(answer.status).toBe(201);
  expect(answer.headers.get('connection')).toBe('close');
  expect(await stopped).toBe(0);
});

test('a connection that sends nothing does not delay shutdown', async () => {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(socket, 'connect');

  expect(await server.stop()).toBe(0);
  expect(server.output).not.toContain('cut off');
});

test('an idle keep-alive connection is closed and does not delay shutdown', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await call(agent, '/health/live');
  const [socket] = Object.values(agent.freeSockets).flat();
  const closed = once(socket ?? agent, 'close');

  expect(await server.stop()).toBe(0);
  await closed;
  expect(server.output).not.toMatch(/cut off|took too long/);
});

test('a server with a closed output starts, and stops its database at the end', async () => {
  const data = await DataDir.ready();
  const own = new ServerProcess(await freePort(), { DATA_DIR: data.path, BOT_CHECK: 'off' });
  const ended = own.start().catch((error: unknown) => error);
  own.closeOutput();
  const ready = until('the server', async () => {
    const answer = await fetch(`${own.origin}/health/ready`).catch(() => null);
    return answer?.ok === true || !own.isRunning;
  });
  await Promise.race([ended, ready]);

  expect(await own.stop()).toBe(0);
  await data.remove();
  await removeTemplate();
});

/** Resolves when a statement waits for our lock: the request has reached the database. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'families'::regclass`,
    );
    if (rowCount === 1) return;
  }
}
