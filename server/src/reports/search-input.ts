import {
  AGE_UNITS,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  type Gender,
  SEARCH,
  SEARCH_GENDERS,
  SEARCH_STATES,
  type SearchState,
  STAFF_MESSAGES,
} from '@kidlab/contract';

import { invalidInput } from '../common/failures.js';
import { withAddress } from '../common/query-address.js';
import { NamedValues } from '../common/simple-rest.js';

/** What a search asks for; `null`: any. */
export interface SearchFilter {
  readonly gender: Gender | null;
  readonly unit: AgeUnit;
  /** In `unit`, inclusive. */
  readonly minAge: number | null;
  readonly maxAge: number | null;
  readonly emailAddress: string | null;
  readonly familyName: string | null;
  readonly state: SearchState | null;
}

/** Reads the query of both search calls. @throws 400 naming the field that is wrong. */
export function readSearch(query: object): SearchFilter {
  const values = new NamedValues(withAddress(query, 'emailAddress'));
  const gender = values.choice('gender', SEARCH_GENDERS);
  const unit = values.choice('ageUOM', AGE_UNITS) ?? DEFAULT_AGE_UNIT;
  const bounds = { min: 0, max: SEARCH.maxAge[unit] };
  const minAge = values.integer('minAge', bounds);
  const maxAge = values.integer('maxAge', bounds);
  if (minAge !== null && maxAge !== null && minAge > maxAge) {
    throw invalidInput([{ field: 'minAge', message: STAFF_MESSAGES.invalidAgeRange }]);
  }
  return {
    gender: gender === 'All' ? null : gender,
    unit,
    minAge,
    maxAge,
    emailAddress: values.text('emailAddress'),
    familyName: values.text('familyName'),
    state: values.choice('state', SEARCH_STATES),
  };
}

/** What the report is asked for; `null`: any. */
export type ReportFilter = Pick<SearchFilter, 'familyName' | 'state'>;

/** Reads the query of the report; the name goes by any of its names. @throws 400 naming the field that is wrong. */
export function readReportFilter(query: object): ReportFilter {
  const values = new NamedValues(query);
  return {
    familyName: values.text('familyName') ?? values.text('name') ?? values.text('lastName'),
    state: values.choice('state', SEARCH_STATES),
  };
}

/** Whether a filter speaks of children. */
export function speaksOfChildren(filter: SearchFilter): boolean {
  return filter.gender !== null || filter.minAge !== null || filter.maxAge !== null;
}

/** Whether it speaks of their age: an index finds the children of an age. */
export function speaksOfAge({ minAge, maxAge }: SearchFilter): boolean {
  return minAge !== null || maxAge !== null;
}

/** What an export asked for, for the audit trail: which names or addresses were looked for is not kept. */
export function askedOf(filter: SearchFilter | ReportFilter): object {
  const { familyName, emailAddress, ...rest } = { emailAddress: null, ...filter };
  const filteredBy = Object.entries({ familyName, emailAddress })
    .filter(([, term]) => term !== null)
    .map(([name]) => name);
  return { ...rest, filteredBy };
}
