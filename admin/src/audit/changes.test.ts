import { expect, test } from 'vitest';

import { changesOf } from './changes.js';

test('changes are the fields that differ', () =>
  expect(
    changesOf(
      { name: 'Lee', okay: 'Y', note: null, count: 1 },
      { name: 'Lee', okay: 'N', note: 'x', count: 2 },
    ),
  ).toEqual([
    { field: 'okay', before: 'Y', after: 'N' },
    { field: 'note', before: null, after: 'x' },
    { field: 'count', before: '1', after: '2' },
  ]));

test('a record that was made or deleted has one side', () => {
  expect(changesOf(null, { name: 'Lee' })).toEqual([{ field: 'name', before: null, after: 'Lee' }]);
  expect(changesOf({ tags: ['a'] }, null)).toEqual([
    { field: 'tags', before: '["a"]', after: null },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
