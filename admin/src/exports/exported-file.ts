import type { StreamedList } from '../providers/http.js';
import type { EXPORT_FILES } from '../texts/export.js';

/** The messages between a page and its export worker, and the download of the file. */

export type ExportedRows = keyof typeof EXPORT_FILES;

/** Server settings for the text of a file. */
export interface ExportWords {
  /** Label of the referral source `Employee`. */
  readonly employeeLabel: string;
  /** The lab's time zone. */
  readonly timeZone: string;
}

/** The request to the worker. */
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

/** Messages of the worker: progress, then the file or an error. */
export type ExportProgress =
  | { readonly kind: 'rows'; readonly rows: number }
  | ({ readonly kind: 'file' } & BuiltFile)
  | { readonly kind: 'failed'; readonly reason: string };

/** The browser reads the file asynchronously: its address stays valid for this many milliseconds. */
const KEPT_FOR = 60_000;

/** Downloads a file. */
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
