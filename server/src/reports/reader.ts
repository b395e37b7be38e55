import { Injectable } from '@nestjs/common';
import type { FieldDef, PoolClient, QueryArrayResult } from 'pg';

import { type Statement, Statements } from '../common/statements.js';
import type { TextRow } from './json-rows.js';

/** Rows that one step of a stream fetches: what the process holds at once. */
const BATCH = 1_000;
/** Each value as PostgreSQL has written it. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** Some rows, and what their columns are. */
export interface Batch {
  readonly fields: readonly FieldDef[];
  readonly rows: readonly TextRow[];
}

/** Reads whatever there is, however much. */
@Injectable()
export class Reader {
  constructor(private readonly statements: Statements) {}

  /**
   * All rows, in batches and as of one moment, however many there are: a cursor. While one batch is used, the next is on its way.
   * It ends with the generator, also when its consumer leaves early; see `sendWhileRead` for one that takes nothing.
   */
  async *batches({ text, values }: Statement): AsyncGenerator<Batch, void> {
    const client = await this.statements.pool.connect();
    let fault: Error | undefined;
    try {
      await client.query('BEGIN READ ONLY');
      // All rows are wanted, not the first ones soon; compiling the plan takes longer than it saves.
      await client.query('SET LOCAL cursor_tuple_fraction = 1; SET LOCAL jit = off');
      await client.query(`DECLARE listing NO SCROLL CURSOR FOR ${text}`, [...values]);
      let coming = fetchBatch(client);
      for (;;) {
        const batch = await coming;
        const isLast = batch.rows.length < BATCH;
        if (!isLast) coming = fetchBatch(client);
        if (batch.rows.length > 0) yield batch;
        if (isLast) return;
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

function fetchBatch(client: PoolClient): Promise<QueryArrayResult<(string | null)[]>> {
  const batch = client.query<(string | null)[]>({
    text: `FETCH ${String(BATCH)} FROM listing`,
    rowMode: 'array',
    types: AS_TEXT,
  });
  // Whoever waits for it hears of a fault; when nobody does any more, it is nobody's.
  batch.catch(() => undefined);
  return batch;
}
