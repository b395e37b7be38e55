import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { type Manifest, manifestPath, sha256Of } from '../src/database/backup/manifest.js';
import { restoreBackup } from '../src/database/backup/restore-backup.js';
import { writeBackup } from '../src/database/backup/write-backup.js';
import { MIGRATIONS } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';

const run = promisify(execFile);
const NOW = new Date('2026-11-20T18:00:00Z');
const FAMILIES = 250;
/** No pg_dump is needed for the rows that the product writes itself. */
const PLACES = { named: null, path: [] };

let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let file: string;

async function query(database: TestDatabase, text: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  source = await createTestDatabase();
  await writeFamilies(source.url, FAMILIES, { seed: 7, now: NOW });
  // What a careless format would lose: line separators, quotes, a file's own markers, JSON with line ends, big numbers.
  await query(
    source,
    `UPDATE guardians SET first_name = E'# table x\\u2028"\\\\''é' WHERE id = (SELECT min(id) FROM guardians);
     INSERT INTO sessions (sid, sess, expire) VALUES ('one', E'{"a":\\n\\n1.10}', '2026-11-20T18:00:00.123456Z');
     INSERT INTO audit_events (occurred_at, actor, action, subject_type, subject_id, after)
       VALUES ('2026-11-20T18:00:00Z', 'somebody@example.org', 'trial', 'x', '1', '{"n": 12345678901234567890.10}')`,
  );
});
afterAll(() => source.drop());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-backup-'));
  file = join(folder, 'backup');
  target = await createEmptyDatabase();
});
afterEach(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});

/** Tables, rows and checksums of a database, by a backup of its own. */
async function sumsOf(database: TestDatabase): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const { tables, sequences } = await writeBackup(database.url, join(folder, 'again'), NOW);
  return { tables, sequences };
}

