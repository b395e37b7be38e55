import { expect, test } from '@jest/globals';
import type { FieldDef } from 'pg';

import { jsonWriter } from './json-rows.js';

const field = (name: string, dataTypeID: number): FieldDef =>
  ({ name, dataTypeID }) as unknown as FieldDef;
const write = jsonWriter([field('name', 1043), field('age', 23), field('of "it"', 25)]);

test.each([
  'plain',
  '',
  'Zoë 王 🧸',
  'a "quoted" \\ word',
  'two\nlines\r\n\ttabs \u0000 \u001f \u007f \u2028',
  'half of a character \ud83e',
  '__proto__',
  '12',
])('writes %j as JSON does', (text) => {
  const row = { name: text, age: 7, 'of "it"': null };

  expect(write([[text, '7', null]])).toBe(JSON.stringify(row));
});

test('writes rows in lines of one list', () => {
  const text = write([
    ['one', null, 'x'],
    [null, '-3', 'y'],
  ]);

  expect(text.split('\n')).toHaveLength(2);
  expect(JSON.parse(`[${text}]`)).toEqual([
    { name: 'one', age: null, 'of "it"': 'x' },
    { name: null, age: -3, 'of "it"': 'y' },
  ]);
});
