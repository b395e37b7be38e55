import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';

import { createTestDatabase, type TestDatabase } from './database.js';
import { aRegistration } from './factories.js';
import { freePort, ServerProcess } from './server-process.js';

const OF_A_PROXY = '0123456789abcdef0123456789abcdef';
const OURS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STEP_ONE = '/kidlab-reg/families/registerAndLinkGuardian';

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret of the tests that is long enough',
    BOT_CHECK: 'off',
    RATE_LIMIT: 'off',
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

/** All log lines with this request id, once the request has been logged as completed. */
async function linesOf(requestId: string): Promise<Record<string, unknown>[]> {
  await server.printed(`"requestId":"${requestId}","method"`);
  return server.output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the request id', () => {
  test('is taken from a proxy if well formed, and is in the response and the log', async () => {
    const answer = await fetch(`${server.origin}/health/live`, {
      headers: { 'x-request-id': OF_A_PROXY },
    });

    expect(answer.headers.get('x-request-id')).toBe(OF_A_PROXY);
    expect(await linesOf(OF_A_PROXY)).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/health/live',
        status: 200,
        msg: 'request completed',
      }),
    ]);
  });

  test.each(['short', 'somebody@example.org', 'x'.repeat(65), 'with spaces in the middle', '"}{"'])(
    'is generated instead of %s',
    async (sent) => {
      const answer = await fetch(`${server.origin}/health/live`, {
        headers: { 'x-request-id': sent },
      });

      expect(answer.headers.get('x-request-id')).toMatch(OURS);
    },
  );

  test('is in the log lines about a failure, which contain no request data', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('ALTER TABLE families RENAME TO families_elsewhere');
    const body = aRegistration();

    const answer = await fetch(`${server.origin}${STEP_ONE}?x=${body.email}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

    await client.query('ALTER TABLE families_elsewhere RENAME TO families');
    await client.end();
    expect(answer.status).toBe(500);
    const lines = await linesOf(answer.headers.get('x-request-id') ?? '');
    expect(lines).toEqual([
      expect.objectContaining({
        context: 'errors',
        msg: expect.stringContaining('42P01') as unknown,
      }),
      expect.objectContaining({ path: STEP_ONE, status: 500, msg: 'request failed' }),
    ]);
    expect(server.output).not.toContain(body.email);
  });
});
