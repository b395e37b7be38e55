import { afterAll, beforeAll } from '@jest/globals';
import { Client } from 'pg';

import { examine, unsent } from './examination.js';
import { Fleet } from './fleet.js';
import { type Answer, call, callJson } from './http-call.js';
import { OwnPostgres } from './own-postgres.js';
import { familyMaker, SimulatedFamily, UNAVAILABLE } from './simulated-family.js';
import { fault, type Trial } from './trial.js';
import { scaled } from '../size.js';
import { Crowd, inCrowd, until } from './waiting.js';
import { aRegistration } from '../factories.js';

const FAMILIES = scaled(40, 400);
const CROWD = 12;
const STOPS = scaled(2, 10);
/** Calls that meet the missing database before it comes back. */
const CALLS_IN_VAIN = 30;
/** More than the connections of one process. */
const CROWD_AT_THE_POOL = 60;

/** No lock is waited for: only the statement's own time-out ends it. */
const SLOW_TABLE = `
  CREATE FUNCTION take_a_minute() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(60); RETURN NEW; END';
  CREATE TRIGGER slow BEFORE INSERT ON families FOR EACH ROW EXECUTE FUNCTION take_a_minute()`;
const QUICK_TABLE = 'DROP TRIGGER slow ON families; DROP FUNCTION take_a_minute';

let postgres: OwnPostgres;
let fleet: Fleet;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  fleet = await Fleet.start({ servers: 2, databaseUrl: postgres.url });
});
afterAll(async () => {
  await fleet.stop();
  await postgres.stop();
});

async function registerAndConfirm(family: SimulatedFamily): Promise<void> {
  await family.register();
  const { email } = family;
  await until(`a mail to ${email}`, () => fleet.mailServer.tokenFor(email) !== null);
  await family.confirm(fleet.mailServer.tokenFor(email) ?? '');
}

/** The processes live on and say how they are. */
async function checkHealth(trial: Trial, ready: number): Promise<void> {
  for (const server of fleet.servers) {
    trial.requests += 2;
    const live = await call(`${server.origin}/health/live`);
    trial.check(live.status === 200, `live answers ${String(live.status)}`);
    await until(`ready to answer ${String(ready)}`, async () => {
      const answer = await call(`${server.origin}/health/ready`);
      return answer.status === ready;
    });
  }
}

async function underStops(trial: Trial, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  trial.load = `${String(FAMILIES)} families and more, ${String(STOPS)} stops, 2 servers behind ${fleet.proxy.name}`;
  const { origin } = fleet;
  const pids = fleet.servers.map(({ pid }) => pid).join();
  const make = familyMaker({ trial, origin, excuse: UNAVAILABLE });
  const crowd = new Crowd(CROWD, FAMILIES, make, registerAndConfirm);
  try {
    for (let stop = 0; stop < STOPS; stop += 1) {
      const due = trial.requests + (FAMILIES * 4) / (STOPS + 1);
      await until('calls before the stop', () => trial.requests >= due);
      await postgres.endHard(signal);
      const inVain = trial.requests + CALLS_IN_VAIN;
      await until('calls in vain', () => trial.requests >= inVain);
      await checkHealth(trial, 503);
      await postgres.restart();
    }
  } finally {
    await fleet.outlastingClaims(crowd.end());
  }
  const families = crowd.items;
  await checkHealth(trial, 200);
  await fleet.inDatabase(async (database) => {
    await until('the end of the outbox', async () => (await unsent(database)) === 0);
    const { mailServer } = fleet;
    await examine(trial, families, { database, mailServer, state: 'registered' });
  });
  fleet.checkServers(trial);
  trial.check(fleet.servers.map(({ pid }) => pid).join() === pids, 'a server was started anew');
}

fault('PostgreSQL stops at once (immediate) under load', (trial) => underStops(trial, 'SIGQUIT'));

fault('PostgreSQL is killed (-9) under load', (trial) => underStops(trial, 'SIGKILL'));

/** Makes many first steps while nobody can read the families, and says what was answered in the end. */
async function whileLocked(trial: Trial, calls: number): Promise<Answer[]> {
  const { origin } = fleet.server(0);
  const locker = new Client({ connectionString: postgres.url });
  await locker.connect();
  await locker.query('BEGIN');
  await locker.query('LOCK TABLE families IN ACCESS EXCLUSIVE MODE');
  try {
    const waiting = Promise.all(
      Array.from({ length: calls }, () => {
        trial.requests += 1;
        return callJson(`${origin}/kidlab-reg/families/registerAndLinkGuardian`, aRegistration());
      }),
    );
    trial.requests += 1;
    const live = await call(`${origin}/health/live`);
    trial.check(live.status === 200, `live answers ${String(live.status)}`);
    return await waiting;
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
}

/** All were told to come back, and when they do they get through. */
async function checkTurnedAway(trial: Trial, answers: readonly Answer[]): Promise<void> {
  for (const answer of answers) {
    trial.check(UNAVAILABLE(answer), `answered ${String(answer.status)} ${answer.text}`);
  }
  const { origin } = fleet;
  const families = Array.from(
    { length: CROWD },
    () => new SimulatedFamily({ trial, origin, excuse: UNAVAILABLE }),
  );
  await inCrowd(CROWD, families, (family) => family.register());
  await fleet.inDatabase((database) => examine(trial, families, { database, state: 'awaiting' }));
  fleet.checkServers(trial);
}

fault('a statement waits too long', async (trial) => {
  trial.load = '3 calls at a locked table';
  await checkTurnedAway(trial, await whileLocked(trial, 3));
});

fault('the pool of connections is exhausted', async (trial) => {
  trial.load = `${String(CROWD_AT_THE_POOL)} calls, 10 connections, a locked table`;
  await checkTurnedAway(trial, await whileLocked(trial, CROWD_AT_THE_POOL));
  // Who waits for a connection has an end of waiting, and does not merely come after those who wait for the table.
  const toldOfPool = fleet.server(0).output.includes('timeout exceeded when trying to connect');
  trial.check(toldOfPool, 'nobody was turned away at the pool');
});

fault('a statement runs too long', async (trial) => {
  trial.load = '3 calls at a table that takes a minute for a row';
  const { origin } = fleet.server(0);
  await fleet.inDatabase((database) => database.query(SLOW_TABLE));
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => {
      trial.requests += 1;
      return callJson(`${origin}/kidlab-reg/families/registerAndLinkGuardian`, aRegistration());
    }),
  ).finally(() => fleet.inDatabase((database) => database.query(QUICK_TABLE)));
  await checkTurnedAway(trial, answers);
});
