import {
  AGE_MATCHES,
  AGE_UNITS,
  type AgeMatch,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  isCalendarDay,
  SEARCH_GENDERS,
  SEARCH_STATES,
  type SearchGender,
  type SearchQuery,
  type SearchState,
  SERVICE_AREAS,
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

function choiceOf<Value extends string>(choices: readonly Value[], value: unknown): Value | null {
  return choices.find((each) => each === value) ?? null;
}

function ageOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,4}$/.test(text) ? String(Number(text)) : '';
}

function dayOf(value: unknown): string {
  return typeof value === 'string' && isCalendarDay(value) ? value : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The form values for a filter in the address; `null` without one. Unreadable values fall back to the defaults. */
export function valuesOf(filter: object | null): SearchValues {
  if (filter === null) return DEFAULT_VALUES;
  const query = filter as Readonly<Record<string, unknown>>;
  return {
    searchGender: choiceOf(SEARCH_GENDERS, query['gender']) ?? DEFAULT_VALUES.searchGender,
    minAge: ageOf(query['minAge']),
    maxAge: ageOf(query['maxAge']),
    ageUnit: choiceOf(AGE_UNITS, query['ageUOM']) ?? DEFAULT_AGE_UNIT,
    emailAddress: textOf(query['emailAddress']),
    q: textOf(query['q']),
    familyName: textOf(query['familyName']),
    state: choiceOf(SEARCH_STATES, query['state']) ?? '',
    ageOn: dayOf(query['ageOn']),
    ageMatch: choiceOf(AGE_MATCHES, query['ageMatch']) ?? DEFAULT_VALUES.ageMatch,
    area: choiceOf(SERVICE_AREAS, query['area']) ?? '',
    contactable: query['contactable'] === 'Y' ? 'Y' : '',
  };
}
