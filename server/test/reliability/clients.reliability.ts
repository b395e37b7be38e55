import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll } from 'vitest';

import { MAX_BODY_BYTES } from '../../src/common/messages.js';
import {
  BASES,
  ELSEWHERE,
  EVIL,
  INSIDE,
  OUTRIGHT,
  STEPS,
  TARGETS,
} from '../attacks/paths-elsewhere.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { examine } from './examination.js';
import { Fleet } from './fleet.js';
import { type Answer, type Call, call, callForm } from './http-call.js';
import { familyMaker, NONE } from './simulated-family.js';
import { fault, type Trial } from './trial.js';
import { scaled } from '../size.js';
import { inCrowd, until } from './waiting.js';

const FAMILIES = scaled(25, 250);
const CROWD = 8;
const SOCKETS = scaled(240, 1_500);
const FLOOD = scaled(1_500, 15_000);
const OVERSIZED = scaled(60, 600);
/** Time between two bytes from a slow client that keeps its connection, in milliseconds. */
const DRIBBLE_MS = 1_000;

let database: TestDatabase;
let fleet: Fleet;

beforeAll(async () => {
  database = await createTestDatabase();
  fleet = await Fleet.start({
    servers: 1,
    databaseUrl: database.url,
    variables: { RATE_LIMIT: 'on' },
  });
});
afterAll(async () => {
  await fleet.stop();
  await database.drop();
});

/** Registers families, which must not notice the concurrent attack. */
async function registerFamilies(trial: Trial): Promise<void> {
  const { origin, mailServer } = fleet;
  const families = Array.from({ length: FAMILIES }, familyMaker({ trial, origin, excuse: NONE }));
  await inCrowd(CROWD, families, async (family) => {
    await family.register();
    await until('the mail', () => mailServer.tokenFor(family.email) !== null);
    await family.confirm(mailServer.tokenFor(family.email) ?? '');
  });
  await fleet.inDatabase((client) =>
    examine(trial, families, { database: client, mailServer, state: 'registered' }),
  );
  fleet.checkServers(trial);
}

/** The beginnings of requests that never end, and the byte that each client sends now and then. */
const SLOW_CLIENTS = [
  { begin: '', further: '' },
  { begin: 'GET /kidlab-reg/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', further: 'a' },
  {
    begin:
      'POST /kidlab-reg/children HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"email":"',
    further: 'a',
  },
];

/** Opens a connection that sends as little as possible. */
async function openSlowly(at: number): Promise<Socket> {
  const { port } = new URL(fleet.server(0).origin);
  const { begin, further } = SLOW_CLIENTS[at % SLOW_CLIENTS.length] ?? { begin: '', further: '' };
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  // Must be read, or we would never see that the server closes it.
  socket.resume();
  await once(socket, 'connect');
  if (begin !== '') socket.write(begin);
  const dribble = setInterval(() => {
    if (further !== '' && socket.writable) socket.write(further);
  }, DRIBBLE_MS);
  socket.on('close', () => {
    clearInterval(dribble);
  });
  return socket;
}

fault('slow and half-open clients hold connections', async (trial) => {
  trial.load = `${String(SOCKETS)} slow sockets beside ${String(FAMILIES)} families`;
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, (_, at) => openSlowly(at)));
  trial.requests += SOCKETS;
  await registerFamilies(trial);
  await until('the end of slow connections', () => sockets.every(({ destroyed }) => destroyed));
});

fault('oversized request bodies', async (trial) => {
  trial.load = `${String(OVERSIZED)} bodies of 2 MB beside ${String(FAMILIES)} families`;
  const body = JSON.stringify({ familyName: 'x'.repeat(2_000_000) });
  const send = (at: number): Promise<Answer> => {
    trial.requests += 1;
    // Half of them bypass the proxy, which has its own limit; a third have no Content-Length.
    const origin = at % 2 === 0 ? fleet.origin : fleet.server(0).origin;
    const headers = { 'Content-Type': 'application/json' };
    return call(`${origin}/kidlab-reg/families/registerAndLinkGuardian`, {
      method: 'POST',
      body,
      headers: at % 3 === 0 ? { ...headers, 'Transfer-Encoding': 'chunked' } : headers,
    });
  };
  const numbers = Array.from({ length: OVERSIZED }, (_, at) => at);
  const [answers] = await Promise.all([inCrowd(CROWD, numbers, send), registerFamilies(trial)]);
  for (const { status } of answers) {
    // 0: the server responded and closed the connection while the body was still being sent.
    trial.check(status === 413 || status === 0, `a large body is answered ${String(status)}`);
  }
  trial.check(
    answers.some(({ status }) => status === 413),
    `no body above ${String(MAX_BODY_BYTES)} bytes was refused`,
  );
});

