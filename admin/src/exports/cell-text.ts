import type { Cell } from './columns.js';

/** Text of cells in exported files. Lengths are in UTF-16 units, as in Excel. */

/** Limits of a spreadsheet. Source: admin portal, section 5, and the file format. */
export const SPREADSHEET = {
  cellText: 32_767,
  /** Including the header. */
  rows: 1_048_576,
} as const;

/** Characters that XML can't hold: control characters except tab and line breaks, and two non-characters. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Drops characters that XML can't hold; half a surrogate pair becomes `U+FFFD`. */
export function cleanText(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(LONE_SURROGATE, '\ufffd');
}

/** Cuts a text to `length`, or one less to keep a surrogate pair whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isSplit = /[\ud800-\udbff]$/.test(text.slice(0, length));
  return text.slice(0, isSplit ? length - 1 : length);
}

/** The start of a formula, including full-width forms (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Puts an apostrophe before text that starts like a formula. CSV has no other way to mark text. */
export function neutralText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Excel reads `_x0041_` as `A`. The underscore of such text is escaped. */
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

/** A cell's text as XML. XML parsers turn an unescaped carriage return into a line feed. */
export function sheetText(text: string): string {
  const cut = cutText(cleanText(text), SPREADSHEET.cellText);
  return escapeXml(cut.replace(LOOKS_LIKE_A_CODE, '_x005F_').replace(CARRIAGE_RETURN, '_x000D_'));
}

export function cellText(cell: Cell): string {
  return typeof cell === 'object' ? (cell?.time ?? '') : String(cell);
}

export interface FileSpec {
  readonly format: 'xlsx' | 'csv';
  readonly sheet: string;
  readonly headers: readonly string[];
}

export interface RowWriter {
  write(rows: readonly (readonly Cell[])[]): void;
  /** Call once, after the last row. */
  finish(): void;
}

export type ByteSink = (bytes: Uint8Array) => void;
