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
 * The search form's fields and their defaults. Source: admin portal, section 4; `q` and those from `state` on are
 * ours.
 */
export const DEFAULT_VALUES = {
  searchGender: 'All' as SearchGender,
  /** Ages as their options say them; empty: any. */
  minAge: '',
  maxAge: '',
  /** Empty: none is chosen, and no age can be. */
  ageUnit: DEFAULT_AGE_UNIT as AgeUnit | '',
  emailAddress: '',
  /** Anybody's name, an address, or a telephone number. */
  q: '',
  familyName: '',
  state: '' as SearchState | '',
  /** The day of the ages; empty: this month. */
  ageOn: '',
  ageMatch: 'certain' as AgeMatch,
  area: '' as ServiceArea | '',
  contactable: '' as 'Y' | '',
};
export type SearchValues = Readonly<typeof DEFAULT_VALUES>;

/** The server's own order: no column is the sorted one until somebody says so. */
export const NO_SORT = { field: 'id', order: 'ASC' } as const;

/** What the server is asked. What is empty is left out, and so is the gender `All`. */
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

/** The form that asks what an address asks for; whatever makes no sense in it is left at its default. */
export function valuesOf(query: Readonly<Record<string, unknown>> | null): SearchValues {
  if (query === null) return DEFAULT_VALUES;
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
