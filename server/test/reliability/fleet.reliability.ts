import { afterAll, beforeAll } from 'vitest';

import { RATE_LIMITS } from '../../src/rate-limit/limit-of.js';
import { createEmptyDatabase, type TestDatabase } from '../database.js';
import { examine, unsent } from './examination.js';
import { ADMIN, Fleet } from './fleet.js';
import { type Answer, call, callForm } from './http-call.js';
import {
  type Excuse,
  familyMaker,
  NONE,
  SERVER_DIES,
  type SimulatedFamily,
} from './simulated-family.js';
import { signInStaff, SimulatedStaffWork } from './simulated-staff.js';
import { fault, type Trial } from './trial.js';
import { scaled } from '../size.js';
import { Crowd, inCrowd, until } from './waiting.js';

const FAMILIES = scaled(60, 600);
const CROWD = 12;
/** Staff users working at the same time. */
const DESKS = 3;
/** The number of kills or drains, one server after the other. */
const STOPS = scaled(2, 12);
const API = '/kidlab-reg/admin/api';

let database: TestDatabase;
let fleet: Fleet;

beforeAll(async () => {
  database = await createEmptyDatabase();
  fleet = await Fleet.start({
    databaseUrl: database.url,
    // Every two seconds, on all three servers at the same instant.
    variables: { FOLLOW_UP_CRON: '*/2 * * * * *', RATE_LIMIT: 'on' },
  });
});
afterAll(async () => {
  await fleet.stop();
  await database.drop();
});

const behind = (): string => `3 servers behind ${fleet.proxy.name}`;

function someFamilies(trial: Trial, count: number, excuse: Excuse): SimulatedFamily[] {
  return Array.from({ length: count }, familyMaker({ trial, origin: fleet.origin, excuse }));
}

/** From the first page to the last, with the mail in between. */
async function registerAndConfirm(family: SimulatedFamily): Promise<void> {
  await family.register();
  const { email } = family;
  await until(`a mail to ${email}`, () => fleet.mailServer.tokenFor(email) !== null);
  await family.confirm(fleet.mailServer.tokenFor(email) ?? '');
}

async function examineAll(
  trial: Trial,
  families: readonly SimulatedFamily[],
  state: string,
): Promise<void> {
  await fleet.inDatabase(async (client) => {
    await until('the end of the outbox', async () => (await unsent(client)) === 0);
    await examine(trial, families, { database: client, mailServer: fleet.mailServer, state });
  });
  fleet.checkServers(trial);
}

fault('servers start simultaneously on an empty database', async (trial) => {
  trial.load = behind();
  for (const server of fleet.servers) {
    trial.requests += 1;
    const { status } = await call(`${server.origin}/health/ready`);
    trial.check(status === 200, `ready answers ${String(status)}`);
  }
  await fleet.inDatabase(async (client) => {
    const { rows } = await client.query<{ what: string; count: number }>(
      `SELECT name AS what, count(*)::int FROM migrations GROUP BY name
       UNION ALL SELECT 'first user', count(*)::int FROM users`,
    );
    trial.check(rows.length > 1, 'no migration is noted');
    for (const { what, count } of rows) {
      if (count > 1) trial.doubled.push(what);
      if (count < 1) trial.lost.push(what);
    }
  });
  fleet.checkServers(trial);
});

fault('each request of a browser reaches another server', async (trial) => {
  const families = someFamilies(trial, FAMILIES, NONE);
  trial.load = `${String(FAMILIES)} families, ${behind()}`;
  await inCrowd(CROWD, families, registerAndConfirm);
  await examineAll(trial, families, 'registered');
  for (const server of fleet.servers) {
    trial.check(server.output.includes('/kidlab-reg/children'), 'a server had nothing to do');
  }
});

fault('failed logins are spread over the servers', async (trial) => {
  trial.load = `13 logins on 3 servers`;
  const login = (at: number): Promise<Answer> => {
    trial.requests += 1;
    return callForm(
      `${fleet.server(at % 3).origin}${API}/login`,
      { username: 'nobody@example.org', password: 'a wrong password of enough characters' },
      { headers: { 'X-Forwarded-For': '203.0.113.7' } },
    );
  };
  for (let at = 0; at < 13; at += 1) {
    const { status, headers } = await login(at);
    const expected = at < 10 ? 401 : 429;
    trial.check(status === expected, `login ${String(at + 1)} answers ${String(status)}`);
    if (status === 429) trial.check(headers['retry-after'] !== undefined, 'no Retry-After');
  }
});

fault('calls of one client are spread over the servers', async (trial) => {
  const { perClient } = RATE_LIMITS.forgotPassword;
  trial.load = `${String(perClient + 3)} calls on 3 servers`;
  for (let at = 0; at < perClient + 3; at += 1) {
    trial.requests += 1;
    const { status, headers } = await callForm(
      `${fleet.server(at % 3).origin}${API}/forgot-password`,
      { email: `nobody${String(at)}@example.org` },
      { headers: { 'X-Forwarded-For': '203.0.113.8' } },
    );
    const isRefused = status === 429 && headers['retry-after'] !== undefined;
    const isFine = at < perClient ? status < 300 : isRefused;
    trial.check(isFine, `call ${String(at + 1)} answers ${String(status)}`);
  }
});

