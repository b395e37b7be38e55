import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ErasureReceipt, ErasureScope } from '@kidlab/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { migrate } from '../src/database/migrate.js';
import type { HistoryEntry } from '../src/privacy/erasure-history.js';
import { startTestApp, type TestApp } from './app.js';
import { callCommand, DataDir, query, removeTemplate } from './commands.js';
import { createEmptyDatabase } from './database.js';
import { anEmail } from './factories.js';
import { postgresPackage, startPackaged } from './postgres-package.js';
import { Registrant } from './registrant.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';

const installed = postgresPackage();

const SECRET = 'a secret of the tests that is long enough';

let product: TestApp;
let desk: StaffDesk;
let folder: string;
let backup: string;
let history: string;
let live: DataDir;
let target: DataDir;
/** Erased after the backup: as a family; one guardian of two; an address that nobody has. */
let whole: Registrant;
let alone: { email: string; other: string; guid: string };
let nobody: string;
let stays: Registrant;
let receipts: ErasureReceipt[];

const liveUrl = (): string => (product.dataSource.options as { url: string }).url;

const call = (
  program: 'backup' | 'restore' | 'erasures',
  { path }: DataDir,
  args: string[],
  secret = SECRET,
): ReturnType<typeof callCommand> =>
  callCommand(program, args, { DATA_DIR: path, SESSION_SECRET: secret });

/** Restores into the target. Its server must not run meanwhile. */
async function restore(...args: string[]): ReturnType<typeof callCommand> {
  await target.stop();
  return call('restore', target, args);
}

/** In how many rows of what tables the address stands. @param url another database than the target's */
async function traces(email: string, url?: string): Promise<number> {
  const tables = ['families', 'guardians', 'outbox_messages', 'audit_events', 'users'];
  const counts = tables.map(
    (table) => `SELECT count(*)::int AS n FROM ${table} t WHERE strpos(lower(t::text), $1) > 0`,
  );
  const rows = await query(url ?? (await target.start()), counts.join(' UNION ALL '), [
    email.toLowerCase(),
  ]);
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
  live = await DataDir.ready();
  const url = await live.start();
  await migrate(url);
  product = await startTestApp({}, { databaseUrl: url });
  desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
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
  expect(await call('backup', live, [backup])).toMatchObject({ code: 0 });
  product.clock.advance({ minutes: 5 });
  desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
  receipts = [
    await erase(whole.email, [{ guid: whole.guid, scope: 'family' }]),
    await erase(alone.email, [{ guid: alone.guid, scope: 'guardian' }]),
    await erase(nobody, []),
  ];
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await product.stop();
  await live.remove();
  await removeTemplate();
});
beforeEach(async () => {
  target = await DataDir.ready();
});
afterEach(() => target.remove());

test('the list holds hashes, numbers and times, for its owner alone, and each erasure once', async () => {
  expect(await call('erasures', live, [history])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`\n3 more noted in ${history}.\n`) as unknown,
  });
  expect(await call('erasures', live, [history])).toMatchObject({
    stdout: expect.stringContaining(`\n0 more noted in ${history}.\n`) as unknown,
  });

  const text = readFileSync(history, 'utf8');
  expect(statSync(history).mode & 0o777).toBe(0o600);
  expect(text).not.toMatch(/@|Quixotely/);
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HistoryEntry);
  expect(entries.map(({ kind }) => kind)).toEqual(['erased', 'erased', 'erased']);
  expect(entries[1]).toMatchObject({
    receipt: receipts[1]?.number,
    records: [{ guid: alone.guid, scope: 'guardian' }],
  });
});

test('a restored backup without the list says who is there again', async () => {
  const { stdout } = await restore(backup);
  expect(stdout).toMatch(/families erased after .* are there again/);
  expect(await traces(whole.email)).toBeGreaterThan(0);
});

test('with it, everybody who was erased since is erased again, with the receipt of then', async () => {
  await call('erasures', live, [history]);

  const { code, stdout } = await restore(backup, '--erasures', history);

  expect([code, stdout]).toEqual([0, expect.stringContaining('Erased again: ')]);
  for (const email of [whole.email, alone.email, nobody]) expect(await traces(email)).toBe(0);
  expect(await traces(alone.other)).toBeGreaterThan(0);
  expect(await traces(stays.email)).toBeGreaterThan(0);
  const lasting = `SELECT number, erased_at, erased_by FROM erasure_receipts ORDER BY number`;
  expect(await query(await target.start(), lasting)).toEqual(await query(liveUrl(), lasting));
  const suppressed = 'SELECT * FROM suppressed_addresses ORDER BY address_hash';
  expect(await query(await target.start(), suppressed)).toEqual(await query(liveUrl(), suppressed));
  expect(
    await query(
      await target.start(),
      `SELECT actor FROM audit_events WHERE action = 'privacy.erased'`,
    ),
  ).toEqual([{ actor: 'system' }, { actor: 'system' }, { actor: 'system' }]);
});

