import type { Cell } from './cell-text.js';

/** One column of an exported file. */
export interface ExportColumn<Row> {
  readonly header: string;
  /** What the cell shows. `null` and `undefined` leave it empty. */
  readonly value: (row: Row) => Cell | undefined;
}

/**
 * Rows whose cells the worker makes itself, of the JSON that the server sends: columns are functions, and none gets to another
 * thread. See `columnsOf`.
 */
export type SpecifiedRows =
  | { readonly of: 'details'; readonly employeeLabel: string }
  | { readonly of: 'report'; readonly timeZone: string };

/** A file that can be exported: what it is called and what stands in it. */
export interface ExportFile<Row> {
  /** With its ending. */
  readonly fileName: string;
  readonly format: 'xlsx' | 'csv';
  /** Of an Excel file; cut and freed of what a sheet's name must not have. */
  readonly sheet?: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** What `columns` are, where the worker knows them. */
  readonly specified?: SpecifiedRows;
}

/** The cells of rows, in the order of the columns. */
export function cellsOf<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): Cell[][] {
  return rows.map((row) => columns.map(({ value }) => value(row) ?? null));
}

/** What the worker has to know of a file. */
export interface FileSpec {
  readonly format: 'xlsx' | 'csv';
  readonly sheet: string;
  readonly headers: readonly string[];
  readonly specified?: SpecifiedRows;
}

/** Writes a file row by row; the bytes go to whoever made it. */
export interface RowWriter {
  write(rows: readonly (readonly Cell[])[]): void;
  /** Once, after the last row. */
  finish(): void;
}

/** Takes the bytes of a file, in their order. */
export type ByteSink = (bytes: Uint8Array) => void;
