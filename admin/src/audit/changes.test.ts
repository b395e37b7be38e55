import { expect, test } from 'vitest';

import { changesOf, valueText } from './changes.js';

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

test('counters of the database, and times that are there twice, are left out', () =>
  expect(changesOf({ taken: 1, startsAt: 'x', seats: 3 }, { taken: 2, seats: 4 })).toEqual([
    { field: 'seats', before: '3', after: '4' },
  ]));

test.each([
  ['state', 'waitlisted', 'On the waiting list'],
  ['state', 'closed', 'closed'],
  ['state', 'pending', 'Waiting'],
  ['withdrawnReason', 'paused', 'the family asked for a pause'],
  // Of a failed sign-in.
  ['reason', 'disabled', 'disabled'],
  ['okayToContactIndicator', 'N', 'No'],
  ['monthOfBirth', '05', 'May'],
  ['note', 'sent', 'sent'],
  ['slotId', null, 'none'],
])('%s: %s reads %s', (field, value, text) => expect(valueText(field, value)).toBe(text));
