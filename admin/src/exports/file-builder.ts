import { CsvWriter } from './csv.js';
import type { Cell, FileSpec, RowWriter } from './row-writer.js';
import { XlsxWriter } from './xlsx.js';
import { XLSX_TYPE } from './xlsx-parts.js';

/** Bytes that are kept before they become a Blob, which the browser may put on disk: 4 MiB. */
const KEPT = 4 * 1024 * 1024;
const CSV_TYPE = 'text/csv;charset=utf-8';

/** Builds one file from its rows. */
export class FileBuilder {
  private readonly writer: RowWriter;
  private readonly type: string;
  private readonly blobs: Blob[] = [];
  private kept: Uint8Array<ArrayBuffer>[] = [];
  private keptBytes = 0;

  constructor(spec: FileSpec) {
    const sink = (bytes: Uint8Array): void => {
      this.keep(bytes);
    };
    const isExcel = spec.format === 'xlsx';
    this.writer = isExcel ? new XlsxWriter(spec, sink) : new CsvWriter(spec, sink);
    this.type = isExcel ? XLSX_TYPE : CSV_TYPE;
  }

  write(rows: readonly (readonly Cell[])[]): void {
    this.writer.write(rows);
  }

  /** Once, after the last row. */
  finish(): Blob {
    this.writer.finish();
    return new Blob([...this.blobs, ...this.kept], { type: this.type });
  }

  private keep(bytes: Uint8Array): void {
    this.kept.push(new Uint8Array(bytes));
    this.keptBytes += bytes.length;
    if (this.keptBytes < KEPT) return;
    this.blobs.push(new Blob(this.kept));
    this.kept = [];
    this.keptBytes = 0;
  }
}
