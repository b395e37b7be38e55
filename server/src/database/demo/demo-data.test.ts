import { faultsOf, GUARDIAN_FORM } from '@kidlab/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Client } from 'pg';

import { createTestDatabase } from '../../../test/database.js';
import { DEMO_KINDS, type DemoWorld } from './world.js';
import { writeDemoData } from './write-demo-data.js';

const WORLD: DemoWorld = {
  seed: 7,
  now: new Date('2026-11-20T00:00:00Z'),
  confirmationWindowHours: 72,
  followUpAfterHours: 72,
  unconfirmedRetentionDays: 30,
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;

async function begin(): Promise<void> {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
}

async function end(): Promise<void> {
  await client.end();
  await database.drop();
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(sql)).rows;
}

/** All written data except generated ids. */
async function everything(): Promise<unknown> {
  return rows(`
    SELECT to_jsonb(families) - 'id' AS family,
      (SELECT jsonb_agg(to_jsonb(guardians) - 'id' - 'family_id' ORDER BY guardians.id) FROM guardians WHERE family_id = families.id) AS guardians,
      (SELECT jsonb_agg(to_jsonb(children) - 'id' - 'family_id' ORDER BY children.id) FROM children WHERE family_id = families.id) AS children,
      (SELECT jsonb_agg(to_jsonb(confirmation_links) - 'family_id' - 'issue_number' ORDER BY created_at) FROM confirmation_links WHERE family_id = families.id) AS links,
      (SELECT jsonb_agg(to_jsonb(outbox_messages) - 'family_id' - 'dedupe_key' ORDER BY created_at) FROM outbox_messages WHERE family_id = families.id) AS mails,
      (SELECT jsonb_agg(DISTINCT to_jsonb(audit_events) - 'id') FROM audit_events WHERE family_guid = families.guid) AS events
    FROM families ORDER BY families.id`);
}

describe('three hundred demo families', () => {
  beforeAll(async () => {
    await begin();
    await writeDemoData(database.url, 300, WORLD);
  });
  afterAll(end);

  test('have mails, links and audit events that match their history', async () => {
    expect(
      await rows(`
        SELECT state, disabled_indicator AS disabled, second_email_sent_date IS NOT NULL AS second_notice,
          (SELECT array_agg(kind::text ORDER BY outbox_messages.id) FROM outbox_messages
             JOIN confirmation_links ON confirmation_links.id = link_id
             WHERE outbox_messages.family_id = families.id AND outbox_messages.state = 'sent'
               AND (kind = 'second-notice' OR sent_at = first_email_sent_date)
               AND (kind = 'confirmation' OR sent_at = second_email_sent_date)) AS mails,
          (SELECT array_agg(action::text) FROM audit_events WHERE family_guid = families.guid) AS events
        FROM families GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3`),
    ).toEqual([
      {
        state: 'awaiting',
        disabled: 'N',
        second_notice: false,
        mails: ['confirmation'],
        events: null,
      },
      {
        state: 'awaiting',
        disabled: 'N',
        second_notice: true,
        mails: ['confirmation', 'second-notice'],
        events: ['second-notice.queued'],
      },
      { state: 'draft', disabled: 'N', second_notice: false, mails: null, events: null },
      { state: 'registered', disabled: 'N', second_notice: false, mails: null, events: null },
      {
        state: 'registered',
        disabled: 'Y',
        second_notice: false,
        mails: null,
        events: ['family.updated'],
      },
    ]);
  });

  test('have accepted no agreement text that is newer than the acceptance', async () => {
    expect(
      await rows('SELECT FROM families WHERE agreement_version::date > agreement_accepted_at'),
    ).toEqual([]);
    expect(
      await rows('SELECT FROM families WHERE agreement_accepted_at IS NOT NULL'),
    ).not.toHaveLength(0);
  });

  test('satisfy the rules of registration and the limits of a family', async () => {
    const families = await rows(`
      SELECT first_name AS "guardianFirstName", last_name AS "guardianLastName", families.email, families.zip_code AS "zipCode",
             primary_phone AS "primaryPhone", relationship_to_child AS "relationshipToChild", referred_by AS "referredBy",
             (SELECT count(*)::integer FROM guardians AS all_guardians WHERE family_id = families.id) AS guardians,
             (SELECT count(*)::integer FROM children WHERE family_id = families.id) AS children
      FROM families JOIN guardians ON guardians.family_id = families.id AND is_primary_indicator = 'Y'`);
    expect(families).toHaveLength(300);
    for (const { guardians, children, ...form } of families) {
      expect(faultsOf(GUARDIAN_FORM, form as Record<string, string>)).toEqual([]);
      expect([1, 2]).toContain(guardians);
      expect([1, 2, 3, 4, 5]).toContain(children);
    }
    expect(
      await rows(
        `SELECT first_name FROM children WHERE make_date(year_of_birth, month_of_birth, 1) > '2026-11-20'`,
      ),
    ).toEqual([]);
  });
});

