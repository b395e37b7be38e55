import { expect, describe, test } from 'vitest';

import { Environment } from '../config/environment.js';
import { HttpError } from './http-error.js';
import { sentOf } from './field.js';
import { Choice, Day, Ids, PartOfText, WholeNumber } from './filter-fields.js';
import { InputPipe } from './input.pipe.js';
import type { LabCalendar } from './lab.js';
import { contentRange, Filters, ListQuery, readRange, readSort, recordId } from './simple-rest.js';

const COLUMNS = ['id', 'familyName'] as const;
const BY_ID = { column: 'id', direction: 'ASC' } as const;

/** The field named by a 400; other errors are rethrown. */
function refusedField(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof HttpError && error.body.statusCode === 400) {
      return error.body.errors?.[0]?.field;
    }
    throw error;
  }
  throw new Error('it was taken');
}

describe('the sort', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['["familyName","DESC"]', { column: 'familyName', direction: 'DESC' }],
    ['["id","asc"]', BY_ID],
  ])('accepts %s', (sort, expected) => {
    expect(readSort(sort, COLUMNS)).toEqual(expected);
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
  ])('refuses %j', (sort) => {
    expect(refusedField(() => readSort(sort, COLUMNS))).toBe('sort');
  });
});

describe('the range', () => {
  test.each([
    [undefined, null],
    ['[0,24]', { offset: 0, limit: 25 }],
    ['[25,25]', { offset: 25, limit: 1 }],
    ['[0,999]', { offset: 0, limit: 1000 }],
  ])('accepts %s', (range, expected) => {
    expect(readRange(range)).toEqual(expected);
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
  ])('refuses %j', (range) => {
    expect(refusedField(() => readRange(range))).toBe('range');
  });
});

class Filter {
  @PartOfText()
  readonly text?: string;

  @Choice(['a', 'b'])
  readonly choice?: string;

  @WholeNumber({ min: 0, max: 10 }, { example: 1 })
  readonly integer?: number;

  @Day()
  readonly day?: string;

  @Ids()
  readonly ids?: number[];
}

class Query extends ListQuery(COLUMNS) {
  @Filters(Filter, {})
  readonly filter = new Filter();
}

describe('the filter', () => {
  const pipe = new InputPipe(new Environment({}), {} as LabCalendar);
  const read = async (filter: unknown): Promise<object> => {
    const sent = typeof filter === 'object' ? JSON.stringify(filter) : filter;
    const query = (await pipe.transform(
      { filter: sent },
      { type: 'query', metatype: Query },
    )) as Query;
    return sentOf(query.filter);
  };
  const refused = async (filter: unknown): Promise<unknown> => {
    const fault: unknown = await read(filter).catch((error: unknown) => error);
    return fault instanceof HttpError ? fault.body.errors : fault;
  };

  test.each(['x', '[]', '1', 'null1', '"q"'])('refuses %j', async (filter) => {
    expect(await refused(filter)).toMatchObject([{ field: 'filter' }]);
  });

  test('is refused if sent twice', async () => {
    const sent = { filter: ['{}', '{}'] };
    await expect(pipe.transform(sent, { type: 'query', metatype: Query })).rejects.toThrow(
      HttpError,
    );
  });

  test.each([undefined, '', '{}', '{"text":null}', '{"text":""}', '{"text":"  "}'])(
    'is empty for %j',
    async (filter) => {
      expect(await read(filter)).toEqual({});
    },
  );

  test.each([
    [{ text: ' Ri ' }, { text: 'Ri' }],
    [{ text: 94110 }, { text: '94110' }],
    [{ text: '🧸'.repeat(99) }, { text: '🧸'.repeat(99) }],
    [{ integer: '3' }, { integer: 3 }],
    [{ integer: 0 }, { integer: 0 }],
    [{ choice: 'b' }, { choice: 'b' }],
    [{ day: '2028-02-29' }, { day: '2028-02-29' }],
    [{ ids: [1, '2', 3_000_000_000, 0] }, { ids: [1, 2] }],
    [{ ids: 7 }, { ids: [7] }],
    [{ ids: [] }, { ids: [] }],
  ])('accepts %j', async (filter, expected) => {
    expect(await read(filter)).toEqual(expected);
  });

  test.each([
    ['text', [{}, [], true, 'a\0b', 'a'.repeat(100)], 'text of at most 99 characters'],
    ['choice', ['c', 1, ['a'], {}], 'one of a, b'],
    ['integer', [1.5, -1, 11, '1.5', '-1', 'x', true, [1], {}], 'a whole number from 0 to 10'],
    [
      'day',
      ['2026-02-30', '2026-13-01', 'today', 20260101, '0000-01-01', ['2026-01-01']],
      'a day, YYYY-MM-DD',
    ],
    [
      'ids',
      [1.5, 'x', true, [{}], [[1]], ['-1'], Array.from({ length: 1001 }, () => 1)],
      'an id or a list of at most 1000 ids',
    ],
  ] as const)('refuses an invalid value of %s', async (name, values, wanted) => {
    for (const value of values) {
      const field = `filter.${name}`;
      const message = `${field} must be ${wanted}.`;
      expect([value, await refused({ [name]: value })]).toEqual([value, [{ field, message }]]);
    }
  });

  test('refuses an unknown name and deeply nested brackets', async () => {
    expect(await refused('{"text":"a","__proto__":1}')).toEqual([
      {
        field: 'filter.__proto__',
        message: 'filter has no such name. It may hold: text, choice, integer, day, ids.',
      },
    ]);
    const brackets = `{"ids":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
    expect(await refused(brackets)).toMatchObject([{ field: 'filter.ids' }]);
  });
});

test('Content-Range contains the rows and the total', () => {
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
])('the id %s is read as a whole number in range, or not at all', (text, id) => {
  expect(recordId(text)).toBe(id);
});
