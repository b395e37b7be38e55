/** Rules of text in exported files. Lengths count UTF-16 units, as Excel does. */

/** What a spreadsheet holds. Source: admin portal, section 5, and the format. */
export const SPREADSHEET = {
  /** Name of a sheet, in UTF-16 units; without `FORBIDDEN_IN_SHEET_NAMES`. */
  sheetName: 31,
  /** Text of a cell, in UTF-16 units. */
  cellText: 32_767,
  /** Rows of a sheet, the header included. */
  rows: 1_048_576,
} as const;

/** Characters that the name of a sheet must not have. */
const FORBIDDEN_IN_SHEET_NAMES = /[:\\/?*[\]]/g;

/** Control characters other than tab and line breaks, and the two non-characters: XML has no way to write them. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Text without what no file can carry: control characters are dropped, half a surrogate pair becomes `U+FFFD`. */
export function cleanText(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(LONE_SURROGATE, '\ufffd');
}

/** The first `length` units of a text; one less where the last would be half of a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isSplit = /[\ud800-\udbff]$/.test(text.slice(0, length));
  return text.slice(0, isSplit ? length - 1 : length);
}

/**
 * What spreadsheet programs take for the beginning of a formula, the full-width forms included (OWASP, CSV
 * injection).
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Text that begins like a formula, behind an apostrophe: a CSV file has no other way to say that it is text. */
export function neutralText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Excel reads `_x0041_` as `A`; an underscore that would begin such a code is written as a code itself. */
const LOOKS_LIKE_A_CODE = /_(?=x[0-9A-Fa-f]{4}_)/g;
const CARRIAGE_RETURN = /\r/g;
const XML_SPECIAL = /[&<>"]/g;
const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeXml(text: string): string {
  return text.replace(XML_SPECIAL, (character) => XML_ENTITIES[character] ?? character);
}

/** Text as it stands in a cell of a sheet. A bare carriage return would be read as a line feed. */
export function sheetText(text: string): string {
  const cut = cutText(cleanText(text), SPREADSHEET.cellText);
  return escapeXml(cut.replace(LOOKS_LIKE_A_CODE, '_x005F_').replace(CARRIAGE_RETURN, '_x000D_'));
}

/**
 * A name that a sheet may have.
 * @param number of the sheet: the second one that `Details` needs is `Details (2)`.
 */
export function sheetName(wanted: string, number = 1): string {
  const suffix = number === 1 ? '' : ` (${String(number)})`;
  const oneLine = cleanText(wanted).replace(/[\t\r\n]/g, ' ');
  const allowed = oneLine.replace(FORBIDDEN_IN_SHEET_NAMES, '').trim();
  const cut = cutText(allowed, SPREADSHEET.sheetName - suffix.length);
  return (withoutOuterApostrophes(cut).trim() || 'Sheet') + suffix;
}

/** An apostrophe at either end of a sheet's name would end the name in a formula. */
function withoutOuterApostrophes(name: string): string {
  let [begin, end] = [0, name.length];
  while (name.startsWith("'", begin)) begin += 1;
  while (end > begin && name.endsWith("'", end)) end -= 1;
  return name.slice(begin, end);
}

/** What a cell shows. Numbers are for what is counted; zip codes and phone numbers are text. */
export type Cell = string | number | LabTime | null;

/** A moment on the lab's clocks, `03/01/2026 01:05:07`: a date in Excel. */
export interface LabTime {
  readonly time: string;
}

export function cellText(cell: Cell): string {
  return typeof cell === 'object' ? (cell?.time ?? '') : String(cell);
}

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

export type ByteSink = (bytes: Uint8Array) => void;
