import { describe, expect, it } from '@jest/globals';
import { STAFF_MESSAGES } from '@kidlab/contract';

import { childFilters, filterFaults } from './filter-fields.js';

describe('ages in a filter', () => {
  it('are no range when the lowest is above the highest', () => {
    expect(filterFaults({ minAge: '3', maxAge: '2' })).toEqual({
      maxAge: STAFF_MESSAGES.invalidAgeRange,
    });
    // As numbers, not as text.
    expect(filterFaults({ minAge: '9', maxAge: '10' })).toEqual({});
    for (const values of [{}, { minAge: '3' }, { minAge: '3', maxAge: '' }, { maxAge: '0' }]) {
      expect(filterFaults(values)).toEqual({});
    }
  });

  it('can be chosen as the search offers them, by the unit', () => {
    const minAge = childFilters(false).find(({ name }) => name === 'minAge');
    const choices = (ageUOM: string): string[] =>
      typeof minAge?.options === 'function'
        ? minAge.options({ ageUOM }).map(({ value }) => value)
        : [];
    expect(choices('')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(choices('Months')).toHaveLength(36);
    expect(choices('Months')[0]).toBe('1');
  });
});
