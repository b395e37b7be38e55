import { createServer } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { URLSearchParams } from 'node:url';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { writeDemoData } from '../dist/database/demo/write-demo-data.js';
import { startTemporaryPostgres } from '../dist/database/embedded/temporary.js';
import { migrate } from '../dist/database/migrate.js';
import { deepOffset, readCases } from './cases.mjs';
import { send } from './load.mjs';
import { NODE_ARGS } from '../scripts/node-args.mjs';
import { startProgram } from './processes.mjs';

export const STAFF = { username: 'admin@example.org', password: 'toys are for testing 2026' };
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** What the searches look for: a family of the middle, and a name that few have. */
async function sampleOf(databaseUrl, families) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query(
    `SELECT guid, email, (SELECT family_name FROM families WHERE state = 'registered' AND family_name !~ '[^A-Za-z]'
       GROUP BY family_name HAVING length(family_name) = 9 ORDER BY count(*), family_name LIMIT 1) AS "rareName"
     FROM families WHERE state = 'registered' ORDER BY id OFFSET (SELECT count(*) / 2 FROM families WHERE state = 'registered') LIMIT 1`,
  );
  const deep = await client.query(
    `SELECT id FROM families WHERE state <> 'draft' ORDER BY id OFFSET $1 LIMIT 1`,
    [deepOffset(families)],
  );
  await client.end();
  return { ...rows[0], deepId: deep.rows[0].id };
}

/**
 * A PostgreSQL with so many families: one of its own, or the one that `BENCH_DATABASE_<families>` names, which has them already;
 * what is measured changes some of them.
 */
async function startDatabase(families, say) {
  const given = process.env[`BENCH_DATABASE_${families}`];
  if (given !== undefined) {
    await migrate(given);
    return { url: given, stop: () => Promise.resolve() };
  }
  const postgres = await startTemporaryPostgres();
  await migrate(postgres.url);
  const started = performance.now();
  await writeDemoData(postgres.url, families, {
    seed: 1,
    now: new Date(),
    confirmationWindowHours: 72,
    followUpAfterHours: 72,
    unconfirmedRetentionDays: 30,
    cityOf: () => 'Berkeley',
  });
  say(`${families} families written in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return postgres;
}

/** The product and the bare server on a PostgreSQL with so many families. */
export async function startWorld(families, say) {
  const folder = await mkdtemp(join(tmpdir(), 'kidlab-bench-'));
  const postgres = await startDatabase(families, say);
  const stops = [() => rm(folder, { recursive: true, force: true }), () => postgres.stop()];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const cases = await readCases(families, await sampleOf(postgres.url, families));
    const casesFile = join(folder, 'cases.json');
    const forBare = {
      cases: Object.fromEntries(cases.map((each) => [each.key, each])),
      hash: await hash(STAFF.password, COST),
    };
    await writeFile(casesFile, JSON.stringify(forBare));
    const [port, barePort, sinkPort] = [await freePort(), await freePort(), await freePort()];
    // As in production but for the limits of calls, which a benchmark must not meet and production refuses to lift.
    const env = {
      NODE_ENV: 'development',
      RATE_LIMIT: 'off',
      BOT_CHECK: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_BASE_URL: `http://localhost:${port}`,
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      SMTP_URL: `smtp://127.0.0.1:${sinkPort}`,
      ADMIN_EMAIL: STAFF.username,
      ADMIN_PASSWORD: STAFF.password,
    };
    const sign = 'Registration  ';
    const product = await startProgram('../dist/main.js', { env, sign, args: NODE_ARGS });
    stops.push(() => product.stop());
    const bareEnv = { PORT: String(barePort), DATABASE_URL: postgres.url, BENCH_CASES: casesFile };
    const bare = await startProgram('bare.mjs', { env: bareEnv, sign: 'ready' });
    stops.push(() => bare.stop());
    const origins = {
      product: `http://127.0.0.1:${port}`,
      bare: `http://127.0.0.1:${barePort}`,
    };
    const login = {
      method: 'POST',
      url: `${origins.product}/kidlab-reg/admin/api/login`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(STAFF).toString(),
    };
    const answer = await send(undefined, login);
    if (answer.status !== 200) throw new Error(`no login: ${answer.status} ${answer.text}`);
    const cookie = answer.headers['set-cookie'].map((each) => each.split(';')[0]).join('; ');
    return {
      families,
      postgres,
      env,
      sign,
      product,
      cases,
      origins,
      login,
      cookie,
      sinkPort,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
