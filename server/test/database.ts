import { randomUUID } from 'node:crypto';

import { Client } from 'pg';

/** Made by the global set-up. */
const TEMPLATE_DATABASE = 'kidlab_template';

/** The address of a database on the tests' PostgreSQL. */
function databaseUrl(name: string): string {
  const url = new URL(process.env['KIDLAB_TEST_SERVER'] ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env['KIDLAB_TEST_SERVER'] });
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
  return createDatabase(TEMPLATE_DATABASE);
}

/** The same without a schema, as a first start finds it. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `kidlab_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return {
    url: databaseUrl(name),
    drop: () => onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}
