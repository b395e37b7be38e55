import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

import type { Statement } from './statement.js';

/** Rows that one step of a stream fetches: what the process holds at once. */
const BATCH = 500;

/** Reads rows in the very shape of an answer, past the mapping of entities: one statement, planned once where it can be. */
@Injectable()
export class Reader {
  constructor(private readonly dataSource: DataSource) {}

  /** @param prepare keeps the plan in each connection: for statements whose text is always the same. */
  async rows<Row extends QueryResultRow>(
    { text, values }: Statement,
    prepare = false,
  ): Promise<Row[]> {
    const name = prepare ? { name: createHash('sha1').update(text).digest('hex') } : {};
    const { rows } = await this.pool.query<Row>({ ...name, text, values: [...values] });
    return rows;
  }

  /**
   * All rows, in batches and as of one moment, however many there are: a cursor. It ends with the generator, also when
   * its consumer leaves early. A consumer that takes nothing for half a minute loses the connection.
   */
  async *batches<Row extends QueryResultRow>({
    text,
    values,
  }: Statement): AsyncGenerator<Row[], void> {
    const client = await this.pool.connect();
    let fault: Error | undefined;
    try {
      await client.query('BEGIN READ ONLY');
      // All rows are wanted, not the first ones soon.
      await client.query('SET LOCAL cursor_tuple_fraction = 1');
      await client.query(`DECLARE listing NO SCROLL CURSOR FOR ${text}`, [...values]);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${String(BATCH)} FROM listing`);
        if (rows.length > 0) yield rows;
        if (rows.length < BATCH) return;
      }
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      await this.giveBack(client, fault);
    }
  }

  private async giveBack(client: PoolClient, fault: Error | undefined): Promise<void> {
    let left = fault;
    if (left === undefined) {
      try {
        await client.query('ROLLBACK');
      } catch (error) {
        left = error as Error;
      }
    }
    // A connection that had a fault is closed, and the transaction with it.
    client.release(left);
  }

  /** TypeORM's own pool: it has no way to name a statement or to hold a cursor. */
  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}
