import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';

import { notFound } from './http-error.js';

/** An SQL statement with the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Like `Statements.rows`, in the caller's transaction. */
export function rowsOf<Row>(manager: EntityManager, { text, values }: Statement): Promise<Row[]> {
  return manager.query<Row[]>(text, [...values]);
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

/** Runs SQL that returns rows in the shape of the response, without entities. */
@Injectable()
export class Statements {
  constructor(private readonly dataSource: DataSource) {}

  async rows<Row extends QueryResultRow>({ text, values }: Statement): Promise<Row[]> {
    return (await this.pool.query<Row>(text, [...values])).rows;
  }

  /** TypeORM's pool, for what TypeORM can't do: COPY and sessions. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}
