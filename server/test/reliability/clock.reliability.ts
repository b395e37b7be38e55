import { afterEach, beforeEach, expect } from 'vitest';

import { messageIdOf } from '../../src/email/letter-registry.js';
import { RetentionJobs } from '../../src/retention/retention.jobs.js';
import { startTestApp, type TestApp } from '../app.js';
import { drain } from '../drain.js';
import { MailTrial } from '../mail-trial.js';
import { startAnotherServer } from '../more-servers.js';
import { letPass } from '../rate-counts.js';
import { Registrant } from '../registrant.js';
import { signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from '../staff.js';
import { fault, type Trial } from './trial.js';

const API = '/kidlab-reg/admin/api';
const DAY_MINUTES = 24 * 60;

let product: TestApp;
let other: TestApp;

beforeEach(async () => {
  product = await startTestApp({ RATE_LIMIT: 'on' });
  other = await startAnotherServer(product);
});
afterEach(async () => {
  await other.stop();
  await product.stop();
});

/** What is in progress when the clock jumps. */
interface UnderWay {
  readonly draft: Registrant;
  readonly awaiting: Registrant;
  /** Has agreed; the mail is still in the outbox. */
  readonly queued: Registrant;
  readonly staff: Awaited<ReturnType<typeof signIn>>;
}

async function begin(trial: Trial): Promise<UnderWay> {
  trial.load = 'a draft, a mailed link, a queued mail, a staff session, a limit; 2 servers';
  const awaiting = await Registrant.awaiting(product);
  const staff = await signIn(product, { isUserAdmin: true });
  for (let failure = 0; failure < 10; failure += 1) await logIn('a wrong password, long enough');
  expect((await logIn(STAFF_PASSWORD)).status).toBe(429);
  const queued = await Registrant.withChild(product);
  await queued.agree();
  const draft = await Registrant.withChild(product);
  trial.requests += 21;
  return { draft, awaiting, queued, staff };
}

async function logIn(password: string): Promise<{ status: number }> {
  return other
    .browser()
    .post(`${API}/login`)
    .type('form')
    .send({ username: USER_ADMIN_EMAIL, password });
}

/** Both servers send all due mail at once. */
async function deliver(): Promise<void> {
  await Promise.all([product.deliver(), other.deliver()]);
}

async function confirmMailed(trial: Trial, registrant: Registrant): Promise<void> {
  const ids = new Set(registrant.mails().map(({ messageId }) => messageId));
  if (ids.size === 0) trial.lost.push('a mail never came');
  if (ids.size > 1) trial.doubled.push('a mail came as two');
  if (ids.size === 0) return;
  trial.requests += 1;
  const { status } = await registrant.confirm(registrant.token());
  trial.check(status === 200, `a link is answered ${String(status)}`);
}

/** Registers a new family, which must succeed. */
async function registerAnew(trial: Trial): Promise<void> {
  const registrant = await Registrant.withChild(product);
  trial.requests += 4;
  const { status } = await registrant.agree();
  trial.check(status === 200, `a new agreement is answered ${String(status)}`);
  await deliver();
  await confirmMailed(trial, registrant);
}

fault('the clock jumps a day forward', async (trial) => {
  const { draft, awaiting, queued, staff } = await begin(trial);

  await letPass(product, DAY_MINUTES);

  trial.requests += 3;
  trial.check((await draft.agree()).status === 401, 'a draft outlived its hour');
  const { status } = await staff.get(`${API}/whoami`);
  trial.check(status === 401, `a staff session of yesterday is answered ${String(status)}`);
  const login = await logIn(STAFF_PASSWORD);
  trial.check(login.status === 200, `a login is answered ${String(login.status)}`);
  // Both servers look for expired drafts at the same moment.
  await Promise.all(
    [product, other].map(({ app }) => app.get(RetentionJobs, { strict: false }).everyMinute()),
  );
  const erased: unknown[] = await product.dataSource.query(
    `SELECT 1 FROM audit_events WHERE action = 'draft.expired'`,
  );
  trial.check(erased.length === 1, `${String(erased.length)} drafts were erased`);
  trial.check((await draft.family()) === null, 'the draft was not erased');
  await deliver();
  await confirmMailed(trial, queued);
  await confirmMailed(trial, awaiting);
  await registerAnew(trial);
});

fault('the clock jumps an hour back', async (trial) => {
  const { draft, awaiting, queued, staff } = await begin(trial);

  await letPass(product, -60);

  trial.requests += 2;
  trial.check((await draft.agree()).status === 200, 'a draft was lost');
  const { status } = await staff.get(`${API}/whoami`);
  trial.check(status === 200, `a staff session is answered ${String(status)}`);
  await confirmMailed(trial, awaiting);
  await registerAnew(trial);
  await confirmMailed(trial, draft);
  // Mail queued before the jump is sent once, when the clock reaches that moment again.
  await letPass(product, 60);
  await deliver();
  await confirmMailed(trial, queued);
  // The pause after failed logins ends at the time that was announced before the jump, not later.
  await letPass(product, 10);
  trial.requests += 1;
  const login = await logIn(STAFF_PASSWORD);
  trial.check(login.status === 200, `a login is answered ${String(login.status)}`);
});

fault('the clock jumps a day forward while a mail is being delivered', async (trial) => {
  trial.load = '20 mails, 2 servers';
  const mails = await MailTrial.begin();
  try {
    const first = await mails.startProcess();
    const second = await mails.startProcess();
    await mails.enqueue(20);
    let hasJumped = false;
    // The leases of the first server expire before it gets a response; the second takes over its letters.
    first.transport.play = async () => {
      if (hasJumped) return;
      hasJumped = true;
      mails.clock.advance({ days: 1 });
      await drain(second.worker);
    };
    await drain(first.worker);
    await drain(second.worker);
    const came = [...first.transport.mails, ...second.transport.mails];
    trial.requests += came.length;
    for (const { id, state } of await mails.messages()) {
      trial.check(state === 'sent', `a letter is ${state}`);
      const messageId = messageIdOf(id, 'Kid Lab <lab@example.org>');
      const same = came.filter((mail) => mail.messageId === messageId);
      if (same.length === 0) trial.lost.push(`letter ${id}`);
    }
    const extra = new Set(came.map(({ messageId }) => messageId)).size - 20;
    if (extra > 0) trial.doubled.push(`${String(extra)} letters with another Message-ID`);
  } finally {
    await mails.end();
  }
});
