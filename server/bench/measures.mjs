import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { createTransport } from 'nodemailer';
import { measureBrowser } from './browser.mjs';
import { EXPORT_URL, exportStatement } from './cases.mjs';
import { copySeconds } from './copy.mjs';
import { grown, measureJobs } from './growth.mjs';
import { byTurns, drain, load, send } from './load.mjs';
import { NODE_ARGS } from '../scripts/node-args.mjs';
import { startProgram } from './processes.mjs';
import { renderSecondNotice } from '../dist/email/templates/second-notice.js';
import { BARE_PATHS, PRODUCT_PATHS, registrationSteps } from './registration.mjs';
import { freePort, STAFF } from './world.mjs';

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** What can be measured, by name: each a function of the world and the pace, which gives lines of the table. */
export const MEASURES = {
  start: measureStart,
  read: measureReads,
  registration: measureRegistration,
  login: measureLogin,
  export: measureExport,
  mail: measureMail,
  jobs: measureJobs,
  browser: measureBrowser,
};

async function compare(name, target, [product, bare], pace) {
  const measured = await byTurns(product, bare, pace);
  const ratio = measured.product.perSecond / measured.bare.perSecond;
  return { name, target, ratio, ...measured };
}

async function* measureReads({ cases, origins, cookie, product }, pace, only) {
  yield { name: 'memory at rest', ratio: (await product.memoryMb()).now, unit: ' MB' };
  for (const each of cases.filter(({ name }) => only === '' || name.includes(only))) {
    const calls = [
      { url: origins.product + each.url, headers: { cookie } },
      { url: `${origins.bare}/${each.key}` },
    ];
    const [ours, bare] = await Promise.all(calls.map((call) => send(undefined, call)));
    const isSame =
      isDeepStrictEqual(JSON.parse(ours.text), JSON.parse(bare.text)) &&
      ours.headers['content-range'] === bare.headers['content-range'];
    if (ours.status !== 200 || !isSame) {
      throw new Error(
        `${each.name}: the answers differ: ${ours.status} ${ours.headers['content-range']} ${ours.text.slice(0, 300)} / ${bare.headers['content-range']} ${bare.text.slice(0, 300)}`,
      );
    }
    const steps = calls.map((call) => (agent) => send(agent, call));
    const line = await compare(each.name, each.target, steps, pace);
    yield line;
    yield* grown(each.name, line.product.p50);
  }
  const after = (await product.memoryMb()).now;
  yield { name: 'memory after load', ratio: after, unit: ' MB', target: 200, isAtMost: true };
}

async function* measureRegistration({ origins, sinkPort }, pace) {
  // Somebody has to take the confirmations: refused ones are tried again and again.
  const env = { PORT: String(sinkPort), WANTED: 'Infinity' };
  const sink = await startProgram('sink.mjs', { env, sign: 'ready' });
  for (const [name, isWhole] of [
    ['registration: step 1', false],
    ['registration: all steps', true],
  ]) {
    const steps = [
      registrationSteps(origins.product, PRODUCT_PATHS, isWhole),
      registrationSteps(origins.bare, BARE_PATHS, isWhole),
    ];
    yield await compare(name, isWhole ? undefined : 0.6, steps, pace);
  }
  await sink.stop();
}

async function* measureLogin({ origins, login }, pace) {
  const bare = {
    method: 'POST',
    url: `${origins.bare}/login`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: STAFF.password }),
  };
  const steps = [login, bare].map((call) => async (agent) => {
    const { status, text } = await send(agent, call);
    if (status !== 200) throw new Error(`login: ${status} ${text}`);
  });
  yield await compare('login', 0.8, steps, pace);
}

