import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { DEMO_TABLES, DemoFamilies, type DemoFamily } from './families.js';
import { writeStudies } from './studies.js';
import type { DemoKind, DemoWorld, Row } from './world.js';

/** Families that are made and written together, to limit memory. */
const BATCH = 2_000;

const RESERVE_IDS = `
  SELECT nextval(pg_get_serial_sequence('families', 'id'))::integer AS id FROM generate_series(1, $1)`;

const KNOWN = 'SELECT email FROM families WHERE email = ANY ($1) OR guid = ANY ($2)';

export interface DemoResult {
  readonly made: ReadonlyMap<DemoKind, number>;
  /** Families that already existed, from an earlier run with the same seed. */
  readonly skipped: number;
}

/** A value in COPY's CSV format: empty for NULL, JSON for an object. */
function csvText(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

async function copyRows(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  if (rows[0] === undefined) return;
  const columns = Object.keys(rows[0]);
  const lines = rows.map((row) => `${columns.map((name) => csvText(row[name])).join()}\n`);
  const copy = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN CSV`));
  await pipeline(Readable.from([lines.join('')]), copy);
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
        await copyRows(
          client,
          table,
          fresh.flatMap((family) => family.rows[table]),
        );
      }
      total += fresh.length;
      for (const { kind } of fresh) made.set(kind, (made.get(kind) ?? 0) + 1);
    }
    await writeStudies(client, world);
    await client.query('COMMIT');
    // The planner needs statistics of the new rows.
    await client.query(`ANALYZE ${DEMO_TABLES.join(', ')}`);
    return { made, skipped: count - total };
  } finally {
    await client.end();
  }
}
