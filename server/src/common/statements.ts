import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

import { notFound } from './http-error.js';

/** An SQL statement with the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Runs SQL that returns rows in the shape of the response, without entities.
 * @param source the manager of the caller's transaction, or the data source
 */
export function rowsOf<Row>(
  source: Pick<EntityManager, 'query'>,
  { text, values }: Statement,
): Promise<Row[]> {
  return source.query<Row[]>(text, [...values]);
}

/** The `record` of the only row. @throws 404 with the message `missing` */
export async function recordOf<Answer>(
  manager: EntityManager,
  statement: Statement,
  missing: string,
): Promise<Answer> {
  const [row] = await rowsOf<{ record: Answer }>(manager, statement);
  if (row === undefined) throw notFound(missing);
  return row.record;
}

/** For inserts: PostgreSQL takes at most 65,535 values in a statement. */
export function chunksOf<Row>(rows: readonly Row[], size = 1_000): Row[][] {
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}

/** TypeORM's pool, for what TypeORM can't do: COPY and sessions. */
export function poolOf({ driver }: DataSource): Pool {
  return (driver as unknown as { master: Pool }).master;
}

/** Each kind has its own keys. A transaction that needs several kinds locks them in this order. */
export type LockKey = `${'session' | 'email' | 'mail' | 'users'}:${string}`;

/** Locks things that have no row (yet), in the given order, until the transaction ends. */
export async function advisoryLock(
  manager: EntityManager,
  ...keys: readonly LockKey[]
): Promise<void> {
  await manager.query(
    'SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key',
    [keys],
  );
}
