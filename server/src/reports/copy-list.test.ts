import { describe, expect, test } from 'vitest';

import { valuesAsSettings } from './copy-list.js';

describe('the values of a statement', () => {
  test('become settings if they are text, and literals if they are numbers', () => {
    const statement = {
      text: 'SELECT $2 - 1, $1 FROM families WHERE family_name = $1 AND email LIKE $3',
      values: ["O'Neil", -3, '%@example.org'],
    };
    expect(valuesAsSettings(statement)).toEqual({
      text: `SELECT (-3) - 1, current_setting('kidlab.value1') FROM families WHERE family_name = current_setting('kidlab.value1') AND email LIKE current_setting('kidlab.value2')`,
      settings: {
        text: `SELECT set_config('kidlab.value1', $1, true), set_config('kidlab.value2', $2, true)`,
        values: ["O'Neil", '%@example.org'],
      },
    });
  });

  test('can be more than nine', () => {
    const values = Array.from({ length: 11 }, (_, index) => index);
    expect(valuesAsSettings({ text: 'SELECT $1, $11', values })).toEqual({
      text: 'SELECT (0), (10)',
      settings: null,
    });
  });

  test.each([[null], [true], [Number.NaN], [['a']], [new Date(0)]])(
    'cannot contain %p',
    (value) => {
      expect(() => valuesAsSettings({ text: 'SELECT $1', values: [value] })).toThrow(TypeError);
    },
  );
});
