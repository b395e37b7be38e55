import { Injectable } from '@nestjs/common';
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';

/** A statement for PostgreSQL with the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads by statements in the very shape of an answer, past the mapping of entities. */
@Injectable()
export class Statements {
  constructor(private readonly dataSource: DataSource) {}

  /** The rows that a statement finds. */
  async rows<Row extends QueryResultRow>({ text, values }: Statement): Promise<Row[]> {
    return (await this.pool.query<Row>(text, [...values])).rows;
  }

  /**
   * The same in the transaction of `manager`, if there is one.
   * @throws QueryFailedError for what PostgreSQL refuses, as TypeORM does.
   */
  async rowsIn<Row extends QueryResultRow>(
    { queryRunner }: EntityManager,
    { text, values }: Statement,
  ): Promise<Row[]> {
    try {
      const client = (await queryRunner?.connect()) as PoolClient | undefined;
      return (await (client ?? this.pool).query<Row>(text, [...values])).rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      throw new QueryFailedError(text, [], error);
    }
  }

  /** TypeORM's own pool: it has no way to copy. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}
