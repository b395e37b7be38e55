import type { PoolClient } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

import type { Statement } from '../common/statements.js';

/**
 * Writes JSON unchanged: CSV quotes only text with its delimiter, its quote or a line end, and PostgreSQL's JSON has
 * none of these. COPY's text format would double each backslash.
 */
const UNCHANGED = String.raw`(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')`;

/**
 * Streams all rows: each is a comma and a JSON object on one line, which the portal's exports split by. PostgreSQL
 * writes the JSON, no faster than the client reads.
 */
export function copyRows(client: PoolClient, { text, values }: Statement): CopyToStreamQuery {
  // COPY takes no parameters, so the values become literals.
  const select = text.replace(/\$(\d+)/g, (_, position: string) =>
    client.escapeLiteral(String(values[Number(position) - 1])),
  );
  const objects = `SELECT ',' || row_to_json(row)::text FROM (${select}) AS row`;
  const rows = client.query(copyTo(`COPY (${objects}) TO STDOUT ${UNCHANGED}`));
  // The stream's reader gets the error too; without a listener it would end the process.
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
