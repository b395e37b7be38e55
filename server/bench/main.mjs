// npm run bench [-- --families 1000000]: measures the budgets of docs/speed.md on the built product with its embedded
// PostgreSQL, and prints a line for each: what, measured, budget, ok or missed. Ends with 1 when one is missed.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { writeDemoData } from '../dist/database/demo/write-demo-data.js';
import { startEmbeddedPostgres } from '../dist/database/embedded/index.js';
import { migrate } from '../dist/database/migrate.js';
import { freePort, run, secondsSince, startProduct } from './processes.mjs';
import { startSink } from './sink.mjs';

const USUAL_FAMILIES = 100_000;
const { values } = parseArgs({
  options: { families: { type: 'string', default: String(USUAL_FAMILIES) } },
});
const families = Number(values.families);
const LETTERS = Math.min(10_000, families / 2);
const STAFF = { username: 'admin@example.org', password: 'toys are for testing 2026' };
const API = '/kidlab-reg/admin/api';
const AT_ONCE = 10;
const SECONDS = 4;

const isEverythingMet = { value: true };
function tell(what, measured, budget, unit) {
  const isMet = measured <= budget;
  isEverythingMet.value &&= isMet;
  const figure = measured.toFixed(measured < 10 ? 1 : 0);
  console.log(
    `${what.padEnd(46)} ${`${figure} ${unit}`.padStart(10)}  at most ${`${String(budget)} ${unit}`.padEnd(8)}  ${isMet ? 'ok' : 'missed'}`,
  );
}

/** @returns the 95th percentile of the answers' times, in ms, with ten calls at once */
async function p95Of(options, status = 200) {
  const times = [];
  const run = autocannon({ connections: AT_ONCE, duration: SECONDS, ...options });
  run.on('response', (_client, code, _bytes, ms) => {
    if (code !== status) throw new Error(`${options.url} answers ${String(code)}`);
    times.push(ms);
  });
  await run;
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)];
}

async function worstOf(urls, headers) {
  let worst = 0;
  for (const url of urls) worst = Math.max(worst, await p95Of({ url, headers }));
  return worst;
}

function stepOne() {
  const email = `bench.${randomUUID()}@example.org`;
  return JSON.stringify({
    recaptchaToken: 'off',
    email,
    zipCode: '94608',
    familyName: 'Rivera',
    referredBy: 'Friend',
    guardianFirstName: 'Alex',
    guardianLastName: 'Rivera',
    guardianEmail: email,
    primaryPhone: '(510) 555-0100',
    relationshipToChild: 'Mother',
  });
}

