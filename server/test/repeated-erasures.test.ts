import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ErasureReceipt, ErasureScope } from '@kidlab/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { connected } from '../src/database/backup/restore-backup.js';
import { migrate } from '../src/database/migrate.js';
import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import { type HistoryEntry, readHistory } from '../src/privacy/erasure-history.js';
import { RepeatedErasures } from '../src/privacy/repeated-erasures.service.js';
import { startTestApp, type TestApp } from './app.js';
import { callCommand, DataDir, query, removeTemplate } from './commands.js';
import {
  copyDatabase,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from './database.js';
import { aChild, anEmail } from './factories.js';
import { postgresPackage, startPackaged } from './postgres-package.js';
import { Registrant } from './registrant.js';
import { aGuardianPayload, StaffDesk } from './staff-records.js';

const installed = postgresPackage();

const SECRET = 'a secret of the tests that is long enough';
const SUPPRESSED = 'SELECT * FROM suppressed_addresses ORDER BY address_hash';
const RECEIPTS = 'SELECT number, erased_at, erased_by FROM erasure_receipts ORDER BY number';

let desk: StaffDesk;
let folder: string;
let list: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-erasures-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  list = join(folder, 'erasures');
});
afterEach(() => {
  rmSync(list, { force: true });
});

/** Counts the rows that contain the address. */
async function traces(email: string, url: string): Promise<number> {
  const tables = ['families', 'guardians', 'outbox_messages', 'audit_events', 'users'];
  const counts = tables.map(
    (table) => `SELECT count(*)::int AS n FROM ${table} t WHERE strpos(lower(t::text), $1) > 0`,
  );
  const rows = await query(url, counts.join(' UNION ALL '), [email.toLowerCase()]);
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

describe('on a restored database', () => {
  let product: TestApp;
  let live: TestDatabase;
  /** The database as it was before the erasures. */
  let backup: TestDatabase;
  /** Erased since then: a whole family, one guardian of two, an unknown address. */
  let whole: Registrant;
  let alone: { email: string; other: string; guid: string };
  let nobody: string;
  let stays: Registrant;
  let receipts: ErasureReceipt[];

  beforeAll(async () => {
    live = await createTestDatabase();
    const first = await startTestApp({}, { databaseUrl: live.url });
    desk = await new StaffDesk(first).signIn({ isUserAdmin: true });
    whole = await Registrant.registered(first);
    stays = await Registrant.registered(first);
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
    // PostgreSQL copies a database only while nobody is connected to it.
    await first.stop();
    backup = await copyDatabase(live.url);
    product = await startTestApp({}, { databaseUrl: live.url });
    product.clock.advance({ minutes: 5 });
    desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
    receipts = [
      await erase(whole.email, [{ guid: whole.guid, scope: 'family' }]),
      await erase(alone.email, [{ guid: alone.guid, scope: 'guardian' }]),
      await erase(nobody, []),
    ];
  });
  afterAll(async () => {
    await product.stop();
    await backup.drop();
    await live.drop();
  });

  const noted = (): Promise<HistoryEntry[]> => connected(live.url, readHistory);

  /** Restores the backup, repeats the erasures of the list, and passes the result to `look`. */
  async function repeated(
    history: readonly HistoryEntry[],
    look: (url: string, outcome: Awaited<ReturnType<RepeatedErasures['repeat']>>) => Promise<void>,
  ): Promise<void> {
    const restored = await copyDatabase(backup.url);
    const own = await startTestApp({}, { databaseUrl: restored.url });
    try {
      const [last] = await query(restored.url, 'SELECT max(occurred_at) AS at FROM audit_events');
      const again = own.app.get(RepeatedErasures, { strict: false });
      await look(restored.url, await again.repeat(history, last?.['at'] as Date));
    } finally {
      await own.stop();
      await restored.drop();
    }
  }

  test('the list contains each erasure once, without personal data, readable only by its owner', async () => {
    const variables = { DATABASE_URL: live.url };
    expect(await callCommand('erasures', [list], variables)).toMatchObject({
      code: 0,
      stdout: `Added to ${list}: 3.\n`,
    });
    expect(await callCommand('erasures', [list], variables)).toMatchObject({
      stdout: `Added to ${list}: 0.\n`,
    });

    const text = readFileSync(list, 'utf8');
    expect(statSync(list).mode & 0o777).toBe(0o600);
    expect(text).not.toMatch(/@|Quixotely/);
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HistoryEntry);
    expect(entries).toEqual(await noted());
    expect(entries.map(({ kind }) => kind)).toEqual(['erased', 'erased', 'erased']);
    expect(entries[1]).toMatchObject({
      receipt: receipts[1]?.number,
      records: [{ guid: alone.guid, scope: 'guardian' }],
    });
  });

  test('every erasure since the backup is repeated, with its original receipt', async () => {
    await repeated(await noted(), async (url, { done, byHand }) => {
      expect(done).toEqual(receipts.map(({ number }) => number));
      expect(byHand).toEqual([]);
      for (const email of [whole.email, alone.email, nobody]) {
        expect(await traces(email, url)).toBe(0);
      }
      expect(await traces(alone.other, url)).toBeGreaterThan(0);
      expect(await traces(stays.email, url)).toBeGreaterThan(0);
      expect(await query(url, RECEIPTS)).toEqual(await query(live.url, RECEIPTS));
      expect(await query(url, SUPPRESSED)).toEqual(await query(live.url, SUPPRESSED));
      expect(
        await query(url, `SELECT actor FROM audit_events WHERE action = 'privacy.erased'`),
      ).toEqual([{ actor: 'system' }, { actor: 'system' }, { actor: 'system' }]);
    });
  });

  test('an erasure with unknown records is left to a person, with its receipt number', async () => {
    const history = await noted();
    const unknown = history.map((entry) =>
      'records' in entry && entry.records?.[0]?.guid === whole.guid
        ? { ...entry, records: null }
        : entry,
    );
    await repeated(unknown, async (url, { byHand }) => {
      expect(byHand).toEqual([
        {
          receipt: receipts[0]?.number,
          why: `it is not known what was erased of family ${whole.guid}`,
        },
      ]);
      expect(await traces(alone.email, url)).toBe(0);
    });
  });

  test('a family whose address has changed since the backup is left to a person', async () => {
    const address = product.app.get(Suppressions, { strict: false }).hashOf(anEmail());
    const entry = (scope: ErasureScope, { guid }: { guid: string }): HistoryEntry => ({
      kind: 'erased',
      at: product.clock.now().toISOString(),
      address,
      receipt: scope,
      by: 1,
      records: [{ guid, scope }],
    });
    const moved = [entry('family', stays), entry('guardian', alone)];
    await repeated(moved, async (url, { done, byHand }) => {
      const why = 'the backup has another address for family';
      expect(done).toEqual([]);
      expect(byHand).toEqual([
        { receipt: 'family', why: `${why} ${stays.guid}` },
        { receipt: 'guardian', why: `${why} ${alone.guid}` },
      ]);
      expect(await query(url, SUPPRESSED)).toMatchObject([{ address_hash: address }]);
    });
  });

  test('a lifted suppression is not restored', async () => {
    await desk.call('post', '/privacy/suppressions/lift', { email: nobody });
    await repeated(await noted(), async (url) => {
      expect(await query(url, SUPPRESSED)).toHaveLength(2);
    });
  });

  test('an address that was lifted and erased again before the backup stays suppressed', async () => {
    const again = anEmail();
    await erase(again, []);
    product.clock.advance({ minutes: 1 });
    await desk.call('post', '/privacy/suppressions/lift', { email: again });
    product.clock.advance({ minutes: 1 });
    await erase(again, []);
    await product.stop();
    const former = backup;
    backup = await copyDatabase(live.url);
    await former.drop();
    product = await startTestApp({}, { databaseUrl: live.url });

    await repeated(await noted(), async (url) => {
      const known = await query(live.url, SUPPRESSED);
      expect(known).not.toEqual([]);
      expect(await query(url, SUPPRESSED)).toEqual(known);
    });
  });

  test('an address that was erased and has registered again before the backup gets mail', async () => {
    const email = anEmail();
    desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
    await erase(email, []);
    const registrant = await Registrant.begin(product, { email });
    await registrant.saveChild(aChild(email));
    await registrant.agree();
    await product.deliver();
    await registrant.confirm(registrant.token());
    await product.stop();
    const former = backup;
    backup = await copyDatabase(live.url);
    await former.drop();
    product = await startTestApp({}, { databaseUrl: live.url });

    await repeated(await noted(), async (url) => {
      expect(await query(url, SUPPRESSED)).toEqual(await query(live.url, SUPPRESSED));
    });
  });
});

