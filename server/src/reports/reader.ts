import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';

import { type Statement, Statements } from '../common/statements.js';

/** Rows that one step of a stream fetches: what the process holds at once. */
const BATCH = 500;

/** Reads whatever there is, however much. */
@Injectable()
export class Reader {
  constructor(private readonly statements: Statements) {}

  /**
   * All rows, in batches and as of one moment, however many there are: a cursor. It ends with the generator, also when
   * its consumer leaves early. A consumer that takes nothing for half a minute loses the connection.
   */
  async *batches<Row extends QueryResultRow>({
    text,
    values,
  }: Statement): AsyncGenerator<Row[], void> {
    const client = await this.statements.pool.connect();
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
}
