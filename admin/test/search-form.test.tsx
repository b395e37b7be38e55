import { describe, expect, test } from 'vitest';
import { isAgeRangeInvalid } from '@kidlab/contract';

import { ageOptions } from '../src/inputs/filters.js';
import { DEFAULT_VALUES, queryOf, type SearchValues, valuesOf } from '../src/search/search-form.js';

const form = (values: Partial<SearchValues>): SearchValues => ({ ...DEFAULT_VALUES, ...values });

describe('the search form', () => {
  test('has the specified defaults', () =>
    expect(DEFAULT_VALUES).toEqual({
      searchGender: 'All',
      minAge: '',
      maxAge: '',
      ageUnit: 'Years',
      emailAddress: '',
      q: '',
      familyName: '',
      state: '',
      ageOn: '',
      ageMatch: 'certain',
      area: '',
      contactable: '',
    }));

  test.each([
    ['2', '3', false],
    ['3', '3', false],
    ['0', '', false],
    ['', '0', false],
    ['9', '10', false],
    ['3', '2', true],
    ['10', '9', true],
    ['1', '0', true],
  ])('from %j to %j is invalid: %s', (minAge, maxAge, isInvalid) =>
    expect(isAgeRangeInvalid(minAge, maxAge)).toBe(isInvalid),
  );

  test('offers months 1 to 36, years 0 to 9, and nothing without a unit', () => {
    expect(ageOptions('Years', '')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    const months = ageOptions('Months', '5');
    expect(months).toHaveLength(36);
    expect([months[0], months[35]]).toEqual(['1', '36']);
    expect(ageOptions('', '')).toEqual([]);
  });

  test('shows an age from a link', () => expect(ageOptions('Years', '11').at(-1)).toBe('11'));
});

describe('the query', () => {
  test('omits empty values and the gender All', () => {
    expect(queryOf(DEFAULT_VALUES)).toEqual({ ageUOM: 'Years' });
    expect(queryOf(form({ ageUnit: '' }))).toEqual({});
    expect(queryOf(form({ familyName: '  ', emailAddress: ' a@ ' }))).toEqual({
      ageUOM: 'Years',
      emailAddress: 'a@',
    });
  });

  test('contains the values of the form, and can be read back', () => {
    const values = form({
      searchGender: 'Decline to state',
      minAge: '0',
      maxAge: '36',
      ageUnit: 'Months',
      emailAddress: 'ann@example.org',
      q: 'ines o’neil',
      familyName: 'O’Neil',
      state: 'awaiting',
      ageOn: '2027-03-14',
      ageMatch: 'possible',
      area: 'East Bay',
      contactable: 'Y',
    });

    expect(queryOf(values)).toEqual({
      gender: 'Decline to state',
      ageUOM: 'Months',
      minAge: '0',
      maxAge: '36',
      emailAddress: 'ann@example.org',
      q: 'ines o’neil',
      familyName: 'O’Neil',
      state: 'awaiting',
      ageOn: '2027-03-14',
      ageMatch: 'possible',
      area: 'East Bay',
      contactable: 'Y',
    });
    expect(valuesOf({ ...queryOf(values) })).toEqual(values);
  });
});

describe('the form read from a query', () => {
  test('accepts ages as numbers and as text', () =>
    expect(valuesOf({ minAge: 2, maxAge: '3' })).toEqual(form({ minAge: '2', maxAge: '3' })));

  test('is in years without a unit', () =>
    expect(valuesOf({ familyName: 'Doe' })).toEqual(form({ familyName: 'Doe' })));

  test.each([[null], [{}], [{ gender: 'All' }]])('is empty for %j', (query) =>
    expect(valuesOf(query)).toEqual(DEFAULT_VALUES),
  );
});
