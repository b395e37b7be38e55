import { afterAll, beforeAll } from 'vitest';

import { examine, unsent } from './examination.js';
import { Fleet } from './fleet.js';
import { call } from './http-call.js';
import { OwnPostgres } from './own-postgres.js';
import { familyMaker, type SimulatedFamily, UNAVAILABLE } from './simulated-family.js';
import { fault, type Trial } from './trial.js';
import { scaled } from '../size.js';
import { Crowd, until } from './waiting.js';

const FAMILIES = scaled(40, 400);
const CROWD = 12;
const STOPS = scaled(2, 10);
/** Calls that fail before the database comes back. */
const CALLS_IN_VAIN = 30;

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

/** The processes keep running and report their health. */
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
      const failures = trial.requests + CALLS_IN_VAIN;
      await until('failed calls', () => trial.requests >= failures);
      await checkHealth(trial, 503);
      await postgres.restart();
    }
  } finally {
    await fleet.outlastingClaims(crowd.end());
  }
  const families = crowd.items;
  await checkHealth(trial, 200);
  const examined = fleet.inDatabase(async (database) => {
    await until('the end of the outbox', async () => (await unsent(database)) === 0);
    const { mailServer } = fleet;
    await examine(trial, families, { database, mailServer, state: 'registered' });
  });
  // A delivered letter may not be marked as sent yet.
  await fleet.outlastingClaims(examined);
  fleet.checkServers(trial);
  trial.check(fleet.servers.map(({ pid }) => pid).join() === pids, 'a server was started anew');
}

fault('PostgreSQL stops immediately under load', (trial) => underStops(trial, 'SIGQUIT'));

fault('PostgreSQL is killed (-9) under load', (trial) => underStops(trial, 'SIGKILL'));
