import { Zip, ZipDeflate } from 'fflate';

import {
  type ByteSink,
  cellText,
  escapeXml,
  type FileSpec,
  type RowWriter,
  sheetText,
  SPREADSHEET,
} from './cell-text.js';
import type { Cell } from './columns.js';

/** Higher levels take twice the time to save a tenth of the size. */
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

/** Day 0 of Excel's calendar, which has a February 29, 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const MS_PER_DAY = 86_400_000;

/** `03/01/2026 01:05:07` as Excel's serial number: days, with the time as a fraction. */
export function dateNumber(time: string): number {
  return (Date.parse(`${time} UTC`) - DAY_ZERO) / MS_PER_DAY;
}

function cellXml(cell: Cell, address: string, style: number): string {
  if (typeof cell === 'number' && Number.isFinite(cell)) {
    return `<c r="${address}"><v>${String(cell)}</v></c>`;
  }
  if (typeof cell === 'object' && cell !== null) {
    return `<c r="${address}" s="${String(STYLE.date)}"><v>${String(dateNumber(cell.time))}</v></c>`;
  }
  const text = typeof cell === 'string' ? sheetText(cell) : '';
  if (text === '') return '';
  const space = NEEDS_ITS_SPACES.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${address}" s="${String(style)}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

/**
 * Writes an Excel file row by row, compressing as it goes. Text is never a formula. A full sheet is followed by
 * another one with the same header.
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

  /** @param rowsPerSheet including the header. */
  constructor(
    private readonly spec: Pick<FileSpec, 'headers' | 'sheet'>,
    sink: ByteSink,
    private readonly rowsPerSheet: number = SPREADSHEET.rows,
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
      const fitting = rest.slice(0, this.rowsPerSheet - this.rows);
      this.push(sheet, fitting.map((row) => this.rowXml(row, STYLE.text)).join(''));
      rest = rest.slice(fitting.length);
      if (this.rows === this.rowsPerSheet) this.closeSheet();
    }
  }

  finish(): void {
    // An export without rows still has its header.
    if (this.names.length === 0) this.openSheet([]);
    this.closeSheet();
    for (const [path, text] of Object.entries(workbookParts(this.names))) {
      const part = this.add(path);
      part.push(this.encoder.encode(text), true);
    }
    this.zip.end();
  }

  /** @param sample the first rows, which set the column widths. */
  private openSheet(sample: readonly (readonly Cell[])[]): ZipDeflate {
    if (this.sheet !== null) return this.sheet;
    const isFirst = this.names.length === 0;
    const number = String(this.names.length + 1);
    if (isFirst) this.widths = widthsOf([this.spec.headers, ...sample]);
    this.names.push(isFirst ? this.spec.sheet : `${this.spec.sheet} (${number})`);
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
    const lengths = rows.map((row) => cellText(row[column] ?? null).length);
    const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
    return Math.min(Math.max(longest + WIDTH.margin, WIDTH.least), WIDTH.most);
  });
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const XLSX_TYPE = `${CONTENT}.sheet`;

/** Indexes of the styles below. Text has the format "@", so that it stays text when the cell is edited. */
const STYLE = { number: 0, text: 1, header: 2, date: 3 } as const;

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="mm/dd/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** @param number of the sheet, from 1. */
function sheetPath(number: number): string {
  return `xl/worksheets/sheet${String(number)}.xml`;
}

function eachSheet(names: readonly string[], text: (name: string, number: number) => string) {
  return names.map((name, index) => text(name, index + 1)).join('');
}

/** All other parts of the file, by path. */
function workbookParts(sheetNames: readonly string[]): Readonly<Record<string, string>> {
  const styles = sheetNames.length + 1;
  return {
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${eachSheet(
      sheetNames,
      (name, number) =>
        `<sheet name="${escapeXml(name)}" sheetId="${String(number)}" r:id="rId${String(number)}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${eachSheet(
      sheetNames,
      (_, number) =>
        `<Relationship Id="rId${String(number)}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${String(number)}.xml"/>`,
    )}<Relationship Id="rId${String(styles)}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${eachSheet(
      sheetNames,
      (_, number) =>
        `<Override PartName="/${sheetPath(number)}" ContentType="${CONTENT}.worksheet+xml"/>`,
    )}</Types>`,
  };
}

/** The XML before the rows, with a frozen header. @param widths of the columns, in characters. */
function sheetHead(widths: readonly number[], isFirst: boolean): string {
  const columns = widths.map((width, index) => {
    const number = String(index + 1);
    return `<col min="${number}" max="${number}" width="${String(width)}" customWidth="1"/>`;
  });
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** The XML after the rows: a filter on each column, and no warning about zip codes stored as text. */
function sheetFoot(lastCell: string): string {
  return `</sheetData><autoFilter ref="A1:${lastCell}"/><ignoredErrors><ignoredError sqref="A1:${lastCell}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
