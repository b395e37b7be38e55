// One PostgreSQL for all test files: TEST_DATABASE_URL if it is set, otherwise an embedded one in its own folder.
// The schema is migrated once, into a template that every test file copies. This is plain JavaScript that uses the
// build, so the template is what the product creates at its start.
import pg from 'pg';

import { startTemporaryPostgres } from './temporary-postgres.mjs';
import { migrate } from '../dist/database/migrate.js';

const TEMPLATE_DATABASE = 'kidlab_template';

let postgres;

export async function setup() {
  let serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl === undefined) {
    postgres = await startTemporaryPostgres();
    serverUrl = postgres.url;
  }
  process.env.KIDLAB_TEST_SERVER = serverUrl;

  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(serverUrl);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(template.href);
}

export async function teardown() {
  await postgres?.stop();
}
