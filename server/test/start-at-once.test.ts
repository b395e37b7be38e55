import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from 'pg';

import { migrate } from '../src/database/migrate.js';
import { MIGRATIONS } from '../src/database/data-source.js';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { freePort, ServerProcess } from './server-process.js';

const SERVERS = 3;

let database: TestDatabase;
let client: Client;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await client.end();
  await database.drop();
});

test(`${String(SERVERS)} servers start at once on an empty database: one migrates, one creates the first user`, async () => {
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
  servers = ports.map(
    (port) =>
      new ServerProcess(port, {
        DATABASE_URL: database.url,
        SESSION_SECRET: 'a secret of the tests that is long enough',
      }),
  );

  await Promise.all(servers.map((server) => server.start()));

  const ready = await Promise.all(servers.map(({ origin }) => fetch(`${origin}/health/ready`)));
  expect(ready.map(({ status }) => status)).toEqual(servers.map(() => 200));
  expect(await column('SELECT name FROM migrations ORDER BY id')).toEqual(
    MIGRATIONS.map(({ name }) => name),
  );
  expect(await column('SELECT email FROM users')).toEqual(['admin@localhost']);
  expect(await column('SELECT action FROM audit_events')).toEqual(['user.added']);
  await Promise.all(servers.map((server) => server.stop()));
  const told = servers.filter(({ output }) => output.includes('First login    admin@localhost'));
  expect(told).toHaveLength(1);
});

test('a migration waits for a running one, then has nothing left to do', async () => {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(4715120)');
  const waiting = migrate(database.url);
  await untilOneWaits(client);
  await client.query('COMMIT');

  expect(await waiting).toEqual([]);
});

test('a lock timeout of the database does not end that wait', async () => {
  const other = await createEmptyDatabase();
  const name = new URL(other.url).pathname.slice(1);
  const holder = new Client({ connectionString: other.url });
  await holder.connect();
  try {
    await client.query(`ALTER DATABASE "${name}" SET lock_timeout = '50ms'`);
    for (const applied of [MIGRATIONS.map(({ name: each }) => each), []]) {
      await holder.query('BEGIN');
      await holder.query('SELECT pg_advisory_xact_lock(4715120)');
      const waiting = migrate(other.url);
      await untilOneWaits(holder);
      // Longer than the lock timeout.
      await Promise.race([waiting, holder.query('SELECT pg_sleep(0.2)')]);
      await holder.query('COMMIT');
      expect(await waiting).toEqual(applied);
    }
  } finally {
    await holder.end();
    await other.drop();
  }
});

/** Waits until a session waits for a lock of this database. pg_locks also lists those of other tests. */
async function untilOneWaits(connection: Client): Promise<void> {
  const waiters = `
    SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
  while ((await connection.query(waiters)).rows.length === 0) await pause(20);
}

/** The first column of a query's rows. */
async function column(query: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
  return rows.map(([value]) => value);
}
