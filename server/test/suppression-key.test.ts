import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';

import { SystemRandomness } from '../src/common/randomness.js';
import { Secrets } from '../src/config/secrets.js';
import { dataSourceOptions } from '../src/database/data-source.js';
import { SuppressionKey } from '../src/email/suppression/suppression-key.js';
import { Suppressions } from '../src/email/suppression/suppressions.js';
import { createTestDatabase } from './database.js';
import { FakeClock } from './fake-clock.js';

const EMAIL = 'maya@example.org';

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

/** A server that starts with these secrets, the newest first. */
async function start(...secrets: string[]): Promise<Suppressions> {
  const key = new SuppressionKey(source, new Secrets(secrets), new SystemRandomness());
  await key.onApplicationBootstrap();
  return new Suppressions(key, new FakeClock());
}

test('hashes stay recognisable through every rotation of the secret', async () => {
  const first = await start('one');
  expect(await first.since(source.manager, EMAIL)).toBeNull();
  await first.add(source.manager, await first.hashOf(EMAIL));

  for (const secrets of [['two', 'one'], ['two'], ['three', 'two'], ['three']]) {
    const server = await start(...secrets);
    expect(await server.since(source.manager, EMAIL.toUpperCase())).not.toBeNull();
    expect(await server.since(source.manager, 'maya+toys@example.org')).not.toBeNull();
    expect(await server.since(source.manager, 'other@example.org')).toBeNull();
  }
});

test('a secret that does not open the key stops the start, by name', async () => {
  await expect(start('forgotten')).rejects.toThrow(/^SESSION_SECRET/);
});

test('two servers that hash at once make one key', async () => {
  await source.query('DELETE FROM suppression_keys');
  const servers = await Promise.all([start('a'), start('a')]);

  const [one, other] = await Promise.all(servers.map((server) => server.hashOf(EMAIL)));

  expect(one).toBe(other);
});

test('the database holds neither the address nor a key in clear', async () => {
  const rows: { wrapped_key: string }[] = await source.query(
    'SELECT wrapped_key FROM suppression_keys',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.wrapped_key.split('.').map((part) => part.length)).toEqual([16, 22, 43]);
});
