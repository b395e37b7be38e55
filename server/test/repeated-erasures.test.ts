import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { ErasureReceipt, ErasureScope } from '@kidlab/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { writeBackup } from '../src/database/backup/write-backup.js';
import type { HistoryEntry } from '../src/privacy/erasure-history.js';
import { startTestApp, type TestApp } from './app.js';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';

const run = promisify(execFile);
const SECRET = 'a secret of the tests that is long enough';

let product: TestApp;
let desk: StaffDesk;
let folder: string;
let backup: string;
let history: string;
let target: TestDatabase;
/** Erased after the backup: as a family; one guardian of two; an address that nobody has. */
let whole: Registrant;
let alone: { email: string; other: string; guid: string };
let nobody: string;
let stays: Registrant;
let receipts: ErasureReceipt[];

const liveUrl = (): string => (product.dataSource.options as { url: string }).url;

async function call(
  program: 'restore' | 'erasures',
  url: string,
  args: string[],
  secret = SECRET,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = fileURLToPath(new URL(`../dist/${program}.js`, import.meta.url));
  const env = { DATABASE_URL: url, SESSION_SECRET: secret };
  try {
    return { code: 0, ...(await run(process.execPath, [main, ...args], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

async function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** In how many rows of what tables the address stands. */
async function traces(email: string): Promise<number> {
  const tables = ['families', 'guardians', 'outbox_messages', 'audit_events', 'users'];
  const counts = tables.map(
    (table) => `SELECT count(*)::int AS n FROM ${table} t WHERE strpos(lower(t::text), $1) > 0`,
  );
  const rows = await query(target.url, counts.join(' UNION ALL '), [email.toLowerCase()]);
  return (rows as { n: number }[]).reduce((sum, { n }) => sum + n, 0);
}

async function erase(
  email: string,
  families: { guid: string; scope: ErasureScope }[],
): Promise<ErasureReceipt> {
  const answer = await desk.call('post', '/privacy/erasures', {
    email,
    confirmation: email,
    families,
  });
  expect(answer.status).toBe(201);
  return answer.body as ErasureReceipt;
}

beforeAll(async () => {
  product = await startTestApp();
  desk = new StaffDesk(product, await signIn(product, { isUserAdmin: true }));
  folder = mkdtempSync(join(tmpdir(), 'kidlab-erasures-'));
  backup = join(folder, 'backup');
  history = join(folder, 'erasures');
  whole = await Registrant.registered(product);
  stays = await Registrant.registered(product);
  const [email, other] = [anEmail(), anEmail()];
  const family = await desk.family({
    email,
    guardians: [
      aGuardianPayload({ email, firstName: 'Quixotely', isPrimaryIndicator: 'Y' }),
      aGuardianPayload({ email: other, isPrimaryIndicator: 'N' }),
    ],
  });
  alone = { email, other, guid: family.guid };
  nobody = anEmail();
  await writeBackup(liveUrl(), backup, product.clock.now());
  product.clock.advance({ minutes: 5 });
  desk = new StaffDesk(product, await signIn(product, { isUserAdmin: true }));
  receipts = [
    await erase(whole.email, [{ guid: whole.guid, scope: 'family' }]),
    await erase(alone.email, [{ guid: alone.guid, scope: 'guardian' }]),
    await erase(nobody, []),
  ];
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await product.stop();
});
beforeEach(async () => {
  target = await createEmptyDatabase();
});
afterEach(() => target.drop());

test('the list holds hashes, numbers and times, for its owner alone, and each erasure once', async () => {
  expect(await call('erasures', liveUrl(), [history])).toMatchObject({
    code: 0,
    stdout: `4 more noted in ${history}.\n`,
  });
  expect(await call('erasures', liveUrl(), [history])).toMatchObject({
    stdout: `0 more noted in ${history}.\n`,
  });

  const text = readFileSync(history, 'utf8');
  expect(statSync(history).mode & 0o777).toBe(0o600);
  expect(text).not.toMatch(/@|Quixotely/);
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HistoryEntry);
  expect(entries.map(({ kind }) => kind)).toEqual(['key', 'erased', 'erased', 'erased']);
  expect(entries[2]).toMatchObject({
    receipt: receipts[1]?.number,
    records: [{ guid: alone.guid, scope: 'guardian' }],
  });
});

test('a restored backup without the list says who is there again', async () => {
  const { stdout } = await call('restore', target.url, [backup]);
  expect(stdout).toMatch(/whoever was erased after .* is there again/);
  expect(await traces(whole.email)).toBeGreaterThan(0);
});

test('with it, everybody who was erased since is erased again, with the receipt of then', async () => {
  await call('erasures', liveUrl(), [history]);

  const { code, stdout } = await call('restore', target.url, [backup, '--erasures', history]);

  expect([code, stdout]).toEqual([0, expect.stringContaining('Erased again: ')]);
  for (const email of [whole.email, alone.email, nobody]) expect(await traces(email)).toBe(0);
  expect(await traces(alone.other)).toBeGreaterThan(0);
  expect(await traces(stays.email)).toBeGreaterThan(0);
  const lasting = `SELECT number, erased_at, erased_by FROM erasure_receipts ORDER BY number`;
  expect(await query(target.url, lasting)).toEqual(await query(liveUrl(), lasting));
  const suppressed = 'SELECT * FROM suppressed_addresses ORDER BY address_hash';
  expect(await query(target.url, suppressed)).toEqual(await query(liveUrl(), suppressed));
  expect(
    await query(target.url, `SELECT actor FROM audit_events WHERE action = 'privacy.erased'`),
  ).toEqual([{ actor: 'system' }, { actor: 'system' }, { actor: 'system' }]);
});

test('a backup in place of a database takes over what that one knows of erasures', async () => {
  await call('erasures', liveUrl(), [history]);
  await call('restore', target.url, [backup, '--erasures', history]);

  const { code, stdout } = await call('restore', target.url, [backup, '--replace']);

  expect(stdout).toContain(`were noted in ${backup}.erasures.`);
  expect(code).toBe(0);
  expect(await traces(whole.email)).toBe(0);
  rmSync(`${backup}.erasures`);
});

test('what can’t be known is left to a person, by name of its receipt', async () => {
  await call('erasures', liveUrl(), [history]);
  const lines = readFileSync(history, 'utf8')
    .split('\n')
    .map((line) =>
      line.includes(whole.guid) ? line.replace(/"records":\[.*?\]/, '"records":null') : line,
    );
  writeFileSync(history, lines.join('\n'));

  const { code, stderr } = await call('restore', target.url, [backup, '--erasures', history]);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `${receipts[0]?.number ?? ''}: it is not known what was erased of family ${whole.guid}`,
  );
  expect(await traces(alone.email)).toBe(0);
  rmSync(history);
});

test('a lifted one is not taken up again; a list that is damaged is refused before anything', async () => {
  await desk.call('post', '/privacy/suppressions/lift', { email: nobody });
  await call('erasures', liveUrl(), [history]);
  await call('restore', target.url, [backup, '--erasures', history]);
  expect(await query(target.url, 'SELECT 1 FROM suppressed_addresses')).toHaveLength(2);

  writeFileSync(history, `${readFileSync(history, 'utf8').slice(0, -9)}\n`);
  const answer = await call('restore', target.url, [backup, '--replace', '--erasures', history]);
  expect(answer).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is damaged in line \d+\.\n$/),
  });
  rmSync(history);
});