describe('demo data in an empty database', () => {
  beforeEach(begin);
  afterEach(end);

  test('starts with one family of every kind', async () => {
    const { made } = await writeDemoData(database.url, DEMO_KINDS.length, WORLD);
    expect(Object.fromEntries(made)).toEqual(
      Object.fromEntries(DEMO_KINDS.map((kind) => [kind, 1])),
    );
    expect(
      await rows(`
        SELECT state, disabled_indicator AS disabled, second_email_sent_date IS NOT NULL AS second_notice,
               links.expires_at < '2026-11-20T00:00:00Z' AS expired
        FROM families LEFT JOIN confirmation_links AS links ON links.family_id = families.id AND links.replaced_at IS NULL ORDER BY families.id`),
    ).toMatchObject([
      { state: 'registered', disabled: 'N', second_notice: false, expired: null },
      { state: 'awaiting', disabled: 'N', second_notice: false, expired: false },
      { state: 'awaiting', disabled: 'N', second_notice: false, expired: true },
      { state: 'awaiting', disabled: 'N', second_notice: true },
      { state: 'draft', disabled: 'N', second_notice: false, expired: null },
      { state: 'registered', disabled: 'Y', second_notice: false, expired: null },
    ]);
  });

  test('has the same families for the same seed, and adds none twice', async () => {
    await writeDemoData(database.url, 40, WORLD);
    const first = await everything();
    const again = await writeDemoData(database.url, 40, WORLD);
    expect([...again.made]).toEqual([]);
    expect(again.skipped).toBe(40);
    expect(await everything()).toEqual(first);

    await client.query('DELETE FROM families');
    await writeDemoData(database.url, 40, WORLD);
    expect(await everything()).toEqual(first);

    const other = await writeDemoData(database.url, 40, { ...WORLD, seed: 8 });
    expect(other.skipped).toBe(0);
  });

  test('has studies with one past and four future sessions, and adds none twice', async () => {
    await writeDemoData(database.url, 1, WORLD);
    await writeDemoData(database.url, 2, WORLD);
    expect(
      await rows(`
        SELECT state, array_agg(starts_at > '2026-11-26T00:00:00Z' ORDER BY starts_at) AS coming
        FROM studies JOIN slots ON slots.study_id = studies.id GROUP BY studies.id ORDER BY studies.id`),
    ).toEqual(
      ['open', 'open', 'closed'].map((state) => ({
        state,
        coming: [false, true, true, true, true],
      })),
    );
  });

  test('fills what only some records have: notes, withdrawals, cancellations, refused addresses', async () => {
    await writeDemoData(database.url, 300, WORLD);
    const [counts] = await rows(`
      SELECT (SELECT count(note)::integer FROM invitations) AS notes,
        (SELECT count(withdrawn_reason)::integer FROM invitations) AS withdrawn,
        (SELECT count(cancelled_at)::integer FROM slots) AS cancelled,
        (SELECT count(undeliverable_at) > 0 FROM families) AS undeliverable`);
    expect(counts).toEqual({ notes: 1, withdrawn: 1, cancelled: 1, undeliverable: true });
  });

  test('has answers, added once: a full session with a waiting list, and a past one', async () => {
    await writeDemoData(database.url, 300, WORLD);
    await writeDemoData(database.url, 310, WORLD);
    expect(
      await rows(`
        SELECT starts_at < '2026-11-20T00:00:00Z' AS past, seats, taken, waiting,
          array_agg(DISTINCT participations.state ORDER BY participations.state) AS states,
          count(DISTINCT participations.family_id)::integer AS families
        FROM studies JOIN invitations ON invitations.study_id = studies.id
        JOIN participations ON participations.invitation_id = invitations.id LEFT JOIN slots ON slots.id = slot_id
        GROUP BY studies.name, slots.id ORDER BY studies.name, starts_at`),
    ).toEqual([
      { past: true, seats: 6, taken: 5, waiting: 0, states: ['attended', 'no_show'], families: 5 },
      {
        past: false,
        seats: 6,
        taken: 6,
        waiting: 2,
        states: ['accepted', 'waitlisted'],
        families: 8,
      },
      { past: false, seats: 6, taken: 2, waiting: 0, states: ['accepted'], families: 2 },
      {
        past: null,
        seats: null,
        taken: null,
        waiting: null,
        states: ['declined', 'invited'],
        families: 5,
      },
    ]);
    expect(
      await rows(`
        SELECT FROM participations AS answer JOIN invitations ON invitations.id = invitation_id
        LEFT JOIN slots ON slots.id = slot_id
        WHERE CASE WHEN slot_id IS NULL THEN known <> '[]' ELSE
          jsonb_array_length(known) <> 1 OR (known -> 0 ->> 'childId')::integer <> child_id OR (known -> 0 ->> 'slotId')::integer <> slot_id
          OR known -> 0 ->> 'state' <> answer.state OR (known -> 0 ->> 'startsAt')::timestamptz <> starts_at END`),
    ).toEqual([]);
    expect(
      await rows(`
        SELECT FROM participations JOIN children ON children.id = child_id
        WHERE birth_month_number NOT BETWEEN 2026 * 12 + 10 - 35 AND 2026 * 12 + 10 - 24 OR NOT EXISTS (
          SELECT FROM families WHERE families.id = children.family_id AND registered_indicator = 'Y' AND disabled_indicator = 'N')`),
    ).toEqual([]);
  });
});
