import { Client } from 'pg';

import { DEMO_TABLES, DemoFamilies, type DemoFamily } from './families.js';
import { writeStudies } from './studies.js';
import type { DemoKind, DemoWorld, Row } from './world.js';

/** Families that are made and written together, to limit memory. */
const BATCH = 2_000;

const RESERVE_IDS = `
  SELECT nextval(pg_get_serial_sequence('families', 'id'))::integer AS id FROM generate_series(1, $1)`;

const KNOWN = 'SELECT email FROM families WHERE email = ANY ($1) OR guid = ANY ($2)';

/** A letter to a family with these ids, and its link. Hashes are made up: the links can't be followed. `$2`: hours. */
const WRITE_MAILS = `
  WITH mail AS (
    SELECT family.id AS family_id, email, sent.*, md5(kind || guid)::uuid AS id, md5(guid || kind)::uuid AS link_id
    FROM families AS family, LATERAL (VALUES
      ('confirmation', first_email_sent_date, second_email_sent_date),
      ('second-notice', second_email_sent_date, NULL)) AS sent (kind, sent_at, replaced_at)
    WHERE family.id = ANY ($1) AND state = 'awaiting' AND sent_at IS NOT NULL
    ORDER BY family.id, sent_at
  ), link AS (
    INSERT INTO confirmation_links (id, family_id, token_hash, created_at, expires_at, replaced_at)
    SELECT link_id, family_id, md5(id::text) || md5(link_id::text), sent_at, sent_at + make_interval(hours => $2), replaced_at
    FROM mail
  )
  INSERT INTO outbox_messages
    (id, kind, dedupe_key, family_id, link_id, to_address, state, attempts, next_attempt_at, created_at, sent_at, server_answer)
  SELECT id, kind, kind || ':' || link_id, family_id, link_id, email, 'sent', 1, sent_at, sent_at, sent_at, '250 accepted'
  FROM mail`;

/** What staff did to families with these ids. */
const WRITE_EVENTS = `
  INSERT INTO audit_events (occurred_at, actor, action, subject_type, subject_id, family_guid, before, after)
  SELECT event.at, 'demo-staff@example.org', action, 'family', guid, guid, before, after
  FROM families, LATERAL (VALUES
    ('second-notice.queued', second_email_sent_date, NULL::jsonb, NULL::jsonb),
    ('family.updated', CASE disabled_indicator WHEN 'Y' THEN registered_date END,
      '{"disabledIndicator":"N"}', '{"disabledIndicator":"Y"}')) AS event (action, at, before, after)
  WHERE id = ANY ($1) AND event.at IS NOT NULL`;

export interface DemoResult {
  readonly made: ReadonlyMap<DemoKind, number>;
  /** Families that already existed, from an earlier run with the same seed. */
  readonly skipped: number;
}

async function insertRows(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await client.query(
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

async function freshOf(client: Client, batch: readonly DemoFamily[]): Promise<DemoFamily[]> {
  const values = [batch.map(({ email }) => email), batch.map(({ guid }) => guid)];
  const { rows } = await client.query<{ email: string }>(KNOWN, values);
  const known = new Set(rows.map(({ email }) => email));
  return batch.filter(({ email }) => !known.has(email));
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
    const made = new Map<DemoKind, number>();
    let total = 0;
    await client.query('BEGIN');
    const families = new DemoFamilies(world);
    for (let start = 0; start < count; start += BATCH) {
      const { rows } = await client.query<{ id: number }>(RESERVE_IDS, [
        Math.min(BATCH, count - start),
      ]);
      const fresh = await freshOf(
        client,
        rows.map(({ id }) => families.next(id)),
      );
      for (const table of DEMO_TABLES) {
        await insertRows(
          client,
          table,
          fresh.flatMap((family) => family.rows[table]),
        );
      }
      const ids = fresh.map(({ rows }) => rows.families[0]?.['id']);
      await client.query(WRITE_MAILS, [ids, world.confirmationWindowHours]);
      await client.query(WRITE_EVENTS, [ids]);
      total += fresh.length;
      for (const { kind } of fresh) made.set(kind, (made.get(kind) ?? 0) + 1);
    }
    await writeStudies(client, world);
    await client.query('COMMIT');
    // The planner needs statistics of the new rows.
    await client.query('ANALYZE');
    return { made, skipped: count - total };
  } finally {
    await client.end();
  }
}
