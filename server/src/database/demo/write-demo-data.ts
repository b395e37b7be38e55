import { DataSource, type EntityManager } from 'typeorm';

import { dataSourceOptions } from '../data-source.js';
import { Chance } from './chance.js';
import {
  type DemoFamily,
  demoFamily,
  type DemoKind,
  type DemoWorld,
  SHARED_COLUMNS,
} from './families.js';
import type { Row } from './row.js';
import type { EventRow } from './traces.js';

/** Families that go to the database in one statement. */
const BATCH = 2_000;

/** What was written. */
export interface DemoResult {
  /** New families of each kind. */
  readonly made: ReadonlyMap<DemoKind, number>;
  /** Families that were there already, from an earlier run with the same seed. */
  readonly skipped: number;
}

/**
 * One statement for all rows: they travel as one JSON text, and the table's own row type reads it.
 * @param copied columns that are taken from each row's family
 */
async function insert(
  manager: EntityManager,
  table: string,
  rows: readonly Row[],
  copied: readonly string[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const own = Object.keys(first);
  await manager.query(
    `INSERT INTO ${table} (${[...own, ...copied].join(', ')})
     SELECT ${[...own.map((name) => `own.${name}`), ...copied.map((name) => `families.${name}`)].join(', ')}
     FROM json_populate_recordset(NULL::${table}, $1::json) AS own
     JOIN families ON families.id = own.family_id`,
    [JSON.stringify(rows)],
  );
}

/** @returns the ids of the families that were not there yet */
async function insertFamilies(manager: EntityManager, rows: readonly Row[]): Promise<Set<unknown>> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const inserted: { id: number }[] = await manager.query(
    `INSERT INTO families (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM json_populate_recordset(NULL::families, $1::json)
     ON CONFLICT DO NOTHING RETURNING id`,
    [JSON.stringify(rows)],
  );
  return new Set(inserted.map(({ id }) => id));
}

/** Rows of the audit trail, which knows families by their guid alone. */
async function insertEvents(manager: EntityManager, rows: readonly EventRow[]): Promise<void> {
  const columns = `occurred_at, actor, action, subject_type, subject_id, family_guid, before, after`;
  await manager.query(
    `INSERT INTO audit_events (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::audit_events, $1::json)`,
    [JSON.stringify(rows)],
  );
}

async function reserveIds(manager: EntityManager, count: number): Promise<number[]> {
  const rows: { id: string }[] = await manager.query(
    `SELECT nextval(pg_get_serial_sequence('families', 'id')) AS id FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

/** @returns the families that were not there yet */
async function writeBatch(manager: EntityManager, batch: DemoFamily[]): Promise<DemoFamily[]> {
  const ids = await insertFamilies(
    manager,
    batch.map(({ family }) => family),
  );
  const fresh = batch.filter(({ family }) => ids.has(family['id']));
  const members = (pick: (demo: DemoFamily) => readonly Row[]): Row[] => fresh.flatMap(pick);
  await insert(
    manager,
    'guardians',
    members((demo) => demo.guardians),
    SHARED_COLUMNS,
  );
  await insert(
    manager,
    'children',
    members((demo) => demo.children),
    SHARED_COLUMNS,
  );
  await insert(
    manager,
    'confirmation_links',
    members((demo) => demo.links),
    [],
  );
  await insert(
    manager,
    'outbox_messages',
    members((demo) => demo.mails),
    [],
  );
  await insertEvents(
    manager,
    fresh.flatMap(({ events }) => events),
  );
  return fresh;
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
  const source = new DataSource(dataSourceOptions(url));
  await source.initialize();
  try {
    const made = new Map<DemoKind, number>();
    await source.transaction(async (manager) => {
      await manager.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
      const chance = new Chance(world.seed);
      for (let start = 0; start < count; start += BATCH) {
        const ids = await reserveIds(manager, Math.min(BATCH, count - start));
        const batch = ids.map((id, offset) => demoFamily(start + offset, id, world, chance));
        for (const { kind } of await writeBatch(manager, batch)) {
          made.set(kind, (made.get(kind) ?? 0) + 1);
        }
      }
    });
    // So that the next query is planned for what the tables hold now.
    await source.query(
      'ANALYZE families, guardians, children, confirmation_links, outbox_messages, audit_events',
    );
    const total = [...made.values()].reduce((sum, number) => sum + number, 0);
    return { made, skipped: count - total };
  } finally {
    await source.destroy();
  }
}
