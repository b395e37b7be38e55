import { Client } from 'pg';

import { Chance } from './chance.js';
import { copyRows } from './copy-rows.js';
import {
  type DemoFamily,
  demoFamily,
  type DemoKind,
  type DemoWorld,
  SHARED_COLUMNS,
} from './families.js';
import type { Row } from './row.js';

/** Families that are made, and go to the database, together: as much as is held in memory. */
const BATCH = 2_000;

/**
 * All of it is one transaction. The household's triggers keep the plans that they made when the tables were empty, so
 * those must not read whole tables.
 */
const BEGIN = `
  BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL enable_seqscan = off;
  SELECT pg_advisory_xact_lock(hashtextextended('demo-data', 0))`;

const RESERVE_IDS = `
  SELECT nextval(pg_get_serial_sequence('families', 'id'))::integer AS id FROM generate_series(1, $1)`;

const KNOWN = 'SELECT email FROM families WHERE email = ANY ($1) OR guid = ANY ($2)';

/** So that the next query is planned for what the tables hold now. */
const ANALYZE =
  'ANALYZE families, guardians, children, confirmation_links, outbox_messages, audit_events';

/** What was written. */
export interface DemoResult {
  /** New families of each kind. */
  readonly made: ReadonlyMap<DemoKind, number>;
  /** Families that were there already, from an earlier run with the same seed. */
  readonly skipped: number;
}

async function reserveIds(client: Client, count: number): Promise<number[]> {
  return (await client.query<{ id: number }>(RESERVE_IDS, [count])).rows.map(({ id }) => id);
}

/** The families of a batch that are not there yet. */
async function freshOf(client: Client, batch: readonly DemoFamily[]): Promise<DemoFamily[]> {
  const emails = batch.map(({ family }) => family['email']);
  const guids = batch.map(({ family }) => family['guid']);
  const { rows } = await client.query<{ email: string }>(KNOWN, [emails, guids]);
  const known = new Set<unknown>(rows.map(({ email }) => email));
  return batch.filter(({ family }) => !known.has(family['email']));
}

/** Guardians or children with the columns that they share with their family. */
function members(batch: readonly DemoFamily[], name: 'guardians' | 'children'): Row[] {
  return batch.flatMap((demo) => {
    const shared = Object.fromEntries(
      SHARED_COLUMNS.map((column) => [column, demo.family[column] ?? null]),
    );
    return demo[name].map((member) => ({ ...member, ...shared }));
  });
}

async function writeBatch(client: Client, batch: readonly DemoFamily[]): Promise<void> {
  await copyRows(
    client,
    'families',
    batch.map(({ family }) => family),
  );
  await copyRows(client, 'guardians', members(batch, 'guardians'));
  await copyRows(client, 'children', members(batch, 'children'));
  for (const [table, name] of [
    ['confirmation_links', 'links'],
    ['outbox_messages', 'mails'],
    ['audit_events', 'events'],
  ] as const) {
    await copyRows(
      client,
      table,
      batch.flatMap(
        (demo): readonly Readonly<Record<string, string | number | object | null>>[] => demo[name],
      ),
    );
  }
}

/**
 * Writes so many made-up families of every state into the database at `url`, all of them or none. The same seed on the
 * same day makes the same ones; those that are there already are left as they are.
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
    await client.query(BEGIN);
    const chance = new Chance(world.seed);
    for (let start = 0; start < count; start += BATCH) {
      const ids = await reserveIds(client, Math.min(BATCH, count - start));
      const batch = ids.map((id, offset) => demoFamily(start + offset, id, world, chance));
      const fresh = await freshOf(client, batch);
      await writeBatch(client, fresh);
      total += fresh.length;
      for (const { kind } of fresh) made.set(kind, (made.get(kind) ?? 0) + 1);
    }
    await client.query('COMMIT');
    await client.query(ANALYZE);
    return { made, skipped: count - total };
  } finally {
    await client.end();
  }
}
