import type { PoolClient } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

import type { Statement } from '../common/statements.js';

/**
 * JSON as it is. CSV would quote what holds its delimiter, its quote or the end of a line, and none of them stands in
 * JSON of PostgreSQL's; COPY's own format would write each backslash twice.
 */
const AS_IT_IS = String.raw`(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')`;

/**
 * All rows, a comma and a JSON object each, on a line of its own: by that the portal's exports tell them apart.
 * PostgreSQL writes them, beside this process and as fast as they are taken.
 */
export async function copyRows(
  client: PoolClient,
  statement: Statement,
): Promise<CopyToStreamQuery> {
  const { text, settings } = valuesAsSettings(statement);
  if (settings !== null) await client.query(settings.text, [...settings.values]);
  const objects = `SELECT ',' || row_to_json(row)::text FROM (${text}) AS row`;
  const rows = client.query(copyTo(`COPY (${objects}) TO STDOUT ${AS_IT_IS}`));
  // The reader of the stream hears of a fault; without a listener it would end the process.
  rows.on('error', () => undefined);
  return rows;
}

/** Makes one JSON list of the rows: the first comma becomes its bracket. */
export async function* asList(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for await (const part of rows) {
    yield isEmpty ? Buffer.concat([Buffer.from('['), part.subarray(1)]) : part;
    isEmpty = false;
  }
  yield Buffer.from(isEmpty ? '[]' : ']');
}

/**
 * A statement for what takes no values (COPY): texts are settings of the transaction, so that nothing a person sent
 * becomes text of a statement. Numbers stand in it.
 * @returns `settings` sets them, in the same transaction; `null` when there are none.
 * @throws TypeError for any other value: a setting is text.
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
