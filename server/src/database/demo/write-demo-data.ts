import { Client } from 'pg';

import { writeFamilies } from './families.js';
import { writeStudies } from './studies.js';
import type { DemoKind, DemoWorld } from './world.js';

/** The letters to each family, with ids in the order of time, and links with made-up hashes. `$1`: hours. */
const WRITE_MAILS = `
  WITH mail AS (
    SELECT family.id AS family_id, family.email, sent.*, md5(guid || sent.kind)::uuid AS link_id,
      overlay(md5(sent.kind || guid) PLACING lpad(to_hex((extract(epoch FROM sent_at) * 1000)::bigint), 12, '0') FROM 1)::uuid AS id
    FROM demo JOIN families AS family USING (guid), LATERAL (VALUES
      ('confirmation', first_email_sent_date, second_email_sent_date),
      ('second-notice', second_email_sent_date, NULL)) AS sent (kind, sent_at, replaced_at)
    WHERE state = 'awaiting' AND sent_at IS NOT NULL
    ORDER BY family.id, sent_at
  ), link AS (
    INSERT INTO confirmation_links (id, family_id, token_hash, created_at, expires_at, replaced_at)
    SELECT link_id, family_id, md5(id::text) || md5(link_id::text), sent_at, sent_at + make_interval(hours => $1), replaced_at
    FROM mail
  )
  INSERT INTO outbox_messages
    (id, kind, dedupe_key, family_id, link_id, to_address, state, attempts, next_attempt_at, created_at, sent_at, server_answer)
  SELECT id, kind, kind || ':' || link_id, family_id, link_id, email, 'sent', 1, sent_at, sent_at, sent_at, '250 accepted'
  FROM mail`;

/** What staff did to the families. */
const WRITE_EVENTS = `
  INSERT INTO audit_events (occurred_at, actor, action, subject_type, subject_id, family_guid, before, after)
  SELECT event.at, 'demo-staff@example.org', action, 'family', guid, guid, before, after
  FROM demo JOIN families USING (guid), LATERAL (VALUES
    ('second-notice.queued', second_email_sent_date, NULL::jsonb, NULL::jsonb),
    ('family.updated', CASE disabled_indicator WHEN 'Y' THEN registered_date END,
      '{"disabledIndicator":"N"}', '{"disabledIndicator":"Y"}')) AS event (action, at, before, after)
  WHERE event.at IS NOT NULL`;

export interface DemoResult {
  readonly made: ReadonlyMap<DemoKind, number>;
  /** Families that already existed, from an earlier run with the same seed. */
  readonly skipped: number;
}

/**
 * Writes `count` made-up families of every kind into the database at `url`, in one transaction. The same seed and day
 * make the same families; existing ones stay unchanged.
 */
export async function writeDemoData(
  url: string,
  count: number,
  world: DemoWorld,
): Promise<DemoResult> {
  const client = new Client({ connectionString: url, application_name: 'kidlab' });
  await client.connect();
  try {
    await client.query('BEGIN');
    const made = await writeFamilies(client, count, world);
    await client.query(WRITE_MAILS, [world.confirmationWindowHours]);
    await client.query(WRITE_EVENTS);
    await writeStudies(client, world);
    await client.query('COMMIT');
    // The planner needs statistics of the new rows.
    await client.query('ANALYZE');
    const total = [...made.values()].reduce((sum, each) => sum + each, 0);
    return { made, skipped: count - total };
  } finally {
    await client.end();
  }
}
