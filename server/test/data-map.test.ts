import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataSource } from 'typeorm';

import { dataSourceOptions } from '../src/database/data-source.js';
import { RETENTION, RETENTION_RULES } from '../src/retention/retention-rules.js';
import { createTestDatabase } from './database.js';

const MAP = join(__dirname, '..', '..', 'docs', 'privacy.md');

let database: { url: string; drop: () => Promise<void> };
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource(dataSourceOptions(database.url)).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** The section of the map for each table. */
async function sections(): Promise<Map<string, string>> {
  const all = (await readFile(MAP, 'utf8')).split(/^##+ /m).slice(1);
  return new Map(
    all.flatMap((section) => {
      const table = /^`(\w+)`/.exec(section)?.[1];
      return table === undefined ? [] : [[table, section]];
    }),
  );
}

/** The columns in the first cell of a section's rows. */
function columnsIn(section: string): string[] {
  const cells = section.split('\n').filter((line) => line.startsWith('| `'));
  const names = cells.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  return names.map(([, name = '']) => name).sort();
}

test('the data map lists every column of the database and no others', async () => {
  const columns: { table: string; names: string[] }[] = await source.query(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY column_name) AS names
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
     GROUP BY table_name ORDER BY table_name`,
  );

  const map = [...(await sections())].map(([table, section]) => [table, columnsIn(section)]);

  const expected = Object.fromEntries(
    columns.map(({ table, names }) => [table, [...names].sort()]),
  );
  expect(Object.fromEntries(map)).toEqual(expected);
});

test.each(Object.values(RETENTION_RULES).filter(({ keptDays }) => keptDays > 0))(
  'the data map says how long the nightly run keeps $table: $keptDays days',
  async ({ table, keptDays }) => {
    const section = (await sections()).get(table);
    const told = /How long: (?:[^.]*\b)?(\d+) days?\b/.exec(section ?? '')?.[1];
    expect(told).toBe(String(keptDays));
  },
);

test('the data map says how long captured mail is kept', async () => {
  const text = await readFile(MAP, 'utf8');
  const [row = ''] = text.split('\n').filter((line) => line.startsWith('| captured mail'));
  expect(row).toContain(`| ${String(RETENTION.capturedMailDays)} days, nightly`);
});
