// Runs the follow-up batch and the retention on DATABASE_URL with so many families due (DUE), ROUNDS times after a warm-up.
// Prints { followUp: [ms, …], retention: [ms, …] }.
import 'reflect-metadata';
import { performance } from 'node:perf_hooks';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { AppModule } from '../dist/app.module.js';
import { Environment } from '../dist/config/environment.js';
import { loadSecrets } from '../dist/config/secrets.js';
import { FollowUp } from '../dist/follow-up/follow-up.service.js';
import { RetentionJobs } from '../dist/retention/retention.jobs.js';

const { DUE, ROUNDS } = process.env;
/** Confirmed families that wait again, since some hours ago; `$1` of them. */
const WAIT_SINCE = (age) => `
  UPDATE families SET state = 'awaiting', registered_date = NULL, registered_indicator = 'N',
    agreement_accepted_at = now() - interval '${age}', first_email_sent_date = now() - interval '${age}',
    second_email_sent_date = NULL
  WHERE id IN (SELECT id FROM families WHERE state = 'registered' AND disabled_indicator = 'N' ORDER BY id LIMIT $1)`;

/** Confirmed again: the smallest data would run out of them. */
const CONFIRM = `
  UPDATE families SET state = 'registered', registered_date = now(), registered_indicator = 'Y'
  WHERE state = 'awaiting' AND second_email_sent_date IS NULL`;

const environment = new Environment(process.env);
const app = await NestFactory.createApplicationContext(
  AppModule.for({
    environment,
    secrets: loadSecrets(environment),
    databaseUrl: environment.databaseUrl,
    schedules: false,
  }),
  { logger: ['error'], abortOnError: false },
);
const database = new pg.Client({ connectionString: environment.databaseUrl });
await database.connect();

async function makeWait(age) {
  const { rowCount } = await database.query(WAIT_SINCE(age), [DUE]);
  if (rowCount !== Number(DUE)) throw new Error(`${rowCount} families wait instead of ${DUE}`);
}

const jobs = {
  followUp: {
    prepare: async () => {
      await database.query(`DELETE FROM outbox_messages WHERE state IN ('pending', 'claimed')`);
      await database.query(
        `UPDATE families SET second_email_sent_date = now() WHERE state = 'awaiting' AND second_email_sent_date IS NULL`,
      );
      await makeWait('80 hours');
    },
    run: async () => {
      const queued = await app.get(FollowUp, { strict: false }).queueDue('bench@example.org');
      if (queued !== Number(DUE)) throw new Error(`${queued} second notices instead of ${DUE}`);
    },
    tidy: () => database.query(CONFIRM),
  },
  retention: {
    prepare: () => makeWait('100 days'),
    run: () => app.get(RetentionJobs, { strict: false }).daily(),
    tidy: () => undefined,
  },
};

const times = {};
for (const [name, { prepare, run, tidy }] of Object.entries(jobs)) {
  times[name] = [];
  for (let round = 0; round <= Number(ROUNDS); round += 1) {
    await prepare();
    // The first round has changed many, and what is dead is read as well until somebody sweeps, as autovacuum does elsewhere.
    await database.query(round === 0 ? 'VACUUM ANALYZE families' : 'ANALYZE families');
    const started = performance.now();
    await run();
    if (round > 0) times[name].push(performance.now() - started);
    await tidy();
  }
}
await database.end();
await app.close();
console.log(`times ${JSON.stringify(times)}`);
