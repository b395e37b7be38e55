import { Injectable } from '@nestjs/common';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

import { type Statement, Statements } from '../common/statements.js';
import { EXPORT } from './export-slots.service.js';

/**
 * Reads only, as of one moment. Compiling the plan takes longer than it saves. A slow line is waited for, for as long as
 * `sendWhileRead` waits.
 */
const BEGIN = `BEGIN READ ONLY; SET LOCAL jit = off; SET LOCAL statement_timeout = ${String(EXPORT.longestMs)}`;
/**
 * JSON as it is. CSV would quote what holds its delimiter, its quote or the end of a line, and none of them stands in JSON of
 * PostgreSQL's; COPY's own format would write each backslash twice.
 */
const AS_IT_IS = String.raw`(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')`;

/** Reads whatever there is, however much. */
@Injectable()
export class CopyService {
  constructor(private readonly statements: Statements) {}

  /**
   * All rows as one JSON list of objects, in parts of UTF-8, however many there are. It ends with the generator, also when its
   * consumer leaves early; see `sendWhileRead` for one that takes nothing.
   * @param signal ends it at any moment, also while it waits for PostgreSQL. @throws its reason then
   */
  async *list(statement: Statement, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    let isEmpty = true;
    for await (const part of this.rows(statement, signal)) {
      // Before the first row stands no comma.
      yield isEmpty ? Buffer.concat([Buffer.from('['), part.subarray(1)]) : part;
      isEmpty = false;
    }
    yield Buffer.from(isEmpty ? '[]' : ']');
  }

  /** A comma and an object for each row. PostgreSQL writes them, beside this process and as fast as they are taken. */
  private async *rows(statement: Statement, signal: AbortSignal): AsyncGenerator<Buffer, void> {
    const { text, settings } = valuesAsSettings(statement);
    const client = await this.statements.pool.connect();
    let isOver = false;
    // A connection that had a fault, or is in the middle, is closed, and the transaction with it.
    const leave = (isWhole: boolean): void => {
      if (!isOver) client.release(!isWhole);
      isOver = true;
    };
    let copied: CopyToStreamQuery | null = null;
    // A generator that waits hears of nothing: what it waits for is ended.
    const end = (): void => {
      leave(false);
      copied?.destroy(signal.reason as Error);
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      signal.throwIfAborted();
      await client.query(BEGIN);
      if (settings !== null) await client.query(settings.text, [...settings.values]);
      const objects = `SELECT ',' || row_to_json(row)::text FROM (${text}) AS row`;
      copied = client.query(copyTo(`COPY (${objects}) TO STDOUT ${AS_IT_IS}`));
      // The reader of the stream hears of a fault; without one there is nothing to tell.
      copied.on('error', () => undefined);
      yield* copied as AsyncIterable<Buffer>;
      await client.query('COMMIT');
      leave(true);
    } catch (fault) {
      signal.throwIfAborted();
      throw fault;
    } finally {
      signal.removeEventListener('abort', end);
      leave(false);
    }
  }
}

/** The setting that holds the value of `$1`, `$2`, … */
const settingOf = (place: number): string => `kidlab.value${String(place)}`;

/**
 * A statement for what takes no values (COPY): they are settings of the transaction, so that here, too, nothing a person sent
 * becomes text of a statement. Numbers stand in it.
 * @param statement with values that are text or numbers.
 * @returns `settings` sets them, in the same transaction; `null` when there are none.
 * @throws TypeError for any other value: a setting is text.
 */
export function valuesAsSettings({ text, values }: Statement): {
  text: string;
  settings: Statement | null;
} {
  const written: string[] = [];
  const texts: string[] = [];
  const set: string[] = [];
  for (const value of values) {
    const setting = settingOf(written.length + 1);
    if (typeof value === 'number' && Number.isFinite(value)) {
      written.push(`(${String(value)})`);
    } else if (typeof value === 'string') {
      written.push(`current_setting('${setting}')`);
      set.push(`set_config('${setting}', $${String(texts.push(value))}, true)`);
    } else throw new TypeError('The value of a setting is text, or a number');
  }
  return {
    text: text.replace(/\$(\d+)/g, (_, place: string) => written[Number(place) - 1] ?? ''),
    settings: set.length === 0 ? null : { text: `SELECT ${set.join(', ')}`, values: texts },
  };
}
