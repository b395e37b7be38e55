import { afterEach, beforeEach, expect, test } from 'vitest';

import { ConfigurationError } from '../src/config/readers.js';
import { migrate } from '../src/database/migrate.js';
import { callCommand, query } from './commands.js';
import { createEmptyDatabase, type TestDatabase } from './database.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const takeRights = async (): Promise<void> => {
  await query(database.url, 'REVOKE CREATE ON SCHEMA public FROM pg_database_owner');
};

test.each<[string, string, (url: URL) => void | Promise<void>]>([
  ['a wrong password', 'is refused', (url) => void (url.password = 'hidden')],
  ['another database', 'does not exist', (url) => void (url.pathname = '/hidden')],
  ['another port', 'cannot be reached', (url) => void (url.port = '9')],
  ['TLS, which it has not', 'SSL', (url) => url.searchParams.set('sslmode', 'verify-full')],
  ['a user without rights', 'may not make tables', takeRights],
])('DATABASE_URL with %s fails at startup with a one-line error', async (_, fault, change) => {
  const url = new URL(database.url);
  await change(url);

  const start = migrate(url.href);

  await expect(start).rejects.toThrow(ConfigurationError);
  await expect(start).rejects.toThrow(new RegExp(`^DATABASE_URL [^\n]*${fault}[^\n]*$`));
  await expect(start).rejects.not.toThrow(/hidden/);
});

// PostgreSQL itself closes such a connection only after a minute, which is too late for this test.
test('a command ends at once when DATABASE_URL lacks the password', async () => {
  const url = new URL(database.url);
  url.password = '';

  const { code, stderr } = await callCommand('migrate', [], { DATABASE_URL: url.href });

  expect([code, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL cannot be reached/)]);
}, 45_000);
