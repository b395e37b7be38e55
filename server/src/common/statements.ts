import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

/** A statement for PostgreSQL with the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads by statements in the very shape of an answer, past the mapping of entities. */
@Injectable()
export class Statements {
  constructor(private readonly dataSource: DataSource) {}

  async rows<Row extends QueryResultRow>({ text, values }: Statement): Promise<Row[]> {
    return (await this.pool.query<Row>(text, [...values])).rows;
  }

  /** TypeORM's own pool: it has no way to copy. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}
