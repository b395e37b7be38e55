import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client } from 'pg';

import { migrate, MIGRATION_LOCK } from '../src/database/migrate.js';
import { callCommand, DataDir, query, removeTemplate } from './commands.js';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';
import { type PackagedServer, postgresPackage, startPackaged } from './postgres-package.js';

const FAMILIES = 60;
const READER = 'kidlab_reader';
const installed = postgresPackage();

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-backup-'));
  file = join(folder, 'backup');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Fills a database with families and one text that a careless format would corrupt. */
async function fill(url: string): Promise<void> {
  await migrate(url);
  await writeFamilies(url, FAMILIES, { seed: 7 });
  await query(
    url,
    `UPDATE guardians SET first_name = E'# x\\u2028"\\\\''é' WHERE id = (SELECT min(id) FROM guardians)`,
  );
}

/** The content of all tables, as one checksum per table. */
async function contentOf(url: string): Promise<unknown> {
  const tables = await query(
    url,
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind = 'r' AND relpersistence = 'p' ORDER BY 1`,
  );
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${String(name)}' AS name, count(*)::int AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS sum FROM ${String(name)} t`,
  );
  return query(url, sums.join(' UNION ALL '));
}

const later = (url: string): Promise<unknown> =>
  query(
    url,
    `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
     VALUES ('later@example.org', true, now(), 'x', now(), 'x')`,
  );

afterAll(removeTemplate);

