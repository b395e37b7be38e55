import type { StreamedList } from '../providers/http.js';
import type { EXPORT_FILES } from '../texts/export.js';

/** A file that staff export: what the page and the worker that builds it tell each other, and how it is saved. */

export type ExportedRows = keyof typeof EXPORT_FILES;

/** What the server's configuration says of the words in a file. */
export interface ExportWords {
  /** How the referral source `Employee` reads. */
  readonly employeeLabel: string;
  /** Of the lab. */
  readonly timeZone: string;
}

/** What is exported: all rows of a list that the server streams. */
export interface ExportOrder {
  readonly rows: ExportedRows;
  readonly words: ExportWords;
  readonly format: 'xlsx' | 'csv';
  readonly list: StreamedList;
}

export interface BuiltFile {
  readonly file: Blob;
  readonly rows: number;
}

/** What the worker tells: how many rows have come, then the file or why there is none. */
export type ExportNews =
  | { readonly kind: 'rows'; readonly rows: number }
  | ({ readonly kind: 'file' } & BuiltFile)
  | { readonly kind: 'failed'; readonly reason: string };

/** How long the browser may take to fetch what it saves, in milliseconds. */
const KEPT_FOR = 60_000;

/** Hands a file to the browser, which saves it as a download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
