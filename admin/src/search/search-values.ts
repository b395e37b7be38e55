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

/** The search form's fields, named as the specification names them; those from `state` on are ours. */
export interface SearchValues {
  readonly searchGender: SearchGender;
  /** Ages as their options say them; empty: any. */
  readonly minAge: string;
  readonly maxAge: string;
  /** Empty: none is chosen, and no age can be. */
  readonly ageUnit: AgeUnit | '';
  readonly emailAddress: string;
  /** Ours, too: anybody's name, an address, or a telephone number. */
  readonly q: string;
  readonly familyName: string;
  readonly state: SearchState | '';
  /** The day of the ages; empty: this month. */
  readonly ageOn: string;
  readonly ageMatch: AgeMatch;
  readonly area: ServiceArea | '';
  readonly contactable: 'Y' | '';
}

/** Source: admin portal, section 4. */
export const DEFAULT_VALUES: SearchValues = {
  searchGender: 'All',
  minAge: '',
  maxAge: '',
  ageUnit: DEFAULT_AGE_UNIT,
  emailAddress: '',
  q: '',
  familyName: '',
  state: '',
  ageOn: '',
  ageMatch: 'certain',
  area: '',
  contactable: '',
};

/** The server's own order: no column is the sorted one until somebody says so. */
export const NO_SORT = { field: 'id', order: 'ASC' } as const;

/** What the server is asked. What is empty is left out, and so is the gender `All`. */
export function queryOf(values: SearchValues): SearchQuery {
  const { searchGender, ageUnit, state, ageOn, ageMatch, area, contactable } = values;
  const text = {
    minAge: values.minAge,
    maxAge: values.maxAge,
    emailAddress: values.emailAddress.trim(),
    q: values.q.trim(),
    familyName: values.familyName.trim(),
    ageOn,
  };
  return {
    ...(searchGender === 'All' ? {} : { gender: searchGender }),
    ...(ageUnit === '' ? {} : { ageUOM: ageUnit }),
    ...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== '')),
    ...(state === '' ? {} : { state }),
    ...(ageOn === '' ? {} : { ageMatch }),
    ...(area === '' ? {} : { area }),
    ...(contactable === '' ? {} : { contactable }),
  };
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