describe('backup and restore of the embedded PostgreSQL, which has no pg_dump', () => {
  let source: DataDir;
  let target: DataDir;
  let url: string;
  /** A valid backup for the tests of restore. */
  let good: string;

  const backup = (): ReturnType<typeof callCommand> =>
    callCommand('backup', [file], { DATA_DIR: source.path });
  const restore = (...options: string[]): ReturnType<typeof callCommand> =>
    callCommand('restore', [file, ...options], { DATA_DIR: target.path });

  beforeAll(async () => {
    source = await DataDir.ready();
    url = await source.start();
    await fill(url);
    good = join(source.path, 'good');
    await callCommand('backup', [good], { DATA_DIR: source.path });
  });
  afterAll(() => source.remove());
  beforeEach(async () => {
    target = await DataDir.ready();
  });
  afterEach(() => target.remove());

  test('restores an exact snapshot from a file that only its owner can read', async () => {
    const before = await contentOf(url);
    const state = { isOver: false };
    const writing = (async () => {
      for (let number = 1; !state.isOver; number += 1) {
        await query(
          url,
          `BEGIN; CREATE TABLE pair_${String(number)} AS SELECT generate_series(1, 2000);
           DROP TABLE IF EXISTS pair_${String(number - 1)}; COMMIT`,
        );
      }
    })();
    expect(await backup()).toMatchObject({ code: 0, stderr: '' });
    state.isOver = true;
    await writing;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await backup()).toMatchObject({ code: 1, stderr: /already exists/ });

    await target.remove();
    target = DataDir.empty();
    expect(await restore()).toMatchObject({ code: 0, stderr: '' });

    const restored = await target.start();
    // Exactly one of the pairs exists at any moment.
    const pairs = await query(
      restored,
      `SELECT relname::text AS name FROM pg_class WHERE relname LIKE 'pair%' AND relkind = 'r'`,
    );
    expect(pairs.length).toBeLessThanOrEqual(1);
    for (const each of [url, restored]) {
      const [found] = await query(
        each,
        `SELECT relname::text AS name FROM pg_class WHERE relname LIKE 'pair%' AND relkind = 'r'`,
      );
      if (found !== undefined) await query(each, `DROP TABLE ${String(found['name'])}`);
    }
    expect(await contentOf(restored)).toEqual(before);
    await expect(query(restored, 'TRUNCATE audit_events')).rejects.toThrow(/audit/);
  });

  test('refuses a database that is not empty, unless asked to replace it', async () => {
    copyFileSync(good, file);
    const other = await target.start();
    await migrate(other);
    await later(other);
    await target.stop();

    expect(await restore()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not empty.*--replace/) as unknown,
    });
    expect(await query(await target.start(), 'SELECT email FROM users')).toEqual([
      { email: 'later@example.org' },
    ]);
    await target.stop();

    expect(await restore('--replace')).toMatchObject({ code: 0 });
    expect(await contentOf(await target.start())).toEqual(await contentOf(url));
  });

  test('refuses a damaged, wrong or missing file and leaves the database unchanged', async () => {
    const there = await target.start();
    await migrate(there);
    await later(there);
    await target.stop();
    copyFileSync(good, file);

    for (const [damage, text] of [
      [() => truncateSync(file, Math.floor(statSync(file).size / 2)), /can't be restored/],
      [() => writeFileSync(file, 'no backup'), /can't be restored/],
      [() => rmSync(file), /does not exist/],
    ] as const) {
      damage();
      expect(await restore('--replace')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(text) as unknown,
      });
    }
    expect(await query(await target.start(), 'SELECT email FROM users')).toEqual([
      { email: 'later@example.org' },
    ]);
  });

  test('refuses a backup of a newer version and leaves the database unchanged', async () => {
    await query(url, `INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
    await backup();
    await query(url, `DELETE FROM migrations WHERE name = 'Later1'`);
    await migrate(await target.start());
    await target.stop();

    expect(await restore('--replace')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/newer version of this program/) as unknown,
    });
    expect(await query(await target.start(), 'SELECT 1 FROM families')).toEqual([]);
  });

  test('refuses a database that a server is using', async () => {
    copyFileSync(good, file);
    const server = new Client({
      connectionString: await target.start(),
      application_name: 'kidlab',
    });
    await server.connect();
    expect(await restore('--replace')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/stop all/) as unknown,
    });
    await server.end();
  });
});

test('a command with wrong arguments exits with 1 and prints one line', async () => {
  const variables = { DATABASE_URL: 'postgresql://127.0.0.1:9/none' };
  expect(await callCommand('restore', ['one', 'two'], variables)).toMatchObject({
    code: 1,
    stderr: 'npm run restore -- FILE [--replace] [--erasures FILE]\n',
  });
});

test.each(['backup', 'restore', 'erasures'] as const)(
  '%s with wrong arguments makes no embedded database',
  async (name) => {
    const data = DataDir.empty();
    expect(await callCommand(name, ['--help'], { DATA_DIR: data.path })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(`^npm run ${name} -- FILE`) as unknown,
    });
    await data.remove();
  },
);

test('migrate takes no arguments', async () => {
  const variables = { DATABASE_URL: 'postgresql://127.0.0.1:9/none' };
  expect(await callCommand('migrate', ['--help'], variables)).toMatchObject({
    code: 1,
    stderr: 'npm run migrate\n',
  });
});

test.each(['backup', 'erasures'] as const)(
  '%s of an empty database is refused: probably another one was meant',
  async (name) => {
    const data = await DataDir.ready();
    expect(await callCommand(name, [file], { DATA_DIR: data.path })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database is empty: set DATABASE_URL/) as unknown,
    });
    expect(existsSync(file)).toBe(false);
    await data.remove();
  },
);

test('two backups to one file at the same moment do not share a draft', async () => {
  const data = await DataDir.ready();
  await migrate(await data.start());
  const call = (): ReturnType<typeof callCommand> =>
    callCommand('backup', [file], { DATA_DIR: data.path });

  const answers = await Promise.all([call(), call(), call()]);

  expect(answers.map(({ code }) => code)).toContain(0);
  expect(execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })).toContain('cluster/PG_VERSION');
  expect(readdirSync(folder)).toEqual(['backup']);
  await data.remove();
});

test('without pg_dump, a backup of the lab’s own PostgreSQL says what is missing', async () => {
  const source = await createEmptyDatabase();
  const variables = { DATABASE_URL: source.url, PATH: folder };
  expect(await callCommand('backup', [file], variables)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^pg_dump was not found\. .*PATH\.\n$/) as unknown,
  });
  expect(readdirSync(folder)).toEqual([]);
  await source.drop();
});

// Without the system's PostgreSQL package, only the backup of the embedded one above can be tested.
if (installed !== null) {
  describe(`backup and restore of the lab's own PostgreSQL with pg_dump ${installed.major}`, () => {
    let server: PackagedServer;
    let source: TestDatabase;
    let target: TestDatabase;

    const call = (
      name: 'backup' | 'restore',
      database: TestDatabase,
      ...options: string[]
    ): ReturnType<typeof callCommand> =>
      callCommand(name, [file, ...options], {
        DATABASE_URL: database.url,
        PATH: installed.folder,
      });

    beforeAll(async () => {
      server = await startPackaged(installed);
      source = await createEmptyDatabase(server.url);
      await fill(source.url);
      await query(server.superuserUrl, `CREATE ROLE ${READER}`);
      await query(source.url, `GRANT SELECT ON families TO ${READER}`);
    });
    afterAll(async () => {
      await source.drop();
      await server.stop();
    });
    beforeEach(async () => {
      target = await createEmptyDatabase(server.url);
    });
    afterEach(() => target.drop());

    test('restores the exact data, with triggers and privileges', async () => {
      expect(await call('backup', source)).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('PGDMP');
      expect(statSync(file).mode & 0o777).toBe(0o600);

      expect(await call('restore', target)).toMatchObject({ code: 0, stderr: '' });

      expect(await contentOf(target.url)).toEqual(await contentOf(source.url));
      await expect(query(target.url, 'TRUNCATE audit_events')).rejects.toThrow(/audit/);
      expect(
        await query(target.url, `SELECT has_table_privilege('${READER}', 'families', 'SELECT')`),
      ).toEqual([{ has_table_privilege: true }]);
    });

    test('refuses a database that is not empty, unless asked to replace all its content', async () => {
      await call('backup', source);
      await migrate(target.url);
      await later(target.url);
      await query(
        target.url,
        'CREATE TABLE newer (id int); CREATE VIEW looked_at AS SELECT * FROM users',
      );

      expect(await call('restore', target)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/not empty.*--replace/) as unknown,
      });
      expect(await query(target.url, 'SELECT email FROM users')).toEqual([
        { email: 'later@example.org' },
      ]);

      expect(await call('restore', target, '--replace')).toMatchObject({ code: 0, stderr: '' });
      expect(await contentOf(target.url)).toEqual(await contentOf(source.url));
    });

    test.each<[string, () => Promise<unknown>, RegExp]>([
      [
        'the end of the file is missing',
        () => truncate(file, Math.floor(statSync(file).size / 2)),
        /pg_restore failed|psql failed/,
      ],
      [
        'a role with privileges no longer exists',
        () => query(server.superuserUrl, `ALTER ROLE ${READER} RENAME TO ${READER}_gone`),
        new RegExp(`role "${READER}" does not exist`),
      ],
    ])('leaves the database unchanged when %s', async (_, damage, text) => {
      await call('backup', source);
      await migrate(target.url);
      await later(target.url);
      await damage();
      try {
        expect(await call('restore', target, '--replace')).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(text) as unknown,
        });
        expect(await query(target.url, 'SELECT email FROM users')).toEqual([
          { email: 'later@example.org' },
        ]);
      } finally {
        await query(server.superuserUrl, `ALTER ROLE ${READER}_gone RENAME TO ${READER}`).catch(
          () => undefined,
        );
      }
    });

    test('leaves the database unchanged when it is killed', async () => {
      await call('backup', source);
      await migrate(target.url);
      await later(target.url);
      writeFileSync(join(folder, 'pg_restore'), '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 });
      const holder = new Client({ connectionString: target.url });
      await holder.connect();
      await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);

      await callCommand('restore', [file, '--replace'], {
        DATABASE_URL: target.url,
        PATH: `${folder}:${installed.folder}`,
      });
      // psql outlives the command: first it waits for the lock, then it has read all its input.
      const psql = (): ReturnType<typeof query> =>
        query(
          target.url,
          `SELECT wait_event_type AS "waitsFor" FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'kidlab-backup'`,
        );
      const patience = { timeout: 20_000 };
      await vi.waitFor(async () => expect(await psql()).toEqual([{ waitsFor: 'Lock' }]), patience);
      await holder.end();
      await vi.waitFor(async () => expect(await psql()).toEqual([]), patience);

      expect(await query(target.url, 'SELECT email FROM users')).toEqual([
        { email: 'later@example.org' },
      ]);
    });

    test('refuses a backup of a newer version', async () => {
      await query(source.url, `INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
      await call('backup', source);
      await query(source.url, `DELETE FROM migrations WHERE name = 'Later1'`);

      expect(await call('restore', target)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/newer version of this program/) as unknown,
      });
      expect(await query(target.url, `SELECT to_regclass('families') AS found`)).toEqual([
        { found: null },
      ]);
    });

    test('reports a wrong password in one line', async () => {
      const url = new URL(source.url);
      url.password = 'wrong';
      expect(await call('backup', { ...source, url: url.href })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^pg_dump failed: [^\n]*password authentication failed[^\n]*\n$/,
        ) as unknown,
      });
    });
  });
}