/** Responses of nginx itself and one of each kind that it forwards, with their Cache-Control. */
const THROUGH_THE_PROXY: readonly [path: string, caching: string, options?: Call][] = [
  ['/health/live', 'no-store'],
  ['/%', 'no-store'],
  ['/kidlab-reg/', 'no-store', { method: 'TRACE' }],
  ['/kidlab-reg/children', 'no-store', { method: 'POST', body: 'x'.repeat(80_000) }],
  ['/', 'no-store'],
  ['/kidlab-reg/', 'no-cache'],
  ['/kidlab-reg/admin/login', 'no-cache'],
  ['/kidlab-reg/assets/nothing.js', 'no-store'],
  ['/kidlab-reg/registration/config', 'no-store'],
  ['/kidlab-reg/admin/api/whoami', 'no-store'],
];

fault('security headers', async (trial) => {
  trial.load = `each kind of response of ${fleet.proxy.name}`;
  for (const [path, caching, options = {}] of THROUGH_THE_PROXY) {
    trial.requests += 1;
    const { status, headers } = await call(fleet.origin, { path, ...options });
    const policy = String(headers['content-security-policy']);
    // If nginx and the server both set a header, it comes twice, and Node joins the values.
    const isStrict =
      ["default-src 'none'", "frame-ancestors 'none'"].every(
        (part) => policy.split(part).length === 2,
      ) &&
      !policy.includes('unsafe') &&
      headers['referrer-policy'] === 'no-referrer' &&
      headers['x-content-type-options'] === 'nosniff' &&
      headers['cache-control'] === caching;
    trial.check(isStrict, `${path} (${String(status)}): ${JSON.stringify(headers)}`);
  }
});

/** Malformed bodies, all below nginx's own limit. */
const BODIES: readonly [body: string, status: number][] = [
  ['{"email": "one@exam', 400],
  ['1', 400],
  [`{"a":${' '.repeat(MAX_BODY_BYTES)}1}`, 413],
  ['['.repeat(8_000) + ']'.repeat(8_000), 400],
  ['{"__proto__":{"email":"poison@example.org"}}', 400],
];

fault('malicious paths, hosts and bodies', async (trial) => {
  trial.load = `traversals, redirects and malformed bodies through ${fleet.proxy.name}`;
  const send = (path: string, options: Call = {}): Promise<Answer> => {
    trial.requests += 1;
    return call(fleet.origin, { path, ...options });
  };
  const upwards = BASES.flatMap((base) =>
    STEPS.flatMap((step) => TARGETS.map((target) => base + step.repeat(3) + target)),
  );
  for (const path of [...upwards, ...OUTRIGHT]) {
    const { status, text } = await send(path);
    trial.check(status > 0 && status < 500, `${path} is answered ${String(status)}`);
    trial.check(!INSIDE.test(text), `${path} shows a file`);
  }
  let redirects = 0;
  for (const path of [...ELSEWHERE, '/kidlab-reg', '/kidlab-reg/admin']) {
    for (const headers of [{}, { Host: EVIL }, { 'X-Forwarded-Host': EVIL }]) {
      const { location } = (await send(path, { headers })).headers;
      if (location === undefined) continue;
      redirects += 1;
      const { host } = new URL(location, fleet.origin);
      trial.check(host === new URL(fleet.origin).host, `${path} leads to ${location}`);
    }
  }
  trial.check(redirects > 0, 'nothing was redirected');
  for (const [body, expected] of BODIES) {
    const { status } = await send('/kidlab-reg/families/registerAndLinkGuardian', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    trial.check(status === expected, `${body.slice(0, 20)} is answered ${String(status)}`);
  }
});

fault('one client floods the server', async (trial) => {
  trial.load = `${String(FLOOD)} calls of one client beside ${String(FAMILIES)} families`;
  const flood = (at: number): Promise<Answer> => {
    trial.requests += 1;
    return callForm(
      `${fleet.server(0).origin}/kidlab-reg/admin/api/login`,
      { username: `nobody${String(at)}@example.org`, password: 'a wrong password, long enough' },
      { headers: { 'X-Forwarded-For': '203.0.113.66' } },
    );
  };
  const numbers = Array.from({ length: FLOOD }, (_, at) => at);
  const [answers] = await Promise.all([inCrowd(50, numbers, flood), registerFamilies(trial)]);
  const allowed = answers.filter(({ status }) => status !== 429);
  for (const { status } of allowed) {
    trial.check(status === 401, `a flooding call is answered ${String(status)}`);
  }
  trial.check(allowed.length < FLOOD / 2, `${String(allowed.length)} calls were let through`);
  fleet.checkServers(trial);
});
