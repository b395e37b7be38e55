import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { agent } from 'supertest';

import { aChild, anEmail, aRegistration } from './factories.js';
import { type KillableServer, makeKillableServer } from './killable-server.js';
import type { TestMailServer } from './mail-server.js';
import { inCrowd } from './reliability/waiting.js';
import type { ServerProcess } from './server-process.js';
import { IS_LONG, scaled } from './size.js';

const FAMILIES = scaled(48, 600);
const KILLS = scaled(2, 25);
/**
 * So many mails come between two kills. What a killed server had claimed (ten at most) waits for its lease, so this
 * leaves enough in the queue for the last kill to meet some.
 */
const MAILS_BETWEEN_KILLS = 12;
/** Parents who press "I agree" at the same time. */
const CROWD = 12;

let killable: KillableServer;
let mailServer: TestMailServer;
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  killable = await makeKillableServer();
  ({ mailServer, server, client } = killable);
  await server.start();
});
afterAll(() => killable.stop());

interface Parent {
  email: string;
  browser: ReturnType<typeof agent>;
}

async function beginRegistration(email: string): Promise<Parent> {
  const browser = agent(server.origin);
  await browser
    .post('/kidlab-reg/families/registerAndLinkGuardian')
    .send(aRegistration({ email }))
    .expect(201);
  await browser.post('/kidlab-reg/children').send(aChild(email)).expect(201);
  return { email, browser };
}

/** Presses the button until an answer comes: the connection breaks when the server is killed. */
async function agree({ email, browser }: Parent): Promise<void> {
  for (;;) {
    const answer = await Promise.resolve(
      browser.post('/kidlab-reg/registration/send-confirmation-email').type('form').send({ email }),
    ).catch(() => null);
    if (answer !== null) {
      expect(answer.status).toBe(200);
      return;
    }
    await pause(20);
  }
}

async function unsent(): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM outbox_messages WHERE state <> 'sent'`,
  );
  return Number(rows[0]?.count);
}

test(`the server is killed ${String(KILLS)} times while ${String(FAMILIES)} agreements are mailed`, async () => {
  const parents = await inCrowd(
    CROWD,
    Array.from({ length: FAMILIES }, anEmail),
    beginRegistration,
  );
  let kills = 0;
  const agreed = inCrowd(CROWD, parents, agree);

  while (kills < KILLS) {
    const due = (kills + 1) * MAILS_BETWEEN_KILLS;
    while (mailServer.mails.length < due) await pause(2);
    await server.kill();
    kills += 1;
    // The long form waits until what the last one had claimed is free again; here its minute is over at once.
    if (!IS_LONG && kills === KILLS) {
      await client.query(`UPDATE outbox_messages SET lease_until = now() WHERE state = 'claimed'`);
    }
    await server.start();
  }
  await agreed;
  while ((await unsent()) > 0) await pause(200);

  const { rows } = await client.query<{ id: string; email: string; first: Date | null }>(
    `SELECT message.id, families.email, families.first_email_sent_date AS first
     FROM outbox_messages AS message JOIN families ON families.id = message.family_id
     WHERE families.state = 'awaiting'`,
  );
  const delivered = mailServer.mails.map((mail) => mail.messageId ?? '');
  expect(rows).toHaveLength(FAMILIES);
  expect(rows.filter(({ first }) => first === null)).toEqual([]);
  // Nothing is lost, and what came twice can be recognised: it has an equal Message-ID.
  expect(new Set(delivered).size).toBe(FAMILIES);
  const known = new Map(rows.map(({ id, email }) => [id, email]));
  for (const { messageId, to } of mailServer.mails) {
    const id = /<([\w-]+)@/.exec(messageId ?? '')?.[1] ?? '';
    expect(Array.isArray(to) ? null : to?.value[0]?.address).toBe(known.get(id));
  }
  expect(server.output).not.toMatch(/@example\.org|guid=/);
}, 900_000);
