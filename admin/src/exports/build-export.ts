import { stringify } from 'csv-stringify/browser/esm/sync';

import {
  type ByteSink,
  cellText,
  cleanText,
  type FileSpec,
  neutralText,
  type RowWriter,
} from './cell-text.js';
import { type Cell, cellOf, type ExportOrder } from './columns.js';
import type { StreamedList } from '../providers/http.js';
import { JsonRows } from './row-stream.js';
import { XLSX_TYPE, XlsxWriter } from './xlsx.js';

/**
 * Builds a file while its rows arrive.
 * @param onRows gets the number of rows written so far.
 * @throws CallError; SyntaxError for a response that is cut off or not a list.
 */
export async function buildExport(
  { columns, sheet, words, format, list }: ExportOrder,
  open: (list: StreamedList) => Promise<AsyncIterable<string>>,
  onRows: (rows: number) => void,
): Promise<{ readonly file: Blob; readonly rows: number }> {
  const writer = fileWriter({ format, sheet, headers: columns.map(({ header }) => header) });
  const reader = new JsonRows<object>();
  let rows = 0;
  const write = (complete: readonly object[]): void => {
    writer.write(complete.map((row) => columns.map((column) => cellOf(column, row, words))));
    rows += complete.length;
    if (complete.length > 0) onRows(rows);
  };
  for await (const text of await open(list)) write(reader.push(text));
  write(reader.end());
  return { file: writer.finish(), rows };
}

/** Bytes to buffer before moving them to a Blob, which the browser may store on disk: 4 MiB. */
const KEPT = 4 * 1024 * 1024;
const CSV_TYPE = 'text/csv;charset=utf-8';

/** Writes rows to a file in memory. */
export function fileWriter(spec: FileSpec) {
  const blobs: Blob[] = [];
  let kept: Uint8Array<ArrayBuffer>[] = [];
  let keptBytes = 0;
  const keep = (bytes: Uint8Array): void => {
    kept.push(new Uint8Array(bytes));
    keptBytes += bytes.length;
    if (keptBytes < KEPT) return;
    blobs.push(new Blob(kept));
    kept = [];
    keptBytes = 0;
  };
  const isExcel = spec.format === 'xlsx';
  const writer: RowWriter = isExcel ? new XlsxWriter(spec, keep) : csvWriter(spec, keep);
  return {
    write: (rows: readonly (readonly Cell[])[]): void => writer.write(rows),
    finish: (): Blob => {
      writer.finish();
      return new Blob([...blobs, ...kept], { type: isExcel ? XLSX_TYPE : CSV_TYPE });
    },
  };
}

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

const RFC_4180 = {
  record_delimiter: '\r\n',
  // Also quotes fields with a lone CR or LF. The library doesn't when `record_delimiter` is set.
  quote_record_delimiter: true,
} as const;

function field(cell: Cell): string {
  return typeof cell === 'string' ? neutralText(cleanText(cell)) : cellText(cell);
}

/** CSV in UTF-8 with a byte order mark and a header. Excel reads no cell as a formula. */
function csvWriter({ headers }: Pick<FileSpec, 'headers'>, sink: ByteSink): RowWriter {
  const encoder = new TextEncoder();
  const write = (rows: readonly (readonly Cell[])[]): void => {
    const fields = rows.map((row) => row.map(field));
    sink(encoder.encode(stringify(fields, RFC_4180)));
  };
  sink(encoder.encode(BYTE_ORDER_MARK));
  write([headers]);
  return { write, finish: () => undefined };
}
