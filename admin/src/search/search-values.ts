import {
  type AgeMatch,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  type SearchGender,
  type SearchQuery,
  type SearchState,
  type ServiceArea,
} from '@kidlab/contract';

/**
 * The search form's fields and their defaults. Source: admin portal, section 4, except `q` and
 * the fields from `state` on, which are our additions.
 */
export const DEFAULT_VALUES = {
  searchGender: 'All' as SearchGender,
  /** Empty for any age. */
  minAge: '',
  maxAge: '',
  /** Empty when no unit is chosen; then no age can be chosen. */
  ageUnit: DEFAULT_AGE_UNIT as AgeUnit | '',
  emailAddress: '',
  /** Any name, email address or phone number in the family. */
  q: '',
  familyName: '',
  state: '' as SearchState | '',
  /** The day on which the ages apply; empty for this month. */
  ageOn: '',
  ageMatch: 'certain' as AgeMatch,
  area: '' as ServiceArea | '',
  contactable: '' as 'Y' | '',
};
export type SearchValues = Readonly<typeof DEFAULT_VALUES>;

/** The server's default order, which marks no column as sorted. */
export const NO_SORT = { field: 'id', order: 'ASC' } as const;

/** The query for the server, without empty values and the gender `All`. */
export function queryOf({ searchGender, ageUnit, ageMatch, ...values }: SearchValues): SearchQuery {
  const query = {
    ...values,
    gender: searchGender === 'All' ? '' : searchGender,
    ageUOM: ageUnit,
    ageMatch: values.ageOn === '' ? '' : ageMatch,
  };
  const entries = Object.entries(query).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as SearchQuery;
}

/** The form values for a filter in the address; `null` without one. */
export function valuesOf(filter: object | null): SearchValues {
  if (filter === null) return DEFAULT_VALUES;
  const texts = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  const query = Object.fromEntries(texts) as Readonly<Record<string, string>>;
  const { gender: searchGender = 'All', ageUOM: ageUnit = DEFAULT_AGE_UNIT, ...values } = query;
  return { ...DEFAULT_VALUES, ...values, searchGender, ageUnit } as SearchValues;
}