test('who was lifted and erased again before the backup is not mailed after it', async () => {
  const again = anEmail();
  desk = new StaffDesk(product, await signIn(product, { isUserAdmin: true }));
  await erase(again, []);
  product.clock.advance({ minutes: 1 });
  await desk.call('post', '/privacy/suppressions/lift', { email: again });
  product.clock.advance({ minutes: 1 });
  await erase(again, []);
  product.clock.advance({ minutes: 1 });
  const later = join(folder, 'later');
  await writeBackup(liveUrl(), later, product.clock.now());
  await call('erasures', liveUrl(), [history]);

  await call('restore', target.url, [later, '--erasures', history]);

  const suppressed = 'SELECT * FROM suppressed_addresses ORDER BY address_hash';
  const live = await query(liveUrl(), suppressed);
  expect(live).not.toEqual([]);
  expect(await query(target.url, suppressed)).toEqual(live);
  rmSync(history);
});

test('a secret that does not open the key of the hashes is said', async () => {
  await call('erasures', liveUrl(), [history]);
  const { code, stderr } = await call(
    'restore',
    target.url,
    [backup, '--erasures', history],
    'another secret that is long enough to be taken',
  );
  expect([code, stderr]).toEqual([1, expect.stringMatching(/SESSION_SECRET.*Start no server/)]);
});
