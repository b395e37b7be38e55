import { randomUUID } from 'node:crypto';

import { Client } from 'pg';

/** Created by the global setup. */
const TEMPLATE_DATABASE = 'kidlab_template';

/** The tests' PostgreSQL. */
const testServer = (): string => process.env['KIDLAB_TEST_SERVER'] ?? '';

/** The address of a database on a server. */
function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  drop: () => Promise<void>;
}

/** A separate database for one test file, with the schema. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(testServer(), TEMPLATE_DATABASE);
}

/** A database without a schema, as on a first start. @param server if it is not the tests' own. */
export function createEmptyDatabase(server = testServer()): Promise<TestDatabase> {
  return createDatabase(server, 'template1');
}

/** A copy of a database on the tests' server. The original must have no connections meanwhile. */
export function copyDatabase(url: string): Promise<TestDatabase> {
  return createDatabase(testServer(), new URL(url).pathname.slice(1));
}

async function createDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = `kidlab_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}
