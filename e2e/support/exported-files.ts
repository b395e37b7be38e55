import { readFile } from 'node:fs/promises';

import { strFromU8, unzipSync } from 'fflate';
import { type Download, expect } from '@playwright/test';

/**
 * A sheet as a spreadsheet program reads it: the text of each cell, empty ones included, and whether it is a number.
 */
export interface Sheet {
  readonly name: string;
  readonly rows: string[][];
  /** Addresses of the cells that are numbers; others are text, or dates. */
  readonly numbers: ReadonlySet<string>;
  readonly hasFormulas: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescaped(xml: string): string {
  return xml.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?');
}

function columnIndex(letters: string): number {
  return (
    Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
  );
}

/** A number of days as Excel shows it in a cell for dates. */
function dateText(days: number): string {
  const iso = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000).toISOString();
  return iso.replace(/(\d+)-(\d+)-(\d+)T([\d:]+).*/, '$2/$3/$1 $4');
}

function rowCells(xml: string, width: number, numbers: Set<string>): string[] {
  const row = Array.from({ length: width }, () => '');
  const cells = /<c r="([A-Z]+)(\d+)"([^>]*)>.*?<(?:t|v)[^>]*>([^<]*)<\/(?:t|v)>.*?<\/c>/gs;
  for (const [, letters = '', number = '', kind = '', text = ''] of xml.matchAll(cells)) {
    const isDate = kind.includes('s="3"');
    row[columnIndex(letters)] = isDate ? dateText(Number(text)) : unescaped(text);
    if (!kind.includes('t=') && !isDate) numbers.add(letters + number);
  }
  return row;
}

/** The only sheet of an Excel file. */
export async function readSheet(download: Download, columns: number): Promise<Sheet> {
  const files = unzipSync(await readFile(await download.path()));
  const part = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
  const names = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)];
  expect(names, 'sheets').toHaveLength(1);
  const xml = part('xl/worksheets/sheet1.xml');
  const numbers = new Set<string>();
  const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, cells = '']) =>
    rowCells(cells, columns, numbers),
  );
  return {
    name: unescaped(names[0]?.[1] ?? ''),
    rows,
    numbers,
    hasFormulas: xml.includes('<f'),
  };
}

/** The text of a CSV file, without its byte order mark. */
export async function readCsvText(download: Download): Promise<string> {
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)], 'byte order mark').toEqual([0xef, 0xbb, 0xbf]);
  return bytes.subarray(3).toString('utf8');
}

/** A record of RFC 4180. */
export function csvRecord(fields: readonly string[]): string {
  const quoted = fields.map((field) =>
    /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return `${quoted.join(',')}\r\n`;
}
