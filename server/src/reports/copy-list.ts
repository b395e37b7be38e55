import type { PoolClient } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

import type { Statement } from '../common/statements.js';

/**
 * Writes JSON unchanged: CSV quotes only text with its delimiter, its quote or a line end, and PostgreSQL's JSON has
 * none of these. COPY's text format would double each backslash.
 */
const UNCHANGED = String.raw`(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')`;

/**
 * Streams all rows, each as a comma and a JSON object on its own line: the portal's exports split by line. PostgreSQL
 * writes the JSON, with backpressure from the client.
 */
export async function copyRows(
  client: PoolClient,
  statement: Statement,
): Promise<CopyToStreamQuery> {
  const { text, settings } = valuesAsSettings(statement);
  if (settings !== null) await client.query(settings.text, [...settings.values]);
  const objects = `SELECT ',' || row_to_json(row)::text FROM (${text}) AS row`;
  const rows = client.query(copyTo(`COPY (${objects}) TO STDOUT ${UNCHANGED}`));
  // The stream's reader gets the error, too. Without a listener, it would crash the process.
  rows.on('error', () => undefined);
  return rows;
}

/** Makes the rows one JSON list: a bracket replaces the first comma. */
export async function* asList(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for await (const part of rows) {
    yield isEmpty ? Buffer.concat([Buffer.from('['), part.subarray(1)]) : part;
    isEmpty = false;
  }
  yield Buffer.from(isEmpty ? '[]' : ']');
}

/**
 * Rewrites a statement for COPY, which takes no parameters. Texts become settings of the transaction, so that user
 * input never becomes SQL; numbers are written into the statement.
 * @returns `settings` sets the texts in the same transaction; `null` if there are none
 * @throws TypeError for any other value: a setting is text
 */
export function valuesAsSettings({ text, values }: Statement): {
  text: string;
  settings: Statement | null;
} {
  const texts: string[] = [];
  const setters: string[] = [];
  const replacements = values.map((value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return `(${String(value)})`;
    if (typeof value !== 'string') throw new TypeError('The value of a setting is text');
    const position = String(texts.push(value));
    setters.push(`set_config('kidlab.value${position}', $${position}, true)`);
    return `current_setting('kidlab.value${position}')`;
  });
  return {
    text: text.replace(
      /\$(\d+)/g,
      (_, position: string) => replacements[Number(position) - 1] ?? '',
    ),
    settings: texts.length === 0 ? null : { text: `SELECT ${setters.join(', ')}`, values: texts },
  };
}
