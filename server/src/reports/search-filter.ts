import { type AgeUnit, DEFAULT_AGE_UNIT, type Gender, type SearchState } from '@kidlab/contract';

import type { ReportQueryDto, SearchQueryDto } from './reports.dto.js';

/** What a search asks for; `null`: any. */
export interface SearchFilter {
  readonly gender: Gender | null;
  readonly unit: AgeUnit;
  /** In `unit`, inclusive. */
  readonly minAge: number | null;
  readonly maxAge: number | null;
  readonly emailAddress: string | null;
  readonly familyName: string | null;
  readonly q: string | null;
  readonly state: SearchState | null;
}

export function searchFilter(query: SearchQueryDto): SearchFilter {
  const { gender = 'All', ageUOM = DEFAULT_AGE_UNIT } = query;
  return {
    gender: gender === 'All' ? null : gender,
    unit: ageUOM,
    minAge: query.minAge ?? null,
    maxAge: query.maxAge ?? null,
    emailAddress: query.emailAddress ?? null,
    familyName: query.familyName ?? null,
    q: query.q ?? null,
    state: query.state ?? null,
  };
}

/** What the report is asked for; `null`: any. */
export type ReportFilter = Pick<SearchFilter, 'familyName' | 'state'>;

export function reportFilter(query: ReportQueryDto): ReportFilter {
  return {
    familyName: query.familyName ?? query.name ?? query.lastName ?? null,
    state: query.state ?? null,
  };
}

/** What an export asked for, for the audit trail: which names or addresses were looked for is not kept. */
export function askedOf(filter: SearchFilter | ReportFilter): object {
  const { familyName, emailAddress, q, ...rest } = { emailAddress: null, q: null, ...filter };
  const filteredBy = Object.entries({ familyName, emailAddress, q })
    .filter(([, term]) => term !== null)
    .map(([name]) => name);
  return { ...rest, filteredBy };
}
