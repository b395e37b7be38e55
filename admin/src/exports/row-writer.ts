/** What a cell shows. Numbers are for what is counted; zip codes, phone numbers and dates are text. */
export type Cell = string | number | null;

export interface FileSpec {
  readonly format: 'xlsx' | 'csv';
  readonly sheet: string;
  readonly headers: readonly string[];
}

/** Writes a file row by row; the bytes go to its sink. */
export interface RowWriter {
  write(rows: readonly (readonly Cell[])[]): void;
  /** Once, after the last row. */
  finish(): void;
}

/** Takes the bytes of a file, in their order. */
export type ByteSink = (bytes: Uint8Array) => void;