async function* measureExport({ origins, cookie, postgres, product }, { rounds }) {
  const ours = [];
  const copies = [];
  for (let round = 0; round < Math.max(rounds, 3); round += 1) {
    const call = { url: origins.product + EXPORT_URL, headers: { cookie } };
    ours.push((await drain(call)).seconds);
    copies.push(await copySeconds(postgres.url, exportStatement()));
  }
  const [product50, bare50] = [median(ours), median(copies)];
  yield {
    name: 'export of all, time against COPY',
    ratio: product50 / bare50,
    target: 2.5,
    isAtMost: true,
    product: { p50: product50 * 1_000 },
    bare: { p50: bare50 * 1_000 },
  };
  const { peak } = await product.memoryMb();
  yield { name: 'memory at most, with export', ratio: peak, unit: ' MB' };
}

/** The product against an application with nothing in it, both on a database that is up. */
async function* measureStart({ env, sign, postgres }, { rounds }) {
  const ours = [];
  const empty = [];
  for (let round = 0; round < Math.max(rounds, 3); round += 1) {
    const PORT = String(await freePort());
    const own = {
      ...env,
      PORT,
      PUBLIC_BASE_URL: `http://localhost:${PORT}`,
      DATABASE_URL: postgres.url,
    };
    const product = await startProgram('../dist/main.js', { env: own, sign, args: NODE_ARGS });
    ours.push(product.ms);
    await product.stop();
    const bare = await startProgram('empty-nest.mjs', { env: { PORT }, sign: 'ready' });
    empty.push(bare.ms);
    await bare.stop();
  }
  yield {
    name: 'start to ready, time against an empty Nest application',
    ratio: median(ours) / median(empty),
    target: 1.5,
    isAtMost: true,
    product: { p50: median(ours) },
    bare: { p50: median(empty) },
  };
}

/** Makes so many families due for a second notice and lets the product send them. */
async function* measureMail(world, { mails }) {
  const { families, postgres, origins, cookie, sinkPort } = world;
  const count = Math.min(mails, Math.floor(families / 2));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    `UPDATE families SET second_email_sent_date = now() WHERE state = 'awaiting' AND second_email_sent_date IS NULL`,
  );
  await client.query(
    `UPDATE families SET state = 'awaiting', registered_date = NULL, registered_indicator = 'N',
       agreement_accepted_at = now() - interval '80 hours', first_email_sent_date = now() - interval '80 hours'
     WHERE id IN (SELECT id FROM families WHERE state = 'registered' AND disabled_indicator = 'N' ORDER BY id LIMIT $1)`,
    [count],
  );
  await client.end();
  const ours = await rateAt(sinkPort, count, async () => {
    await load(
      async (agent) => {
        await send(agent, {
          method: 'POST',
          url: `${origins.product}/kidlab-reg/admin/api/emails/send-follow-up-emails`,
          headers: { cookie },
        });
      },
      { connections: 1, ms: 1 },
    );
  });
  // The very letter of the product, in both its parts, over as many connections: what is compared is what stands around it.
  const letter = renderSecondNotice({
    labName: 'Kid Lab',
    productName: 'Toy Tests',
    supportEmail: 'lab@example.org',
    publicBaseUrl: origins.product,
    firstName: 'Alex',
    token: 'x'.repeat(43),
    confirmationWindowHours: 72,
  });
  const bare = await rateAt(sinkPort, count, async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: sinkPort,
      pool: true,
      maxConnections: 10,
      maxMessages: Infinity,
    });
    const mail = (number) =>
      transport.sendMail({
        from: { name: 'Kid Lab', address: 'lab@example.org' },
        to: `parent${number}@example.org`,
        textEncoding: 'quoted-printable',
        ...letter,
      });
    await Promise.all(Array.from({ length: count }, (_, number) => mail(number)));
    transport.close();
  });
  yield {
    name: `mail: ${count} second notices`,
    ratio: ours / bare,
    target: 0.9,
    product: { perSecond: ours },
    bare: { perSecond: bare },
  };
}

/** Mails a second, from the first to the last that a new sink takes. */
async function rateAt(port, count, work) {
  const env = { PORT: String(port), WANTED: String(count) };
  const sink = await startProgram('sink.mjs', { env, sign: 'ready' });
  try {
    const [, took] = await Promise.all([work(), sink.printed(/took ([\d.]+) ms/)]);
    return count / (Number(took[1]) / 1_000);
  } finally {
    await sink.stop();
  }
}