const folder = await mkdtemp(join(tmpdir(), 'kidlab-bench-'));
await chmod(folder, 0o755);
const silent = () => undefined;
const sink = await startSink();
let product;
let postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
try {
  await migrate(postgres.url);
  let started = performance.now();
  await writeDemoData(postgres.url, families, {
    seed: 1,
    now: new Date(),
    confirmationWindowHours: 72,
    followUpAfterHours: 72,
    unconfirmedRetentionDays: 30,
  });
  tell(
    `demo data, ${String(families)} families`,
    secondsSince(started),
    (90 * families) / USUAL_FAMILIES,
    's',
  );
  await postgres.stop();

  const [port, metricsPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${String(port)}`;
  // As in production but for the limits of calls, which a load must not meet and production refuses to lift.
  const env = {
    NODE_ENV: 'development',
    RATE_LIMIT: 'off',
    BOT_CHECK: 'off',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_BASE_URL: `http://localhost:${String(port)}`,
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${String(sink.port)}`,
    ADMIN_EMAIL: STAFF.username,
    ADMIN_PASSWORD: STAFF.password,
  };
  product = await startProduct(env);
  tell('npm start to ready', product.seconds, 3, 's');
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  await database.query('VACUUM ANALYZE');

  const login = await fetch(`${origin}${API}/login`, {
    method: 'POST',
    body: new URLSearchParams(STAFF),
  });
  if (!login.ok) throw new Error(`no login: ${String(login.status)}`);
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const headers = { cookie };
  const { rows } = await database.query(
    `SELECT guid, email, family_name AS name FROM families WHERE state = 'registered' AND family_name ~ '^[A-Za-z]{5,}$' ORDER BY id OFFSET $1 LIMIT 1`,
    [Math.floor(families / 4)],
  );
  const [{ guid, email, name }] = rows;
  const page = (path, query, from = 0) =>
    `${origin}${API}/${path}?${new URLSearchParams({ ...query, range: JSON.stringify([from, from + 24]) }).toString()}`;
  const ages = { ageUOM: 'Years', minAge: '3', maxAge: '5' };
  const search = (query, from) => page('family-guardian-child/summary', query, from);
  const budget = families > USUAL_FAMILIES ? 400 : 100;
  const lists = {
    search: [
      search({}),
      search({}, 9_900),
      search({ gender: 'Female', ...ages }),
      search({ familyName: name }),
      search({ familyName: 'ki' }),
      search({ emailAddress: email }),
      search({ emailAddress: email.slice(3, 12) }),
      search({ familyName: 'Qqxyzzy' }),
    ],
    report: [page('registration-report', {}), page('registration-report', { familyName: name })],
    grid: ['families', 'guardians', 'children'].flatMap((list) => [
      page(list, {}),
      page(list, { sort: '["createdDate","DESC"]' }, 9_900),
    ]),
  };
  for (const [what, urls] of Object.entries(lists)) {
    tell(
      `page of a ${what}, ${String(AT_ONCE)} at once, p95, slowest`,
      await worstOf(urls, headers),
      budget,
      'ms',
    );
  }
  const candidates = (verdict) =>
    page('candidates', { filter: JSON.stringify({ studyId: 1, verdict }) });
  const ofStudy = {
    'candidates of a study': candidates(['certain', 'possible']),
    'children that it may not invite': candidates('not'),
    'funnel of a study': `${origin}${API}/studies/1/funnel`,
  };
  for (const [what, url] of Object.entries(ofStudy)) {
    // The default duration has room for about ten calls, and their 95th percentile would be the first, on cold caches.
    const oneByOne = { connections: 1, amount: 40 };
    tell(`${what}, one at once, p95`, await p95Of({ url, headers, ...oneByOne }), 250, 'ms');
  }
  const byGuid = { url: `${origin}${API}/families/getByGuid/${guid}`, headers };
  tell('family by guid, p95', await p95Of(byGuid), 50, 'ms');
  const register = {
    url: `${origin}/kidlab-reg/families/registerAndLinkGuardian`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: stepOne() }) }],
  };
  tell('step 1, p95', await p95Of(register, 201), 50, 'ms');

  const { stdout } = await run(
    fileURLToPath(new URL('../../e2e/bench/main.mjs', import.meta.url)),
    {
      ORIGIN: origin,
      COOKIE: cookie,
      METRICS: `http://127.0.0.1:${String(metricsPort)}/metrics`,
    },
  );
  const browser = JSON.parse(stdout);
  const share = families / USUAL_FAMILIES;
  tell('export of all as CSV', browser.csv.seconds, 5 * share, 's');
  tell('memory of the server meanwhile', browser.csv.serverMb, 250, 'MB');
  tell('Excel of all in the browser', browser.excel.seconds, 15 * share, 's');
  tell('memory of the browser meanwhile', browser.excel.browserMb, 400, 'MB');
  tell('longest pause of the page', browser.excel.pauseMs, 100, 'ms');

  await database.query(
    `UPDATE families SET second_email_sent_date = now() WHERE state = 'awaiting' AND second_email_sent_date IS NULL`,
  );
  await database.query(
    `UPDATE families SET state = 'awaiting', registered_date = NULL, registered_indicator = 'N',
       agreement_accepted_at = now() - interval '80 hours', first_email_sent_date = now() - interval '80 hours'
     WHERE id IN (SELECT id FROM families WHERE state = 'registered' AND disabled_indicator = 'N' ORDER BY id LIMIT $1)`,
    [LETTERS],
  );
  await database.end();
  started = performance.now();
  const [answer] = await Promise.all([
    // A slow machine queues them for longer than a silent connection lasts. They leave all the same.
    fetch(`${origin}${API}/emails/send-follow-up-emails`, { method: 'POST', headers }).catch(
      () => null,
    ),
    sink.taken(LETTERS),
  ]);
  if (answer?.ok === false) throw new Error(`no follow-up: ${String(answer.status)}`);
  tell(`${String(LETTERS)} letters`, secondsSince(started), 90, 's');
} finally {
  await product?.stop();
  await postgres.stop();
  await rm(postgres.place.home, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await sink.close();
}
process.exitCode = isEverythingMet.value ? 0 : 1;
