import { stringify } from 'csv-stringify/browser/esm/sync';

import { cleanText, neutralText } from './cell-text.js';
import type { ByteSink, Cell, FileSpec, RowWriter } from './row-writer.js';

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** RFC 4180: commas, CRLF after each record, quotes where they are needed. */
const RFC_4180 = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  record_delimiter: '\r\n',
  // A single CR or LF is quoted too; the library does that by itself only while it has no delimiter of records.
  quote_record_delimiter: true,
} as const;

function field(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : neutralText(cleanText(cell));
}

/**
 * Writes a CSV file: UTF-8 with a byte order mark, a header, and no cell that a spreadsheet would take for a formula.
 */
export class CsvWriter implements RowWriter {
  private readonly encoder = new TextEncoder();

  constructor(
    { headers }: Pick<FileSpec, 'headers'>,
    private readonly sink: ByteSink,
  ) {
    this.sink(this.encoder.encode(BYTE_ORDER_MARK));
    this.write([headers]);
  }

  write(rows: readonly (readonly Cell[])[]): void {
    if (rows.length === 0) return;
    const records = rows.map((row) => row.map(field));
    this.sink(this.encoder.encode(stringify(records, RFC_4180)));
  }

  finish(): void {
    // A CSV file has no end of its own.
  }
}
