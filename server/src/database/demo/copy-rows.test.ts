import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { createTestDatabase } from '../../../test/database.js';
import { copyRows } from './copy-rows.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('CREATE TABLE given (number integer PRIMARY KEY, words text, record jsonb)');
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

test('every text arrives as it was, and nothing is not the empty text', async () => {
  const texts = ['', 'a\tb', 'a\nb\r\nc', '\\N', 'back\\slash', '\\.', 'Đặng “ü” 😀', null];
  const rows = texts.map((words, number) => ({ number, words, record: { words, list: ['\n'] } }));
  await copyRows(client, 'given', rows);
  expect((await client.query('SELECT * FROM given ORDER BY number')).rows).toEqual(rows);
});

test('more rows than one message holds arrive, in order', async () => {
  const rows = Array.from({ length: 5_000 }, (_, number) => ({ number, words: 'x'.repeat(60) }));
  await copyRows(client, 'given', rows);
  const { rows: found } = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM given',
  );
  expect(found).toEqual([{ count: 5_000 }]);
});

test('a row that the table refuses ends the copy, and the connection goes on', async () => {
  const twice = [{ number: 1 }, { number: 1 }];
  await expect(copyRows(client, 'given', twice)).rejects.toThrow('duplicate key');
  await copyRows(client, 'given', []);
  expect((await client.query('SELECT number FROM given')).rows).toEqual([]);
});
