import { describe, expect, test } from 'vitest';

import { buildExport } from './build-export.js';
import { cellOf, type ExportOrder } from './columns.js';

const ORDER: ExportOrder = {
  columns: [
    { header: 'email', field: 'email', as: 'value' },
    { header: 'childFirstName', field: 'childFirstName', as: 'value' },
    { header: 'childAge', field: 'childAge', as: 'value' },
    { header: 'referredBy', field: 'referredBy', as: 'referral' },
  ],
  sheet: 'Details',
  words: { employeeLabel: 'Staff member', timeZone: 'UTC' },
  format: 'csv',
  list: { path: '/family-guardian-child', query: {} },
};

const DETAILS = Array.from({ length: 20 }, (_, id) => ({
  email: `kid${String(id)}@example.org`,
  childFirstName: `Zoë "Z" ${String(id)}`,
  childAge: id,
  referredBy: 'Employee',
}));

/** In the server's format. */
const listOf = (rows: readonly object[]): string =>
  `[${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`;

async function* inPieces(text: string): AsyncGenerator<string, void> {
  for (let from = 0; from < text.length; from += 700) {
    yield await Promise.resolve(text.slice(from, from + 700));
  }
}

function built(text: string, onRows: (rows: number) => void = () => undefined) {
  return buildExport(ORDER, () => Promise.resolve(inPieces(text)), onRows);
}

describe('an export', () => {
  test('has all rows of the list, and reports its progress', async () => {
    const heard: number[] = [];
    const { file, rows } = await built(listOf(DETAILS), (count) => heard.push(count));
    const lines = (await file.text()).trimEnd().split('\r\n');

    expect(rows).toBe(20);
    expect(lines).toHaveLength(21);
    expect(lines[20]).toContain('"Zoë ""Z"" 19",19');
    expect(lines[20]).toContain('Staff member');
    expect(heard.at(-1)).toBe(20);
    expect(heard.length).toBeGreaterThan(1);
  });

  test('of an empty list has its header', async () => {
    const { file, rows } = await built('[]');
    expect(rows).toBe(0);
    expect(await file.text()).toMatch(/email,.*\r\n$/);
  });

  test('fails for truncated or invalid JSON', async () => {
    await expect(built(JSON.stringify(DETAILS).slice(0, -1))).rejects.toThrow(SyntaxError);
    await expect(built('[{"email":nobody}]')).rejects.toThrow(SyntaxError);
  });
});

test.each([
  ['0026-03-03', '03/03/0026 00:00:00'],
  ['1900-02-28', '02/28/1900 00:00:00'],
  ['1900-03-01', { time: '03/01/1900 00:00:00' }],
  ['2028-02-29', { time: '02/29/2028 00:00:00' }],
  [null, 'N/A'],
])('the day %s is the cell %j', (pausedUntil, cell) => {
  const column = { header: 'Paused Until', field: 'pausedUntil', as: 'day' } as const;
  expect(cellOf(column, { pausedUntil }, ORDER.words)).toEqual(cell);
});
