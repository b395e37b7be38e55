import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { type Manifest, manifestPath, sha256Of } from '../src/database/backup/manifest.js';
import type { Programs } from '../src/database/backup/programs.js';
import { restoreBackup } from '../src/database/backup/restore-backup.js';
import { writeBackup } from '../src/database/backup/write-backup.js';
import { MIGRATIONS } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';
import { type PackagedServer, postgresPackage, startPackaged } from './postgres-package.js';

const run = promisify(execFile);
const NOW = new Date('2026-11-20T18:00:00Z');
const FAMILIES = 250;
const READER = 'kidlab_reader';

/** The command on a database, in an environment of nothing else. */
function call(
  name: 'backup' | 'restore',
  url: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ stdout: string }> {
  const program = name === 'backup' ? 'database/backup/backup-main.js' : 'restore.js';
  const main = new URL(`../dist/${program}`, import.meta.url);
  return run(process.execPath, [fileURLToPath(main), ...args], {
    env: { DATABASE_URL: url, ...variables },
  });
}

async function query(url: string, text: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

const installed = postgresPackage();
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kidlab-dump-'));
  file = join(folder, 'backup');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

if (installed === null) {
  test('where no package of PostgreSQL can be had, a backup says what is missing', async () => {
    const source = await createEmptyDatabase();
    await migrate(source.url);
    const { stdout } = await call('backup', source.url, [file]);
    await source.drop();
    expect(stdout).toMatch(/Install them \(the package postgresql-client-\d+\)/);
  });
} else {
  describe(`with pg_dump ${installed.major}`, () => {
    const programs: Programs = {
      folder: installed.folder,
      version: installed.major,
      major: Number(installed.major),
    };
    const places = { named: installed.folder, path: [] };
    let server: PackagedServer;
    let source: TestDatabase;
    let target: TestDatabase;

    const dump = (url = source.url): Promise<Manifest> => writeBackup(url, file, NOW, programs);
    const restore = (replace = false): Promise<Manifest> =>
      restoreBackup(target.url, file, { replace, places });
    const sumsOf = async (url: string): Promise<Pick<Manifest, 'tables' | 'sequences'>> => {
      const { tables, sequences } = await writeBackup(url, join(folder, 'again'), NOW);
      return { tables, sequences };
    };
    /** Neither tables nor functions: as it was made. */
    const isUntouched = async (): Promise<boolean> => {
      const rows = await query(
        target.url,
        `SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace
         UNION ALL SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
      );
      return rows.length === 0;
    };

    beforeAll(async () => {
      server = await startPackaged(installed);
      source = await createEmptyDatabase(server.url);
      await migrate(source.url);
      await writeFamilies(source.url, FAMILIES, { seed: 7, now: NOW });
      await query(server.superuserUrl, `CREATE ROLE ${READER}`);
      await query(
        source.url,
        `UPDATE guardians SET first_name = E'\\\\.\\u2028"\\t\\\\''é' WHERE id = (SELECT min(id) FROM guardians);
         INSERT INTO sessions (sid, sess, expire) VALUES ('one', E'{"a":\\n\\n1.10}', '2026-11-20T18:00:00.123456Z');
         GRANT SELECT ON families, audit_events TO ${READER}`,
      );
    });
    afterAll(async () => {
      await source.drop();
      await server.stop();
    });
    beforeEach(async () => {
      target = await createEmptyDatabase(server.url);
    });
    afterEach(() => target.drop());

    test('an archive of its custom format, for its owner alone, is restored to the letter', async () => {
      const { tables, sequences, format } = await dump();

      await restore();

      expect(format).toBe('kidlab-backup-pg_dump-1');
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('PGDMP');
      expect([file, manifestPath(file)].map((path) => statSync(path).mode & 0o777)).toEqual([
        0o600, 0o600,
      ]);
      expect(tables['families']?.rows).toBe(FAMILIES);
      expect(await sumsOf(target.url)).toEqual({ tables, sequences });
    });

    test('rules and rights come along: nobody changes what the audit trail has, readers read', async () => {
      await dump();

      await restore();

      await expect(query(target.url, 'DELETE FROM audit_events')).rejects.toThrow(/audit/);
      await expect(query(target.url, 'TRUNCATE audit_events')).rejects.toThrow(/audit/);
      await expect(
        query(target.url, 'UPDATE guardians SET is_primary_indicator = false'),
      ).rejects.toThrow();
      expect(
        await query(target.url, `SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'`),
      ).toEqual([]);
      const may = (table: string, right: string): string =>
        `has_table_privilege('${READER}', '${table}', '${right}')`;
      expect(
        await query(
          target.url,
          `SELECT ${may('families', 'SELECT')}, ${may('audit_events', 'SELECT')},
             ${may('audit_events', 'UPDATE')}, ${may('guardians', 'SELECT')}`,
        ),
      ).toEqual([[true, true, false, false]]);
      const [owners] = await query(
        target.url,
        `SELECT array_agg(DISTINCT tableowner::text) FROM pg_tables WHERE schemaname = 'public'`,
      );
      expect(owners).toEqual([['kidlab']]);
    });

    test('what is written meanwhile is in it or not, but never in part', async () => {
      const state = { isOver: false };
      let written = 0;
      const writing = (async () => {
        while (!state.isOver) {
          written += 1;
          await query(
            source.url,
            `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
             VALUES ('meanwhile-${String(written)}@example.org', true, now(), 'x', now(), 'x')`,
          );
        }
      })();

      const { tables } = await dump();
      state.isOver = true;
      await writing;
      await restore();

      expect((await sumsOf(target.url)).tables).toEqual(tables);
      await query(
        target.url,
        `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
         VALUES ('after@example.org', true, now(), 'x', now(), 'x')`,
      );
    });

    test.each([
      [
        'one bit of it is other',
        async () => {
          const bytes = await readFile(file);
          const middle = Math.floor(bytes.length / 2);
          bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
          await writeFile(file, bytes);
        },
        /is damaged/,
      ],
      ['its end is missing', () => truncate(file, 1_000), /is damaged/],
      [
        'its end is missing, and the manifest agrees',
        async () => {
          await truncate(file, Math.floor(statSync(file).size / 2));
          await forge((manifest) => manifest);
        },
        /pg_restore gave up/,
      ],
      [
        'a table holds something else than the manifest says',
        () =>
          forge((manifest) => ({
            ...manifest,
            tables: {
              ...manifest.tables,
              children: { rows: manifest.tables['children']?.rows ?? 0, sha256: 'f'.repeat(64) },
            },
          })),
        /Table children is not what was backed up/,
      ],
      [
        'a table is missing',
        () =>
          forge((manifest) => ({
            ...manifest,
            tables: { ...manifest.tables, wishes: { rows: 1, sha256: 'f'.repeat(64) } },
          })),
        /Table wishes is not what was backed up \(0 of 1 rows/,
      ],
      [
        'it is newer than this program',
        () =>
          forge((manifest) => ({ ...manifest, migrations: [...manifest.migrations, 'Later1'] })),
        /newer version of this program/,
      ],
    ])('is refused when %s, and the database stays empty', async (_, damage, text) => {
      await dump();
      await damage();

      await expect(restore()).rejects.toThrow(text);

      expect(await isUntouched()).toBe(true);
    });

    async function forge(change: (manifest: Manifest) => Manifest): Promise<void> {
      const manifest = JSON.parse(readFileSync(manifestPath(file), 'utf8')) as Manifest;
      const forged = { ...change(manifest), sha256: await sha256Of(file) };
      writeFileSync(manifestPath(file), JSON.stringify(forged));
    }

    /** A folder of programs in which one is ours. */
    function programsWith(name: string, script: string): string {
      for (const other of ['pg_dump', 'pg_restore', 'psql']) {
        if (other !== name) symlinkSync(join(installed?.folder ?? '', other), join(folder, other));
      }
      writeFileSync(
        join(folder, name),
        `#!/bin/sh\nreal="${join(installed?.folder ?? '', name)}"\n[ "$1" = --version ] && exec "$real" --version\n${script}\n`,
      );
      chmodSync(join(folder, name), 0o755);
      return folder;
    }

    test('half of it is none of it: pg_restore dies while it writes', async () => {
      await dump();
      const named = programsWith('pg_restore', '"$real" "$@" | head -c 60000; kill -9 $$');

      await expect(
        restoreBackup(target.url, file, { replace: false, places: { named, path: [] } }),
      ).rejects.toThrow(/pg_restore gave up/);

      expect(await isUntouched()).toBe(true);
    });

    test('a pg_dump that fails leaves no file behind', async () => {
      const named = programsWith('pg_dump', 'echo "pg_dump: error: no space left" >&2; exit 1');

      await expect(
        writeBackup(source.url, file, NOW, { ...programs, folder: named }),
      ).rejects.toThrow('pg_dump gave up: no space left');

      expect(
        [file, `${file}.partial`, manifestPath(file)].map((path) =>
          statSync(path, { throwIfNoEntry: false }),
        ),
      ).toEqual([undefined, undefined, undefined]);
    });

    test('a role that was granted something and is missing is named', async () => {
      await dump();
      await query(server.superuserUrl, `ALTER ROLE ${READER} RENAME TO ${READER}_gone`);
      try {
        await expect(restore()).rejects.toThrow(`role "${READER}" does not exist`);
        expect(await isUntouched()).toBe(true);
      } finally {
        await query(server.superuserUrl, `ALTER ROLE ${READER}_gone RENAME TO ${READER}`);
      }
    });

    test('a database that is not empty is refused, or replaced when that is asked for', async () => {
      const { tables } = await dump();
      await migrate(target.url);
      await query(
        target.url,
        `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
         VALUES ('here@example.org', true, now(), 'x', now(), 'x');
         CREATE TABLE of_somebody_else (id int); CREATE VIEW looked_at AS SELECT * FROM users`,
      );

      await expect(restore()).rejects.toThrow(/not empty \(users\).*--replace/);
      expect(await query(target.url, 'SELECT email FROM users')).toEqual([['here@example.org']]);

      await restore(true);
      expect((await sumsOf(target.url)).tables).toEqual(tables);
    });

    test('an older archive gets the later migrations', async () => {
      const older = await createEmptyDatabase(server.url);
      await migrate(
        older.url,
        MIGRATIONS.slice(0, 3).map(({ name }) => name),
      );
      await dump(older.url);
      await older.drop();

      await restore();

      expect(await query(target.url, 'SELECT name FROM migrations ORDER BY id')).toEqual(
        MIGRATIONS.map(({ name }) => [name]),
      );
    });

    test('the commands find pg_dump by themselves, and restore what the other form holds', async () => {
      const backup = await call('backup', source.url, [file]);
      const restored = await call('restore', target.url, [file]);
      expect(backup.stdout).toContain(`Backed up by pg_dump ${installed.major}`);
      expect(restored.stdout).toContain('Restored and verified. SHA-256 ');

      const rows = join(folder, 'rows');
      const { tables } = await writeBackup(source.url, rows, NOW);
      await call('restore', target.url, [rows, '--replace']);
      expect((await sumsOf(target.url)).tables).toEqual(tables);
    });

    test('a wrong password is said in one line', async () => {
      const url = new URL(source.url);
      url.password = 'wrong';
      await expect(call('backup', url.href, [file])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^28P01: password authentication failed[^\n]*\n$/),
      });
    });
  });
}