test('a damaged list is refused before anything is restored', async () => {
  writeFileSync(list, '{"kind":"lifted"}\n{"kind":\n');
  const variables = { DATABASE_URL: 'postgresql://127.0.0.1:9/none' };
  expect(await callCommand('restore', ['none', '--erasures', list], variables)).toMatchObject({
    code: 1,
    stderr: `${list} is damaged in line 2.\n`,
  });
});

type Call = (
  program: 'backup' | 'restore' | 'erasures',
  ...args: string[]
) => ReturnType<typeof callCommand>;

/** A database whose backup is older than the erasure of one of its two families. */
async function backedUp(
  url: string,
  call: Call,
): Promise<{ archive: string; number: string; erased: Registrant; stays: Registrant }> {
  const archive = join(folder, `archive-${anEmail()}`);
  await migrate(url);
  const product = await startTestApp({}, { databaseUrl: url });
  const erased = await Registrant.registered(product);
  const stays = await Registrant.registered(product);
  expect(await call('backup', archive)).toMatchObject({ code: 0, stderr: '' });
  desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
  const { number } = await erase(erased.email, [{ guid: erased.guid, scope: 'family' }]);
  expect(await call('erasures', list)).toMatchObject({ code: 0, stderr: '' });
  await product.stop();
  return { archive, number, erased, stays };
}

