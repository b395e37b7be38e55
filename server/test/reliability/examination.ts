import type { Client } from 'pg';

import type { FaultyMailServer } from './faulty-mail-server.js';
import type { SimulatedFamily } from './simulated-family.js';
import type { Trial } from './trial.js';
import { until } from './waiting.js';

interface Stored {
  email: string;
  name: string;
  state: string;
  guardians: number;
  children: string[];
  first_mail: Date | null;
  /** The state of the confirmation mail in the ledger. */
  ledger: string | null;
}

const STORED = `
  SELECT families.email, family_name AS name, state, first_email_sent_date AS first_mail,
    (SELECT min(state) FROM outbox_messages WHERE family_id = families.id AND kind = 'confirmation') AS ledger,
    (SELECT count(*)::int FROM guardians WHERE family_id = families.id) AS guardians,
    coalesce((SELECT array_agg(first_name ORDER BY id) FROM children WHERE family_id = families.id), '{}') AS children
  FROM families WHERE email = ANY($1)`;

/**
 * Compares the database and the mailboxes, once all letters are sent, with the responses that the families
 * received.
 */
export async function examine(
  trial: Trial,
  families: readonly SimulatedFamily[],
  {
    database,
    mailServer,
    state,
  }: { database: Client; mailServer?: FaultyMailServer; state: string },
): Promise<void> {
  if (mailServer !== undefined) {
    await until('the end of the outbox', async () => (await unsent(database)) === 0);
  }
  const { rows } = await database.query<Stored>(STORED, [families.map(({ email }) => email)]);
  const stored = new Map(rows.map((row) => [row.email, row]));
  for (const family of families) {
    const row = stored.get(family.email);
    if (row === undefined) {
      trial.lost.push(`${family.email} is not stored`);
      continue;
    }
    trial.check(row.state === state, `${family.email} is ${row.state}, not ${state}`);
    trial.check(row.name === family.familyName, `${family.email} has another name`);
    if (row.guardians < 1) trial.lost.push(`${family.email} has no guardian`);
    if (row.guardians > 1) trial.doubled.push(`${family.email} has two guardians`);
    comparePeople(trial, family, row.children);
    if (mailServer !== undefined) examineMail(trial, family, mailServer, row);
  }
}

function comparePeople(trial: Trial, family: SimulatedFamily, stored: readonly string[]): void {
  for (const name of family.childNames) {
    if (!stored.includes(name)) trial.lost.push(`${family.email} lacks the child ${name}`);
  }
  const extra = stored.length - new Set(stored).size;
  if (extra > 0) trial.doubled.push(`${family.email} has ${String(extra)} children twice`);
  const unknown = stored.filter((name) => !family.childNames.includes(name));
  trial.check(unknown.length === 0, `${family.email} has children that nobody sent`);
}

/** The confirmation mail: delivered, recorded, and with one Message-ID however often it was delivered. */
function examineMail(
  trial: Trial,
  { email }: SimulatedFamily,
  mailServer: FaultyMailServer,
  { first_mail: firstMail, ledger, state }: Stored,
): void {
  const mails = mailServer.mailsTo(email);
  const ids = new Set(mails.map(({ messageId }) => messageId));
  if (ids.size === 0) trial.lost.push(`${email} got no mail`);
  if (ids.size > 1) trial.doubled.push(`${email} got ${String(ids.size)} different mails`);
  // A family may confirm with a mail whose server died before recording it; the retry is withdrawn then.
  const isOverdue = ledger === 'withdrawn' && state === 'registered';
  trial.check(firstMail !== null || isOverdue, `the mail to ${email} is not noted as sent`);
}

/** The number of messages that are neither sent nor failed nor withdrawn. */
export async function unsent(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM outbox_messages WHERE state IN ('pending', 'claimed')`,
  );
  return rows[0]?.count ?? 0;
}
