import { SPREADSHEET } from '@kidlab/contract';
import { Zip, ZipDeflate } from 'fflate';

import { sheetName, sheetText } from './cell-text.js';
import type { ByteSink, Cell, FileSpec, RowWriter } from './row-writer.js';
import { sheetFoot, sheetHead, sheetPath, STYLE, workbookParts } from './xlsx-parts.js';

/** Of zlib's nine: the higher ones take twice the time for a tenth of the size. */
const COMPRESSION = { level: 3 } as const;
/** Widths of columns, in characters. */
const WIDTH = { least: 8, most: 50, margin: 2 } as const;
const LETTERS = 26;
const NEEDS_ITS_SPACES = /^\s|\s$|[\n\t]/;

/** `0` → `A`, `25` → `Z`, `26` → `AA`. */
export function columnName(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? letter : columnName(Math.floor(index / LETTERS) - 1) + letter;
}

function cellXml(cell: Cell, address: string, style: number): string {
  if (typeof cell === 'number' && Number.isFinite(cell)) {
    return `<c r="${address}"><v>${String(cell)}</v></c>`;
  }
  const text = typeof cell === 'string' ? sheetText(cell) : '';
  if (text === '') return '';
  const space = NEEDS_ITS_SPACES.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${address}" s="${String(style)}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

/**
 * Writes an Excel file while the rows come in: they are compressed at once and kept nowhere. Text is always a cell of
 * text, never a formula. A sheet that is full is followed by another one with the same header.
 */
export class XlsxWriter implements RowWriter {
  private readonly encoder = new TextEncoder();
  private readonly zip: Zip;
  private readonly columns: readonly string[];
  private readonly names: string[] = [];
  private widths: readonly number[] = [];
  private sheet: ZipDeflate | null = null;
  /** Of the current sheet. */
  private rows = 0;

  /** @param rowsOfASheet the header included. */
  constructor(
    private readonly spec: Pick<FileSpec, 'headers' | 'sheet'>,
    sink: ByteSink,
    private readonly rowsOfASheet: number = SPREADSHEET.rows,
  ) {
    this.columns = spec.headers.map((_, index) => columnName(index));
    this.zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      sink(bytes);
    });
  }

  write(rows: readonly (readonly Cell[])[]): void {
    let rest = rows;
    while (rest.length > 0) {
      const sheet = this.openSheet(rest);
      const fitting = rest.slice(0, this.rowsOfASheet - this.rows);
      this.push(sheet, fitting.map((row) => this.rowXml(row, STYLE.text)).join(''));
      rest = rest.slice(fitting.length);
      if (this.rows === this.rowsOfASheet) this.closeSheet();
    }
  }

  finish(): void {
    // An export without rows has its header.
    if (this.names.length === 0) this.openSheet([]);
    this.closeSheet();
    for (const [path, text] of Object.entries(workbookParts(this.names))) {
      const part = this.add(path);
      part.push(this.encoder.encode(text), true);
    }
    this.zip.end();
  }

  /** @param sample of the rows to come: the first ones say how wide the columns are. */
  private openSheet(sample: readonly (readonly Cell[])[]): ZipDeflate {
    if (this.sheet !== null) return this.sheet;
    const isFirst = this.names.length === 0;
    if (isFirst) this.widths = widthsOf([this.spec.headers, ...sample]);
    this.names.push(sheetName(this.spec.sheet, this.names.length + 1));
    const sheet = this.add(sheetPath(this.names.length));
    this.sheet = sheet;
    this.rows = 0;
    const header = this.rowXml(this.spec.headers, STYLE.header);
    this.push(sheet, sheetHead(this.widths, isFirst) + header);
    return sheet;
  }

  private closeSheet(): void {
    if (this.sheet === null) return;
    const last = `${this.columns.at(-1) ?? 'A'}${String(this.rows)}`;
    this.sheet.push(this.encoder.encode(sheetFoot(last)), true);
    this.sheet = null;
  }

  private rowXml(row: readonly Cell[], style: number): string {
    this.rows += 1;
    const number = String(this.rows);
    const cells = this.columns.map((column, index) =>
      cellXml(row[index] ?? null, column + number, style),
    );
    return `<row r="${number}">${cells.join('')}</row>`;
  }

  private add(path: string): ZipDeflate {
    const part = new ZipDeflate(path, COMPRESSION);
    this.zip.add(part);
    return part;
  }

  private push(part: ZipDeflate, text: string): void {
    part.push(this.encoder.encode(text));
  }
}

function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const [headers = []] = rows;
  return headers.map((_, column) => {
    const lengths = rows.map((row) => String(row[column] ?? '').length);
    const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
    return Math.min(Math.max(longest + WIDTH.margin, WIDTH.least), WIDTH.most);
  });
}
