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

test('a created or deleted record has only one side', () => {
  expect(changesOf(null, { name: 'Lee' })).toEqual([{ field: 'name', before: null, after: 'Lee' }]);
  expect(changesOf({ tags: ['a'] }, null)).toEqual([
    { field: 'tags', before: '["a"]', after: null },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});

test('counters of the database and duplicate times are omitted', () =>
  expect(changesOf({ taken: 1, startsAt: 'x', seats: 3 }, { taken: 2, seats: 4 })).toEqual([
    { field: 'seats', before: '3', after: '4' },
  ]));

test.each([
  ['state', 'waitlisted', 'On the waiting list'],
  ['state', 'closed', 'closed'],
  ['state', 'pending', 'Waiting'],
  ['withdrawnReason', 'paused', 'the family asked for a pause'],
  // The reason of a failed sign-in.
  ['reason', 'disabled', 'disabled'],
  ['okayToContactIndicator', 'N', 'No'],
  ['monthOfBirth', '05', 'May'],
  ['note', 'sent', 'sent'],
  ['slotId', null, 'none'],
])('the field %s with the value %s is shown as %s', (field, value, text) =>
  expect(valueText(field, value)).toBe(text),
);
