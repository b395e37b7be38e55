import { strFromU8, unzipSync } from 'fflate';

/** A cell as a spreadsheet program sees it. */
export interface ReadCell {
  readonly kind: 'text' | 'number' | 'date' | 'formula';
  readonly value: string;
}

export interface ReadSheet {
  readonly name: string;
  /** By row and column; `null`: no cell. */
  readonly rows: (ReadCell | null)[][];
  /** The cells that can be filtered. */
  readonly filtered: string | undefined;
  /** Of the columns, in characters. */
  readonly widths: number[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
};

function unescape(xml: string): string {
  // XML parsers normalize line ends to line feeds.
  return xml
    .replace(/\r\n?/g, '\n')
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function columnIndex(letters: string): number {
  return (
    Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
  );
}

function readCell(attributes: string, content: string): ReadCell {
  if (content.includes('<f')) return { kind: 'formula', value: content };
  const value = /<(?:t|v)(?: [^>]*)?>([^<]*)<\/(?:t|v)>/.exec(content)?.[1] ?? '';
  if (attributes.includes('t="inlineStr"')) return { kind: 'text', value: unescape(value) };
  return { kind: attributes.includes('s="3"') ? 'date' : 'number', value };
}

function readRows(xml: string): (ReadCell | null)[][] {
  const rows: (ReadCell | null)[][] = [];
  for (const [, number = '', cells = ''] of xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)) {
    if (Number(number) !== rows.length + 1) throw new Error(`Row ${number} is out of order.`);
    const row: (ReadCell | null)[] = [];
    const pattern = /<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs;
    for (const [, letters = '', place = '', attributes = '', content = ''] of cells.matchAll(
      pattern,
    )) {
      if (place !== number) throw new Error(`A cell of row ${place} stands in row ${number}.`);
      const column = columnIndex(letters);
      if (column < row.length) throw new Error(`Cell ${letters}${place} is out of order.`);
      while (row.length < column) row.push(null);
      row.push(readCell(attributes, content));
    }
    rows.push(row);
  }
  return rows;
}

/** Reads the sheets of an Excel file, in the way a spreadsheet program finds them. */
export function readXlsx(bytes: Uint8Array): ReadSheet[] {
  const files = unzipSync(bytes);
  const text = (path: string): string => {
    const file = files[path];
    if (file === undefined) throw new Error(`There is no ${path}.`);
    return strFromU8(file);
  };
  const workbook = text('xl/workbook.xml');
  const relations = text('xl/_rels/workbook.xml.rels');
  const types = text('[Content_Types].xml');
  text('_rels/.rels');
  text('xl/styles.xml');
  return [...workbook.matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="(\w+)"\/>/g)].map(
    ([, name = '', id = '']) => {
      const target = new RegExp(`Id="${id}"[^>]*Target="([^"]+)"`).exec(relations)?.[1] ?? '';
      if (!types.includes(`PartName="/xl/${target}"`)) throw new Error(`${target} has no type.`);
      const xml = text(`xl/${target}`);
      const filtered = /<autoFilter ref="([^"]*)"/.exec(xml)?.[1];
      const widths = [...xml.matchAll(/<col [^>]*width="([^"]*)"/g)].map(([, width]) =>
        Number(width),
      );
      return { name: unescape(name), rows: readRows(xml), filtered, widths };
    },
  );
}
