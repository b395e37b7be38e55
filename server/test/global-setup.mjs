// One PostgreSQL for all test files: TEST_DATABASE_URL where it is set, else an embedded one in a folder of its own.
// The schema is migrated once, into a template that every test file copies. Plain JavaScript on the build: jest maps
// no modules for its global set-up.
import pg from 'pg';

import { startTemporaryPostgres } from './temporary-postgres.mjs';
import { migrate } from '../dist/database/migrate.js';

const TEMPLATE_DATABASE = 'kidlab_template';

export default async function setUp() {
  let serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl === undefined) {
    const postgres = await startTemporaryPostgres();
    globalThis.stopTestPostgres = () => postgres.stop();
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
