import { randomUUID } from 'node:crypto';

import { Client } from 'pg';

/** Made by the global set-up. */
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

/** A database of its own for one test file, with the schema in place. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(testServer(), TEMPLATE_DATABASE);
}

/** The same without a schema, as a first start finds it. @param server another one than the tests' own. */
export function createEmptyDatabase(server = testServer()): Promise<TestDatabase> {
  return createDatabase(server, 'template1');
}

/** Another database on the tests' server with the same content. Nobody may use the first one meanwhile. */
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