describe('a backup', () => {
  test('is restored into an empty database: equal rows, equal checksums, equal counters', async () => {
    const { tables, sequences } = await writeBackup(source.url, file, NOW);

    await restoreBackup(target.url, file, { replace: false, places: PLACES });

    expect(tables['families']?.rows).toBe(FAMILIES);
    expect(await sumsOf(target)).toEqual({ tables, sequences });
    const names = 'SELECT first_name FROM guardians ORDER BY id LIMIT 1';
    expect(await query(target, names)).toEqual(await query(source, names));
  });

  test('leaves the rules in force, and new rows get new numbers', async () => {
    await writeBackup(source.url, file, NOW);

    await restoreBackup(target.url, file, { replace: false, places: PLACES });

    const nobody = 'UPDATE guardians SET is_primary_indicator = false';
    await expect(query(target, nobody)).rejects.toThrow();
    await expect(query(target, 'TRUNCATE audit_events')).rejects.toThrow();
    const disabled = `SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'`;
    expect(await query(target, disabled)).toEqual([]);
    const [[last], [next]] = (await query(
      target,
      `SELECT max(id) FROM audit_events UNION ALL SELECT nextval(pg_get_serial_sequence('audit_events', 'id'))`,
    )) as [[string], [string]];
    expect(Number(next)).toBeGreaterThan(Number(last));
  });

  test('is for its owner alone, and never overwrites another one', async () => {
    await writeBackup(source.url, file, NOW);

    expect([file, manifestPath(file)].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    await expect(writeBackup(source.url, file, NOW)).rejects.toThrow(/is there already/);
  });

  test.each([
    [
      'one bit is other',
      () => {
        const bytes = readFileSync(file);
        const middle = Math.floor(bytes.length / 2);
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
        writeFileSync(file, bytes);
      },
      /is damaged/,
    ],
    [
      'its end is missing',
      () => {
        truncateSync(file, 1_000);
      },
      /is damaged/,
    ],
    [
      'it is missing',
      () => {
        rmSync(file);
      },
      /cannot be read \(ENOENT\)/,
    ],
    [
      'its manifest is missing',
      () => {
        rmSync(manifestPath(file));
      },
      /cannot be read \(ENOENT\)/,
    ],
    [
      'its manifest is another thing',
      () => {
        writeFileSync(manifestPath(file), '{}');
      },
      /no manifest/,
    ],
  ])('is refused when %s, and nothing is touched', async (_, damage, text) => {
    await writeBackup(source.url, file, NOW);
    damage();

    await expect(
      restoreBackup(target.url, file, { replace: false, places: PLACES }),
    ).rejects.toThrow(text);

    expect(await query(target, `SELECT to_regclass('migrations')`)).toEqual([[null]]);
  });

  test('whose rows were changed along with the checksum of the file is found out, and nothing is kept', async () => {
    const manifest = await writeBackup(source.url, file, NOW);
    const text = gunzipSync(readFileSync(file)).toString();
    writeFileSync(file, gzipSync(text.replace('"trial"', '"other"')));
    const forged = { ...manifest, sha256: await sha256Of(file) };
    writeFileSync(manifestPath(file), JSON.stringify(forged));

    await expect(
      restoreBackup(target.url, file, { replace: false, places: PLACES }),
    ).rejects.toThrow(/Table audit_events is not what was backed up/);

    expect(await query(target, 'SELECT count(*)::int FROM families')).toEqual([[0]]);
  });
});

describe('a database that is not empty', () => {
  beforeEach(async () => {
    await writeBackup(source.url, file, NOW);
    await migrate(target.url);
    await query(
      target,
      `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
       SELECT 'here@example.org', true, now(), 'x', now(), 'x'`,
    );
  });

  test('is refused, and keeps what it holds', async () => {
    await expect(
      restoreBackup(target.url, file, { replace: false, places: PLACES }),
    ).rejects.toThrow(/not empty \(users\).*--replace/);
    expect(await query(target, 'SELECT email FROM users')).toEqual([['here@example.org']]);
  });

  test('is replaced when that is asked for', async () => {
    const { tables } = await restoreBackup(target.url, file, { replace: true, places: PLACES });

    expect((await sumsOf(target)).tables).toEqual(tables);
  });

  test('that a server uses is refused', async () => {
    const client = new Client({ connectionString: target.url, application_name: 'kidlab' });
    await client.connect();

    await expect(
      restoreBackup(target.url, file, { replace: true, places: PLACES }),
    ).rejects.toThrow(/stop all/);

    await client.end();
  });
});

test('an older backup gets the tables of its time, then the later migrations', async () => {
  const older = await createEmptyDatabase();
  const early = MIGRATIONS.slice(0, 3).map(({ name }) => name);
  await migrate(older.url, early);
  await query(
    older,
    `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
     SELECT 'early@example.org', true, now(), 'x', now(), 'x'`,
  );
  await writeBackup(older.url, file, NOW);

  await restoreBackup(target.url, file, { replace: false, places: PLACES });

  expect(await query(target, 'SELECT email FROM users')).toEqual([['early@example.org']]);
  expect(await query(target, 'SELECT name FROM migrations ORDER BY id')).toEqual(
    MIGRATIONS.map(({ name }) => [name]),
  );
  await older.drop();
});

describe('the commands', () => {
  const MAIN = { backup: 'database/backup/backup-main.js', restore: 'restore.js' } as const;
  const call = async (name: keyof typeof MAIN, ...args: string[]): Promise<{ stdout: string }> =>
    run(
      process.execPath,
      [fileURLToPath(new URL(`../dist/${MAIN[name]}`, import.meta.url)), ...args],
      {
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: name === 'backup' ? source.url : target.url,
        },
      },
    );

  test('tell what they did, with the number of rows of each table', async () => {
    const backup = await call('backup', file);
    const restore = await call('restore', file);

    expect(backup.stdout).toMatch(new RegExp(`^ +${String(FAMILIES)}  families$`, 'm'));
    expect(backup.stdout).toContain('Backed up. SHA-256 ');
    expect(restore.stdout).toContain('Restored and verified. SHA-256 ');
  });

  test.each<[keyof typeof MAIN, string[], string]>([
    ['backup', [], 'npm run backup -- FILE\n'],
    ['backup', ['one', '--replace'], 'npm run backup -- FILE\n'],
    ['restore', ['one', 'two'], 'npm run restore -- FILE [--replace] [--erasures FILE]\n'],
    ['restore', ['/nowhere/file'], '/nowhere/file.manifest.json cannot be read (ENOENT).\n'],
  ])('%s %j ends with 1 and one line', async (name, args, stderr) => {
    await expect(call(name, ...args)).rejects.toMatchObject({ code: 1, stderr });
  });
});
