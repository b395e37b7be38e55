import { describe, expect, test } from 'vitest';
import fc from 'fast-check';

import { cleanText, cutText, neutralText } from '../src/exports/cell-text.js';
import type { Cell } from '../src/exports/columns.js';
import { fileWriter } from '../src/exports/build-export.js';
import { readCsv } from './read-csv.js';
import { type ReadSheet, readXlsx } from './read-xlsx.js';
import { columnName, dateNumber, XlsxWriter } from '../src/exports/xlsx.js';

const HEADERS = ['email', 'zipCode', 'childAge'];

async function built(
  format: 'xlsx' | 'csv',
  rows: readonly (readonly Cell[])[],
  headers: readonly string[] = HEADERS,
): Promise<Uint8Array> {
  const writer = fileWriter({ format, sheet: 'Details', headers });
  // A few rows at a time, like a response.
  for (let from = 0; from < rows.length; from += 3) writer.write(rows.slice(from, from + 3));
  return new Uint8Array(await writer.finish().arrayBuffer());
}

async function csv(rows: readonly (readonly Cell[])[]): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await built('csv', rows));
}

const sheetsOf = async (rows: readonly (readonly Cell[])[]): Promise<ReadSheet[]> =>
  readXlsx(await built('xlsx', rows));

/** Any text, often with problematic characters. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', '\t', "'", '=', ' ', '_x0041_', '<', '&'),
  }),
  fc.constantFrom('constructor', '__proto__', 'toString', '=cmd|x', '02134', '(510) 555-0100'),
);
const anyNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const anyCell: fc.Arbitrary<string | number | null> = fc.oneof(
  anyText,
  anyNumber,
  fc.constant(null),
);
const anyRows = fc.array(fc.tuple(anyCell, anyCell, anyCell), { maxLength: 12 });

describe('a CSV file', () => {
  test('is UTF-8 with a byte order mark, and ends its lines with CRLF', async () => {
    const bytes = await built('csv', [['zoë@example.org', '02134', 7]]);

    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      'email,zipCode,childAge\r\nzoë@example.org,02134,7\r\n',
    );
  });

  test('quotes where needed, and neutralizes formulas', async () => {
    expect(
      await csv([
        ['a "b", c', '=HYPERLINK("x")', -3],
        ['line\nbreak', null, null],
      ]),
    ).toBe(
      '\ufeffemail,zipCode,childAge\r\n"a ""b"", c","\'=HYPERLINK(""x"")",-3\r\n"line\nbreak",,\r\n',
    );
  });

  test('round-trips any rows', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const [mark, ...rest] = await csv(rows);
        expect(mark).toBe('\ufeff');
        const expected = rows.map((row) =>
          row.map((cell) =>
            typeof cell === 'string' ? neutralText(cleanText(cell)) : String(cell ?? ''),
          ),
        );
        expect(readCsv(rest.join(''))).toEqual([HEADERS, ...expected]);
      }),
    );
  });

  test('without rows has a header', async () => {
    expect(await csv([])).toBe('\ufeffemail,zipCode,childAge\r\n');
  });
});

describe('an Excel file', () => {
  test('round-trips any rows, with text never as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const [sheet, ...others] = await sheetsOf(rows);
        expect(others).toEqual([]);
        expect(sheet?.name).toBe('Details');
        const expected = rows.map((row) =>
          row.map((cell) => {
            if (typeof cell === 'number') return { kind: 'number', value: String(cell) };
            const text = cutText(cleanText(cell ?? ''), 32_767);
            return text === '' ? null : { kind: 'text', value: text };
          }),
        );
        const read = sheet?.rows
          .slice(1)
          .map((row) => HEADERS.map((_, index) => row[index] ?? null));
        expect(read).toEqual(expected);
      }),
    );
  });

  test('has real dates, and a filter on every column', async () => {
    const rows: Cell[][] = [[{ time: '03/01/2026 12:00:00' }, 'N/A', 7]];
    const [sheet] = await sheetsOf(rows);

    expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'date', value: '46082.5' });
    expect(sheet?.filtered).toBe('A1:C2');
    expect(await csv(rows)).toContain('\r\n03/01/2026 12:00:00,N/A,7\r\n');
  });

  test('has columns as wide as their text, within limits: Excel repairs a file with wider ones', async () => {
    const [sheet] = await sheetsOf([['jane@example.org', '1', 'x'.repeat(1_000)]]);

    expect(sheet?.widths).toEqual([18, 9, 50]);
  });

  test('has a header of text', async () => {
    const [sheet] = await sheetsOf([]);

    expect(sheet?.rows).toEqual([HEADERS.map((value) => ({ kind: 'text', value }))]);
  });

  test('keeps zip codes and formulas as text, ages as numbers', async () => {
    const [sheet] = await sheetsOf([['=1+1', '02134', 7]]);

    expect(sheet?.rows[1]).toEqual([
      { kind: 'text', value: '=1+1' },
      { kind: 'text', value: '02134' },
      { kind: 'number', value: '7' },
    ]);
  });

  test.each([
    [4, ['Details']],
    [5, ['Details', 'Details (2)']],
    [8, ['Details', 'Details (2)']],
    [9, ['Details', 'Details (2)', 'Details (3)']],
  ])('with at most 5 rows a sheet, header included, has for %d rows: %j', (count, names) => {
    const chunks: Uint8Array[] = [];
    const writer = new XlsxWriter(
      { headers: ['n'], sheet: 'Details' },
      (bytes) => {
        chunks.push(bytes);
      },
      5,
    );
    const rows = Array.from({ length: count }, (_, index) => [index]);
    writer.write(rows.slice(0, 3));
    writer.write(rows.slice(3));
    writer.finish();
    const sheets = readXlsx(Buffer.concat(chunks));

    expect(sheets.map(({ name }) => name)).toEqual(names);
    expect(sheets.every((sheet) => sheet.rows[0]?.[0]?.value === 'n')).toBe(true);
    const values = sheets.flatMap((sheet) => sheet.rows.slice(1).map((row) => row[0]?.value));
    expect(values).toEqual(rows.map(([value]) => String(value)));
  });
});

test.each([
  ['03/01/1900 00:00:00', 61],
  ['01/01/2026 00:00:00', 46_023],
  ['11/22/2026 18:00:00', 46_348.75],
])('%s is the number %d in Excel', (time, number) => expect(dateNumber(time)).toBe(number));

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %d is %s', (index, name) => expect(columnName(index)).toBe(name));
