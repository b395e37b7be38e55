import type { Cell } from './cell-text.js';
import { columnsOf, type ExportedRows, type ExportWords } from './columns.js';
import { FileBuilder } from './file-builder.js';
import type { openList, StreamedList } from '../providers/http.js';
import { JsonRows } from '../providers/row-stream.js';

/** What is exported: all rows of a list that the server streams. */
export interface ExportOrder {
  readonly rows: ExportedRows;
  readonly words: ExportWords;
  readonly format: 'xlsx' | 'csv';
  readonly sheet: string;
  readonly list: StreamedList;
}

/** What the worker tells: how many rows have come, then the file or why there is none. */
export type ExportNews =
  | { readonly kind: 'rows'; readonly rows: number }
  | ({ readonly kind: 'file' } & BuiltFile)
  | { readonly kind: 'failed'; readonly reason: string };

export interface BuiltFile {
  readonly file: Blob;
  readonly rows: number;
}

/**
 * Builds a file while its rows arrive: the state of one moment, recorded in the audit trail.
 * @param onRows hears how many rows are in the file.
 * @throws CallError; `BrokenList` and `SyntaxError` for an answer that is cut off or no list.
 */
export async function buildExport(
  { rows: kind, words, format, sheet, list }: ExportOrder,
  open: typeof openList,
  onRows: (rows: number) => void,
): Promise<BuiltFile> {
  const columns = columnsOf(kind, words);
  const builder = new FileBuilder({ format, sheet, headers: columns.map(({ header }) => header) });
  const reader = new JsonRows<never>();
  let rows = 0;
  for await (const text of await open(list)) {
    const complete = reader.push(text);
    const cells = complete.map((row) => columns.map(({ value }): Cell => value(row) ?? null));
    builder.write(cells);
    rows += complete.length;
    if (complete.length > 0) onRows(rows);
  }
  reader.end();
  return { file: builder.finish(), rows };
}