test('a restore of embedded PostgreSQL keeps families erased, even with --replace', async () => {
  const target = await DataDir.ready();
  const call: Call = (program, ...args) =>
    callCommand(program, args, { DATA_DIR: target.path, SESSION_SECRET: SECRET });
  const { archive, number, erased, stays } = await backedUp(await target.start(), call);
  await target.stop();

  // The list that the database itself kept is enough.
  const replaced = await call('restore', archive, '--replace');
  expect(replaced).toMatchObject({ code: 0 });
  expect(replaced.stdout).toContain(`were noted in ${archive}.erasures.`);
  expect(replaced.stdout).toContain(`Erased again: ${number}.`);
  const url = await target.start();
  expect(await traces(erased.email, url)).toBe(0);
  expect(await traces(stays.email, url)).toBeGreaterThan(0);
  await target.remove();

  const empty = await DataDir.ready();
  const intoEmpty = (secret: string, ...args: string[]): ReturnType<typeof callCommand> =>
    callCommand('restore', [archive, ...args], { DATA_DIR: empty.path, SESSION_SECRET: secret });
  const { stdout } = await intoEmpty(SECRET);
  expect(stdout).toMatch(/families erased after .* are back in the database/);
  const present = await empty.start();
  expect(await traces(erased.email, present)).toBeGreaterThan(0);
  await query(present, 'CREATE TABLE present ()');
  await empty.stop();

  const other = 'another secret that is long enough to be taken';
  const stranger = await intoEmpty(other, '--replace', '--erasures', list);
  expect(stranger).toMatchObject({
    code: 1,
    stdout: expect.not.stringContaining('Restored.') as unknown,
    stderr: expect.stringMatching(/can't be restored: .*SESSION_SECRET/) as unknown,
  });
  expect(await query(await empty.start(), 'SELECT FROM present')).toEqual([]);
  await empty.stop();

  const text = readFileSync(list, 'utf8');
  writeFileSync(list, text.replace(/"records":\[.*?\]/, '"records":null'));
  expect(await intoEmpty(SECRET, '--replace', '--erasures', list)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `Please erase these on the Privacy page:\n${number}: it is not known`,
    ) as unknown,
  });
  // As after a restore that was killed before it repeated the erasures: now only the noted ones tell of them.
  expect(await intoEmpty(SECRET, '--replace')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Erased again: ${number}.`) as unknown,
  });
  await empty.remove();
  await removeTemplate();
});

// Without the system's package, only the embedded PostgreSQL above can be tested.
if (installed !== null) {
  test('a restore of the lab’s own PostgreSQL after its loss keeps families erased', async () => {
    const server = await startPackaged(installed);
    const lost = await createEmptyDatabase(server.url);
    const empty = await createEmptyDatabase(server.url);
    const on =
      ({ url }: TestDatabase): Call =>
      (program, ...args) =>
        callCommand(program, args, {
          DATABASE_URL: url,
          PATH: installed.folder,
          SESSION_SECRET: SECRET,
        });
    const { archive, number, erased, stays } = await backedUp(lost.url, on(lost));
    await lost.drop();

    const variables = { DATABASE_URL: empty.url, PATH: installed.folder };
    const stranger = { ...variables, SESSION_SECRET: 'another secret that is long enough' };
    expect(await callCommand('restore', [archive, '--erasures', list], stranger)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^psql failed: .*SESSION_SECRET/) as unknown,
    });
    // Nothing was restored: the next one needs no --replace.
    const { code, stdout } = await on(empty)('restore', archive, '--erasures', list);

    expect([code, stdout]).toEqual([0, expect.stringContaining(`Erased again: ${number}.`)]);
    expect(await traces(erased.email, empty.url)).toBe(0);
    expect(await traces(stays.email, empty.url)).toBeGreaterThan(0);
    await empty.drop();
    await server.stop();
  });
}
