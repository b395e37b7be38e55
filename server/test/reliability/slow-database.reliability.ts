import { afterAll, beforeAll } from 'vitest';
import { Client } from 'pg';

import { createTestDatabase, type TestDatabase } from '../database.js';
import { aRegistration } from '../factories.js';
import { examine } from './examination.js';
import { Fleet } from './fleet.js';
import { type Answer, call, callJson } from './http-call.js';
import { SimulatedFamily, UNAVAILABLE } from './simulated-family.js';
import { fault, type Trial } from './trial.js';
import { inCrowd } from './waiting.js';

const CROWD = 12;
/** More calls than one process has pooled connections. */
const CROWD_AT_THE_POOL = 60;

/** Makes an insert sleep for a minute. It waits for no lock, so only the statement timeout can end it. */
const SLOW_TABLE = `
  CREATE FUNCTION take_a_minute() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(60); RETURN NEW; END';
  CREATE TRIGGER slow BEFORE INSERT ON families FOR EACH ROW EXECUTE FUNCTION take_a_minute()`;
const QUICK_TABLE = 'DROP TRIGGER slow ON families; DROP FUNCTION take_a_minute';

let database: TestDatabase;
let fleet: Fleet;

beforeAll(async () => {
  database = await createTestDatabase();
  fleet = await Fleet.start({ servers: 2, databaseUrl: database.url });
});
afterAll(async () => {
  await fleet.stop();
  await database.drop();
});

/** Makes many step 1 calls while the families are locked. @returns the responses. */
async function whileLocked(trial: Trial, calls: number): Promise<Answer[]> {
  const { origin } = fleet.server(0);
  const locker = new Client({ connectionString: database.url });
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

/** Checks that all calls got 503 with Retry-After, and that families that call later succeed. */
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
  await fleet.inDatabase((client) =>
    examine(trial, families, { database: client, state: 'awaiting' }),
  );
  fleet.checkServers(trial);
}

fault('a statement waits too long for a lock', async (trial) => {
  trial.load = '3 calls at a locked table';
  await checkTurnedAway(trial, await whileLocked(trial, 3));
});

fault('the connection pool is exhausted', async (trial) => {
  trial.load = `${String(CROWD_AT_THE_POOL)} calls, 10 connections, a locked table`;
  await checkTurnedAway(trial, await whileLocked(trial, CROWD_AT_THE_POOL));
  // Some calls must time out waiting for a connection, not only waiting for the table.
  const toldOfPool = fleet.server(0).output.includes('timeout exceeded when trying to connect');
  trial.check(toldOfPool, 'nobody was turned away at the pool');
});

fault('a statement runs too long', async (trial) => {
  trial.load = '3 calls at a table that takes a minute for a row';
  const { origin } = fleet.server(0);
  await fleet.inDatabase((client) => client.query(SLOW_TABLE));
  const calls = Array.from({ length: 3 }, () => {
    trial.requests += 1;
    return callJson(`${origin}/kidlab-reg/families/registerAndLinkGuardian`, aRegistration());
  });
  let answers: Answer[];
  try {
    answers = await Promise.all(calls);
  } finally {
    await fleet.inDatabase((client) => client.query(QUICK_TABLE));
  }
  await checkTurnedAway(trial, answers);
});
