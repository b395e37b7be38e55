import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { RETENTION } from '@kidlab/contract';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';

import { dataSourceOptions } from '../src/database/data-source.js';
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

/** The columns that the map names, by table: a section each, with the columns in the first cell of its rows. */
async function mapped(): Promise<Map<string, string[]>> {
  const sections = (await readFile(MAP, 'utf8')).split(/^### /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const table = /^`(\w+)`/.exec(section)?.[1];
      if (table === undefined) return [];
      const cells = section.split('\n').filter((line) => line.startsWith('| `'));
      const names = cells.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
      return [[table, names.map(([, name = '']) => name).sort()]];
    }),
  );
}

test('names every column of the database, and none that is not there', async () => {
  const columns: { table: string; names: string[] }[] = await source.query(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY column_name) AS names
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
     GROUP BY table_name ORDER BY table_name`,
  );

  const map = await mapped();

  const expected = Object.fromEntries(
    columns.map(({ table, names }) => [table, [...names].sort()]),
  );
  expect(Object.fromEntries([...map].sort())).toEqual(expected);
});

test('names the days that the retention goes by', async () => {
  const text = await readFile(MAP, 'utf8');
  for (const days of [RETENTION.linkDays, RETENTION.mailDays, RETENTION.auditDays]) {
    expect(text).toContain(`${String(days)} days`);
  }
});
