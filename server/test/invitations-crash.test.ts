import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';

import { DatabaseClock } from '../src/common/clock.js';
import { Randomness } from '../src/common/randomness.js';
import { dataSourceOptions } from '../src/database/data-source.js';
import { Outbox } from '../src/email/outbox.repository.js';
import { invitationMessage } from '../src/studies/invitations/invitation.letter.js';
import { FakeClock } from './fake-clock.js';
import { type KillableServer, makeKillableServer } from './killable-server.js';
import type { TestMailServer } from './mail-server.js';
import type { ServerProcess } from './server-process.js';
import { scaled } from './size.js';
import { storeFamily } from './stored-families.js';
import { StoredStudies } from './stored-invitations.js';

const FAMILIES = scaled(80, 1_000);
const KILLS = scaled(2, 10);
/** The numbers of mails between two kills and of families that change before each kill: the next in the queue. */
const MAILS = scaled(12, 30);
const CHANGED = 6;
/** Families whose mailboxes do not exist. */
const REFUSED = 4;

/** What happens to a family while letters are sent, and why its letter is then withdrawn. */
const CHANGES = [
  ['paused', 'UPDATE families SET paused_until = current_date + 90 WHERE id = $1'],
  ['opted-out', `UPDATE families SET okay_to_contact_indicator = 'N' WHERE id = $1`],
  ['erased', 'DELETE FROM families WHERE id = $1'],
] as const;

let killable: KillableServer;
let mailServer: TestMailServer;
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  killable = await makeKillableServer();
  ({ mailServer, server, client } = killable);
  mailServer.refuseWith = (recipient) =>
    recipient.startsWith('refused') ? '5.1.1 no such user' : undefined;
});
afterAll(() => killable.stop());

async function queueInvitations(): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(killable.databaseUrl)).initialize();
  const clock = new FakeClock(new Date());
  const outbox = new Outbox(dataSource, new DatabaseClock(), clock, new Randomness());
  const lab = new StoredStudies({ clock, dataSource });
  const study = await lab.study();
  const start = new Date(Date.now() + 20 * 86_400_000);
  await lab.slot(study, start.toISOString(), { seats: 200 });
  for (let number = 1; number <= FAMILIES; number += 1) {
    const email = `${number <= REFUSED ? 'refused' : 'parent'}${String(number)}@example.org`;
    const family = await storeFamily({ clock, dataSource }, { email, children: [{}] });
    const { invitation } = await lab.asked(study, family);
    await outbox.enqueue(dataSource.manager, invitationMessage(invitation, email));
  }
  await dataSource.destroy();
}

interface Changed {
  readonly what: (typeof CHANGES)[number][0];
  readonly email: string;
  /** When the change was committed. */
  readonly at: number;
}

/** Changes families whose letters are next or are being sent. */
async function changeSome(changed: Map<number, Changed>): Promise<void> {
  const { rows } = await client.query<{ id: number; email: string }>(
    `SELECT family_id AS id, to_address AS email FROM outbox_messages
     WHERE state IN ('pending', 'claimed') AND to_address LIKE 'parent%' AND family_id <> ALL ($1::int[])
     ORDER BY state, next_attempt_at, id LIMIT ${String(CHANGED)}`,
    [[...changed.keys()]],
  );
  for (const [index, { id, email }] of rows.entries()) {
    const [what, sql] = CHANGES[index % CHANGES.length] ?? CHANGES[0];
    await client.query(sql, [id]);
    changed.set(id, { what, email, at: Date.now() });
  }
}

test(`${String(FAMILIES)} invitations are sent correctly while the server is killed ${String(KILLS)} times and some families change`, async () => {
  await queueInvitations();
  const changed = new Map<number, Changed>();
  await server.start();
  for (let kills = 1; kills <= KILLS; kills += 1) {
    while (mailServer.mails.length < kills * MAILS) await pause(2);
    await changeSome(changed);
    await server.kill();
    // Its claims expire after a minute; here they expire at once.
    await client.query(`UPDATE outbox_messages SET lease_until = now() WHERE state = 'claimed'`);
    await server.start();
  }
  const unsent = `SELECT FROM outbox_messages WHERE state IN ('pending', 'claimed')`;
  while ((await client.query(unsent)).rows.length > 0) await pause(200);

  const { rows } = await client.query<{
    familyId: number;
    mail: string;
    mailState: string;
    state: string;
    reason: string | null;
    sentAt: Date | null;
    isRefused: boolean;
  }>(
    `SELECT invitation.family_id AS "familyId", mail.id AS mail, mail.state AS "mailState", invitation.state,
       withdrawn_reason AS reason, invitation.sent_at AS "sentAt", undeliverable_at IS NOT NULL AS "isRefused"
     FROM outbox_messages AS mail
     JOIN invitations AS invitation ON invitation.id = mail.invitation_id
     JOIN families ON families.id = invitation.family_id`,
  );
  expect(changed.size).toBe(KILLS * CHANGED);
  const erased = [...changed.values()].filter(({ what }) => what === 'erased');
  expect(rows).toHaveLength(FAMILIES - erased.length);
  const delivered = new Set(mailServer.mails.map(({ messageId }) => messageId?.split('@')[0]));
  for (const { familyId, mail, mailState, state, reason, sentAt, isRefused } of rows) {
    const change = changed.get(familyId);
    const outcome = [state, reason, mailState];
    if (isRefused) expect(outcome).toEqual(['withdrawn', 'undeliverable', 'failed']);
    else if (state === 'sent') {
      if (mailState === 'withdrawn') {
        // A process was killed before it recorded the letter as sent, and the family has changed since the first try.
        expect(sentAt?.getTime()).toBeLessThanOrEqual(change?.at ?? 0);
      } else {
        expect(outcome).toEqual(['sent', null, 'sent']);
        expect(delivered).toContain(`<${mail}`);
      }
    } else expect(outcome).toEqual(['withdrawn', change?.what, 'withdrawn']);
  }
  expect(rows.filter(({ isRefused }) => isRefused)).toHaveLength(REFUSED);
  // A letter is dated when it is checked: none was written after its family's change.
  const changedAt = new Map([...changed.values()].map(({ email, at }) => [email, at]));
  const recipientOf = new Map<string | undefined, string>();
  for (const { messageId, to, date } of mailServer.mails) {
    const recipient = Array.isArray(to) ? '' : (to?.text ?? '');
    expect(date?.getTime()).toBeLessThanOrEqual(changedAt.get(recipient) ?? Infinity);
    recipientOf.set(messageId, recipient);
  }
  // Mails that arrived twice have the same Message-ID.
  expect(new Set(recipientOf.values()).size).toBe(recipientOf.size);
  expect(server.output).not.toMatch(/@example\.org|guid=/);
}, 900_000);