fault('staff sign in on one server and work on others', async (trial) => {
  trial.load = 'login, 2 reads, logout, 3 reads';
  const headers = { Cookie: await signInStaff({ trial, origin: fleet.server(0).origin }, ADMIN) };
  const ask = async (index: number, path: string, status: number): Promise<void> => {
    trial.requests += 1;
    const answer = await call(`${fleet.server(index).origin}${path}`, { headers });
    trial.check(answer.status === status, `${path} answers ${String(answer.status)}`);
  };
  await ask(1, `${API}/whoami`, 200);
  await ask(2, `${API}/families?range=[0,9]`, 200);
  trial.requests += 1;
  await call(`${fleet.server(1).origin}/kidlab-reg/admin/logout`, { method: 'POST', headers });
  for (const index of [0, 1, 2]) await ask(index, `${API}/whoami`, 401);
});

fault('the second notice is due on all servers at once', async (trial) => {
  const size = Math.ceil(FAMILIES / 4);
  trial.load = `2 × ${String(size)} families, ${behind()}`;
  // Two batches: the second one shows that later runs do not mail the first again.
  for (let batch = 0; batch < 2; batch += 1) {
    const families = someFamilies(trial, size, NONE);
    await inCrowd(CROWD, families, (family) => family.register());
    await examineAll(trial, families, 'awaiting');
    const emails = families.map(({ email }) => email);
    await fleet.inDatabase(async (client) => {
      await client.query(
        `UPDATE families SET first_email_sent_date = first_email_sent_date - interval '73 hours'
         WHERE email = ANY($1)`,
        [emails],
      );
      // A family that was mailed within the last day is not due.
      await client.query(
        `UPDATE outbox_messages SET sent_at = sent_at - interval '73 hours'
         WHERE family_id IN (SELECT id FROM families WHERE email = ANY($1))`,
        [emails],
      );
      await until('the second notices', async () => {
        const { rows } = await client.query(
          `SELECT FROM families WHERE email = ANY($1) AND second_email_sent_date IS NULL`,
          [emails],
        );
        return rows.length === 0;
      });
    });
  }
  await fleet.inDatabase(async (client) => {
    const { rows } = await client.query<{ email: string; id: string }>(
      `SELECT email, message.id FROM families JOIN outbox_messages AS message ON family_id = families.id
       WHERE kind = 'second-notice'`,
    );
    trial.check(rows.length >= 2 * size, 'a second notice was never queued');
    for (const { email } of rows) {
      const notices = rows.filter((row) => row.email === email).length;
      if (notices > 1) trial.doubled.push(`${email} has ${String(notices)} second notices`);
      const ids = new Set(fleet.mailServer.mailsTo(email).map(({ messageId }) => messageId));
      if (ids.size < 2) trial.lost.push(`${email} got no second notice`);
      if (ids.size > 2) trial.doubled.push(`${email} got ${String(ids.size)} letters`);
    }
  });
});

/** Stops and restarts one server after the other while families register and staff edit records. */
async function underStops(
  trial: Trial,
  excuse: Excuse,
  stop: (at: number) => Promise<void>,
): Promise<void> {
  const crowd = new Crowd(
    CROWD,
    FAMILIES,
    familyMaker({ trial, origin: fleet.origin, excuse }),
    registerAndConfirm,
  );
  // The number of calls between two stops, so that each stop happens under load.
  const calls = Math.floor((FAMILIES * 4) / (STOPS + 1));
  const { origin } = fleet;
  const cookie = await signInStaff({ trial, origin }, ADMIN);
  const desks = new Crowd(
    DESKS,
    DESKS,
    () => new SimulatedStaffWork({ trial, origin, excuse }, cookie),
    (work) => work.run(),
  );
  try {
    for (let turn = 0; turn < STOPS; turn += 1) {
      const due = trial.requests + calls;
      await until('calls before the stop', () => trial.requests >= due);
      await stop(turn % 3);
      await fleet.server(turn % 3).start();
    }
  } finally {
    await fleet.outlastingClaims(Promise.all([crowd.end(), desks.end()]));
  }
  // A delivered letter may not be marked as sent yet.
  await fleet.outlastingClaims(examineAll(trial, crowd.items, 'registered'));
  await fleet.inDatabase(async (client) => {
    for (const work of desks.items) await work.examine(client);
  });
}

fault('a server is killed (-9) under load', async (trial) => {
  trial.load = `${String(FAMILIES)} families and more, ${String(DESKS)} staff, ${String(STOPS)} kills, ${behind()}`;
  await underStops(trial, SERVER_DIES, (at) => fleet.server(at).kill());
});

fault('a server is drained (SIGTERM) under load', async (trial) => {
  trial.load = `${String(FAMILIES)} families and more, ${String(DESKS)} staff, ${String(STOPS)} drains, ${behind()}`;
  await underStops(trial, NONE, async (at) => {
    const code = await fleet.server(at).stop();
    trial.check(code === 0, `the drained server ends with ${String(code)}`);
  });
});
