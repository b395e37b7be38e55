import { afterAll, beforeAll } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../database.js';
import { examine, unsent } from './examination.js';
import type { Behaviour } from './faulty-mail-server.js';
import { Fleet } from './fleet.js';
import { NONE, SimulatedFamily } from './simulated-family.js';
import { fault, Trial } from './trial.js';
import { scaled } from '../size.js';
import { until } from './waiting.js';

const FAMILIES = scaled(4, 40);

/** What the mail server does on the first attempts to deliver a family's letter; then it accepts the letter. */
const PLANS = {
  slow: ['slow'],
  silent: ['silent'],
  mute: ['mute', 'mute'],
  later: ['later', 'full'],
  never: ['never'],
  spam: ['spam'],
} as const satisfies Readonly<Record<string, readonly Behaviour[]>>;
type Plan = keyof typeof PLANS;

let database: TestDatabase;
let fleet: Fleet;
const plans = new Map<string, Plan>();
const families = new Map<Plan, SimulatedFamily[]>();
const trials = Object.fromEntries(Object.keys(PLANS).map((plan) => [plan, new Trial()])) as Record<
  Plan,
  Trial
>;

function someFamilies(trial: Trial): SimulatedFamily[] {
  const { origin } = fleet;
  return Array.from(
    { length: FAMILIES },
    () => new SimulatedFamily({ trial, origin, excuse: NONE }, 1),
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  fleet = await Fleet.start({ servers: 2, databaseUrl: database.url });
  fleet.mailServer.behave = (address, attempt) => {
    const plan = plans.get(address);
    return plan === undefined ? 'accept' : (PLANS[plan][attempt - 1] ?? 'accept');
  };
});
afterAll(async () => {
  await fleet.stop();
  await database.drop();
});

async function waitForOutbox(): Promise<void> {
  await fleet.inDatabase((client) =>
    until('the end of the outbox', async () => (await unsent(client)) === 0),
  );
}

/** Each letter has the Message-ID of its row, whichever server sent it and on whichever attempt. */
async function examineLetters(trial: Trial, some: readonly SimulatedFamily[]): Promise<void> {
  await fleet.inDatabase(async (client) => {
    await examine(trial, some, {
      database: client,
      mailServer: fleet.mailServer,
      state: 'awaiting',
    });
    const { rows } = await client.query<{ email: string; id: string }>(
      `SELECT email, message.id FROM families JOIN outbox_messages AS message ON family_id = families.id
       WHERE email = ANY($1)`,
      [some.map(({ email }) => email)],
    );
    for (const { email } of some) {
      const ids = rows.filter((row) => row.email === email).map(({ id }) => `<${id}@localhost>`);
      if (ids.length > 1) trial.doubled.push(`${email} has ${String(ids.length)} letters queued`);
      for (const { messageId } of fleet.mailServer.mailsTo(email)) {
        trial.check(messageId === ids[0], `a letter to ${email} has another Message-ID`);
      }
    }
  });
  fleet.checkServers(trial);
}

fault('SMTP refuses connections', async (trial) => {
  trial.load = `${String(FAMILIES)} families, 2 servers`;
  await fleet.mailServer.close();
  const refused = someFamilies(trial);
  await Promise.all(refused.map((family) => family.register()));
  await fleet.inDatabase(async (client) => {
    await until('vain tries', async () => {
      const { rows } = await client.query(`SELECT FROM outbox_messages WHERE attempts > 0`);
      return rows.length >= FAMILIES;
    });
  });
  await fleet.mailServer.open();
  await waitForOutbox();
  await examineLetters(trial, refused);
});

/** All other faults run at the same time, because their retry pauses are long. */
async function beginAll(): Promise<void> {
  if (families.size > 0) return;
  for (const plan of Object.keys(PLANS) as Plan[]) {
    const some = someFamilies(trials[plan]);
    families.set(plan, some);
    for (const { email } of some) plans.set(email, plan);
  }
  await Promise.all([...families.values()].flat().map((family) => family.register()));
}

async function notedTries(some: readonly SimulatedFamily[]): Promise<number[]> {
  return fleet.inDatabase(async (client) => {
    const { rows } = await client.query<{ attempts: number }>(
      `SELECT attempts FROM families JOIN outbox_messages ON family_id = families.id WHERE email = ANY($1)`,
      [some.map(({ email }) => email)],
    );
    return rows.map(({ attempts }) => attempts);
  });
}

/** A fault after which the letter is still delivered. */
function delivered(name: string, plan: Plan, tries: number): void {
  const body = async (trial: Trial): Promise<void> => {
    trial.load = `${String(FAMILIES)} families, 2 servers`;
    await beginAll();
    await waitForOutbox();
    const some = families.get(plan) ?? [];
    await examineLetters(trial, some);
    for (const { email } of some) {
      const attempts = fleet.mailServer.attemptsFor(email);
      trial.check(attempts === tries, `${email}: ${String(attempts)} tries`);
    }
    // The server that made an attempt also recorded it; no other took the letter over after its lease.
    const noted = await notedTries(some);
    trial.check(noted.length === some.length, `${String(noted.length)} letters are in the ledger`);
    trial.check(
      noted.every((count) => count === tries),
      `the ledger has ${noted.join()} tries`,
    );
  };
  fault(name, body, trials[plan]);
}

/** A permanent failure; the mail server's response is stored for staff. */
function refusedForGood(name: string, plan: Plan, answer: string): void {
  const body = async (trial: Trial): Promise<void> => {
    trial.load = `${String(FAMILIES)} families, 2 servers`;
    await beginAll();
    await waitForOutbox();
    const some = families.get(plan) ?? [];
    await fleet.inDatabase(async (client) => {
      const { rows } = await client.query<{ email: string; state: string; answer: string }>(
        `SELECT email, message.state, server_answer AS answer
         FROM families JOIN outbox_messages AS message ON family_id = families.id WHERE email = ANY($1)`,
        [some.map(({ email }) => email)],
      );
      if (rows.length < some.length) trial.lost.push('a letter is not in the ledger');
      for (const row of rows) {
        trial.check(row.state === 'failed', `the letter to ${row.email} is ${row.state}`);
        trial.check(row.answer.includes(answer), `its answer is kept as ${row.answer}`);
        const attempts = fleet.mailServer.attemptsFor(row.email);
        if (attempts > 1) trial.doubled.push(`${row.email}: ${String(attempts)} tries`);
      }
    });
  };
  fault(name, body, trials[plan]);
}

delivered('SMTP is slow', 'slow', 1);
delivered('SMTP reads a letter but never responds', 'silent', 2);
delivered('SMTP drops the connection after DATA, twice', 'mute', 3);
delivered('SMTP responds with 451, then 452', 'later', 3);
refusedForGood('SMTP rejects the recipient with 550', 'never', '550');
refusedForGood('SMTP rejects the letter with 554', 'spam', '554');
