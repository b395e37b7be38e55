import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { agent } from 'supertest';

import { createTestDatabase } from './database.js';
import { freePort, ServerProcess } from './server-process.js';

const run = promisify(execFile);
const USER_ADD = fileURLToPath(new URL('../dist/user-add.js', import.meta.url));
const API = '/kidlab-reg/admin/api';
const PASSWORD = 'nine green bottles on a wall';
const LINK = /\/kidlab-reg\/admin\/set-password\?token=([\w-]{43})/g;

/** In milliseconds. Starting whole processes takes long on a busy machine. */
const PATIENCE = 90_000;
vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

/** Uses the built product, as an operator starts it. */
describe('the first staff user', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: ServerProcess | null;
  let variables: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    server = null;
    variables = {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret of the tests that is long enough',
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
  });
  afterEach(async () => {
    await server?.stop();
    await database.drop();
  });

  const start = async (more: Record<string, string> = {}): Promise<ServerProcess> => {
    server = new ServerProcess(await freePort(), { ...variables, ...more });
    await server.start();
    return server;
  };
  const tokensIn = (output: string): string[] =>
    [...output.matchAll(LINK)].map(([, token]) => token ?? '');
  const setPassword = async (origin: string, token: string | undefined): Promise<number> =>
    (await agent(origin).post(`${API}/set-password`).send({ token, password: PASSWORD })).status;
  const login = async (origin: string, username: string, password: string): Promise<unknown> =>
    (await agent(origin).post(`${API}/login`).type('form').send({ username, password })).body;

  const add = (args: string[], publicBaseUrl = ''): Promise<{ stdout: string }> =>
    run(process.execPath, [USER_ADD, ...args], {
      env: { PATH: process.env['PATH'], ...variables, PUBLIC_BASE_URL: publicBaseUrl },
    });

  test('is admin@localhost, whose link is printed once', async () => {
    const first = await start();
    await first.printed('First login');
    const [token, ...more] = tokensIn(first.output);
    expect(first.output).toContain('admin@localhost');
    expect(more).toEqual([]);
    await first.stop();

    const second = await start();
    await second.printed('npm run user:add -- EMAIL');
    expect(tokensIn(second.output)).toEqual([]);
    expect(await setPassword(second.origin, token)).toBe(204);
    expect(await login(second.origin, 'admin@localhost', PASSWORD)).toEqual({
      email: 'admin@localhost',
      isUserAdmin: true,
      idleTimeoutMinutes: 20,
    });
  });

  test('is ADMIN_EMAIL with ADMIN_PASSWORD if they are set', async () => {
    const { origin, output } = await start({
      ADMIN_EMAIL: 'Boss@Example.org',
      ADMIN_PASSWORD: PASSWORD,
    });

    expect(tokensIn(output)).toEqual([]);
    expect(output).not.toContain(PASSWORD);
    expect(await login(origin, 'boss@example.org', PASSWORD)).toMatchObject({ isUserAdmin: true });
  });

  test('is refused at startup with a common ADMIN_PASSWORD', async () => {
    await expect(
      start({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'password123456789' }),
    ).rejects.toThrow(/kidlab: ADMIN_PASSWORD is one that many people use/);
    server = null;
  });

  test('can be followed by others with npm run user:add', async () => {
    const { origin } = await start({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: PASSWORD });

    const { stdout } = await add(['New@Example.org'], origin);

    const [token] = tokensIn(stdout);
    expect(stdout).toContain(`${origin}/kidlab-reg/admin/set-password?token=`);
    expect(await setPassword(origin, token)).toBe(204);
    expect(await login(origin, 'new@example.org', PASSWORD)).toMatchObject({ isUserAdmin: false });
  });

  test('are not joined by a mistyped address whose second factor should be reset', async () => {
    await start({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: PASSWORD });

    await expect(add(['bos@example.org', '--reset-second-factor'])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^bos@example.org has no second factor/) as unknown,
    });
  });

  test('cannot be added by npm run user:add without a valid address', async () => {
    await expect(add(['nobody'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm run user:add -- EMAIL/) as unknown,
    });
  });
});
