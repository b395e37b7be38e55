import { expect, describe, test } from '@jest/globals';

import { Failure } from './failures.js';
import {
  contentRange,
  NamedValues,
  readFilter,
  readRange,
  readSort,
  recordId,
} from './simple-rest.js';

const COLUMNS = ['id', 'familyName'] as const;
const BY_ID = { column: 'id', direction: 'ASC' } as const;

/** The field that a refusal names, and nothing but refusals. */
function refusedField(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof Failure && error.body.statusCode === 400) {
      return error.body.errors?.[0]?.field;
    }
    throw error;
  }
  throw new Error('it was taken');
}

describe('sort', () => {
  test.each([
    [undefined, BY_ID],
    ['', BY_ID],
    ['["familyName","DESC"]', { column: 'familyName', direction: 'DESC' }],
    ['["id","asc"]', BY_ID],
  ])('%s', (sort, expected) => {
    expect(readSort({ sort }, COLUMNS, BY_ID)).toEqual(expected);
  });

  test.each([
    'id',
    '"id"',
    '[]',
    '["id"]',
    '["id","UP"]',
    '["password","ASC"]',
    '["toString","ASC"]',
    '["id","ASC","x"]',
    '[["id"],"ASC"]',
    '[1,2]',
    '{"id":"ASC"}',
    'null',
    ['["id","ASC"]', '["id","ASC"]'],
  ])('%j is refused', (sort) => {
    expect(refusedField(() => readSort({ sort }, COLUMNS, BY_ID))).toBe('sort');
  });
});

describe('range', () => {
  test.each([
    [undefined, null],
    ['[0,24]', { offset: 0, limit: 25 }],
    ['[25,25]', { offset: 25, limit: 1 }],
    ['[0,999]', { offset: 0, limit: 1000 }],
  ])('%s', (range, expected) => {
    expect(readRange({ range })).toEqual(expected);
  });

  test.each([
    '0-24',
    '[0]',
    '[0,1,2]',
    '[-1,5]',
    '[5,4]',
    '[0.5,3]',
    '["0","24"]',
    '[0,1000]',
    '[0,1e300]',
    '[null,1]',
    '{}',
    ['[0,1]', '[0,1]'],
  ])('%j is refused', (range) => {
    expect(refusedField(() => readRange({ range }))).toBe('range');
  });
});

describe('filter', () => {
  test.each(['x', '[]', '1', 'null1', '"q"', ['{}', '{}']])('%j is refused', (filter) => {
    expect(refusedField(() => readFilter({ filter }))).toBe('filter');
  });

  test.each([undefined, '', '{}', '{"q":null}', '{"q":""}', '{"q":"  "}', '{"other":1}'])(
    '%j filters nothing',
    (filter) => {
      expect(readFilter({ filter }).text('q')).toBeNull();
    },
  );

  test('reads each kind', () => {
    const filter = readFilter({
      filter:
        '{"q":" Ri ","number":"3","other":0,"state":"b","day":"2028-02-29","id":[1,"2",3000000000,0],"one":7,"none":[]}',
    });

    expect(filter.text('q')).toBe('Ri');
    expect(filter.integer('number', { min: 0, max: 3 })).toBe(3);
    expect(filter.integer('other', { min: 0, max: 3 })).toBe(0);
    expect(filter.choice('state', ['a', 'b'])).toBe('b');
    expect(filter.day('day')).toBe('2028-02-29');
    expect(filter.ids('id')).toEqual([1, 2]);
    expect(filter.ids('one')).toEqual([7]);
    expect(filter.ids('none')).toEqual([]);
    expect(filter.text('toString')).toBeNull();
  });

  test.each([
    ['text', [{}, [], true, 'a\0b', 'a'.repeat(100)]],
    ['choice', ['c', 1, ['a'], {}]],
    ['integer', [1.5, -1, 11, '1.5', '-1', 'x', true, [1], {}]],
    ['day', ['2026-02-30', '2026-13-01', 'today', 20260101, '0000-01-01', ['2026-01-01']]],
    ['ids', [1.5, 'x', true, [{}], [[1]], ['-1'], Array.from({ length: 1001 }, () => 1)]],
  ] as const)('%s of another kind is refused', (kind, values) => {
    for (const value of values) {
      const parameters = new NamedValues({ field: value }, 'filter.');
      const read = {
        text: () => parameters.text('field'),
        choice: () => parameters.choice('field', ['a', 'b']),
        integer: () => parameters.integer('field', { min: 0, max: 10 }),
        day: () => parameters.day('field'),
        ids: () => parameters.ids('field'),
      }[kind];

      expect([value, refusedField(read)]).toEqual([value, 'filter.field']);
    }
  });
});

test('Content-Range tells the rows and the total', () => {
  expect(contentRange('families', 0, 25, 319)).toBe('families 0-24/319');
  expect(contentRange('families', 300, 19, 319)).toBe('families 300-318/319');
  expect(contentRange('families', 400, 0, 319)).toBe('families */319');
});

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['99999999999999999999', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ["1'--", null],
  ['', null],
])('the id %s', (text, id) => {
  expect(recordId(text)).toBe(id);
});