test('a backup in place of a database takes over what that one knows of erasures', async () => {
  await call('erasures', live, [history]);
  await restore(backup, '--erasures', history);

  const { code, stdout } = await restore(backup, '--replace');

  expect(stdout).toContain(`were noted in ${backup}.erasures.`);
  expect(code).toBe(0);
  expect(await traces(whole.email)).toBe(0);
  rmSync(`${backup}.erasures`);
});

test('what can’t be known is left to a person, by name of its receipt', async () => {
  await call('erasures', live, [history]);
  const lines = readFileSync(history, 'utf8')
    .split('\n')
    .map((line) =>
      line.includes(whole.guid) ? line.replace(/"records":\[.*?\]/, '"records":null') : line,
    );
  writeFileSync(history, lines.join('\n'));

  const { code, stderr } = await restore(backup, '--erasures', history);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `${receipts[0]?.number ?? ''}: it is not known what was erased of family ${whole.guid}`,
  );
  expect(await traces(alone.email)).toBe(0);
  rmSync(history);
});

test('a lifted one is not taken up again; a list that is damaged is refused before anything', async () => {
  await desk.call('post', '/privacy/suppressions/lift', { email: nobody });
  await call('erasures', live, [history]);
  await restore(backup, '--erasures', history);
  expect(await query(await target.start(), 'SELECT 1 FROM suppressed_addresses')).toHaveLength(2);

  writeFileSync(history, `${readFileSync(history, 'utf8').slice(0, -9)}\n`);
  const answer = await restore(backup, '--replace', '--erasures', history);
  expect(answer).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is damaged in line \d+\.\n$/) as unknown,
  });
  rmSync(history);
});

test('who was lifted and erased again before the backup is not mailed after it', async () => {
  const again = anEmail();
  desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
  await erase(again, []);
  product.clock.advance({ minutes: 1 });
  await desk.call('post', '/privacy/suppressions/lift', { email: again });
  product.clock.advance({ minutes: 1 });
  await erase(again, []);
  product.clock.advance({ minutes: 1 });
  const later = join(folder, 'later');
  await call('backup', live, [later]);
  await call('erasures', live, [history]);

  await restore(later, '--erasures', history);

  const suppressed = 'SELECT * FROM suppressed_addresses ORDER BY address_hash';
  const known = await query(liveUrl(), suppressed);
  expect(known).not.toEqual([]);
  expect(await query(await target.start(), suppressed)).toEqual(known);
  rmSync(history);
});

test('a secret that does not open the key of the hashes is said', async () => {
  await call('erasures', live, [history]);
  const { code, stderr } = await call(
    'restore',
    target,
    [backup, '--erasures', history],
    'another secret that is long enough to be taken',
  );
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/SESSION_SECRET.*Do not start a server/),
  ]);
});

// Where the system's package can't be had, the embedded one above is all that can be tried.
if (installed !== null) {
  test('a PostgreSQL of the lab’s own that is lost: who was erased stays erased', async () => {
    const server = await startPackaged(installed);
    const lost = await createEmptyDatabase(server.url);
    const empty = await createEmptyDatabase(server.url);
    const on = (
      program: 'backup' | 'restore' | 'erasures',
      { url }: { url: string },
      ...args: string[]
    ): ReturnType<typeof callCommand> =>
      callCommand(program, args, {
        DATABASE_URL: url,
        PG_BIN: installed.folder,
        SESSION_SECRET: SECRET,
      });
    const [archive, list] = [join(folder, 'archive'), join(folder, 'list')];
    await migrate(lost.url);
    const own = await startTestApp({}, { databaseUrl: lost.url });
    const erased = await Registrant.registered(own);
    const other = await Registrant.registered(own);
    expect(await on('backup', lost, archive)).toMatchObject({ code: 0, stderr: '' });
    desk = await new StaffDesk(own).signIn({ isUserAdmin: true });
    const { number } = await erase(erased.email, [{ guid: erased.guid, scope: 'family' }]);
    expect(await on('erasures', lost, list)).toMatchObject({ code: 0, stderr: '' });
    await own.stop();
    await lost.drop();

    const { code, stdout } = await on('restore', empty, archive, '--erasures', list);

    expect([code, stdout]).toEqual([0, expect.stringContaining(`Erased again: ${number}.`)]);
    expect(await traces(erased.email, empty.url)).toBe(0);
    expect(await traces(other.email, empty.url)).toBeGreaterThan(0);
    await empty.drop();
    await server.stop();
  });
}
