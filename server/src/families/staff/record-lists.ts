import { CHILD_SORTS, FAMILY_SORTS, GUARDIAN_SORTS } from '@kidlab/contract';

import {
  type NamedValues,
  type Page,
  readFilter,
  readRange,
  readSort,
} from '../../common/simple-rest.js';

/** Where a list's rows stand. Aliases as in record-json.ts. */
export interface List {
  readonly id: string;
  readonly from: string;
}

/** What a call asks of a list. */
export interface ListRequest {
  readonly filter: NamedValues;
  /** SQL; the id last, so that pages never overlap. */
  readonly order: string;
  readonly range: Page | null;
}

export const FAMILY_LIST: List = { id: 'f.id', from: 'families f' };
export const GUARDIAN_LIST: List = {
  id: 'g.id',
  from: 'guardians g JOIN families f ON f.id = g.family_id',
};
export const CHILD_LIST: List = {
  id: 'c.id',
  from: 'children c JOIN families f ON f.id = c.family_id',
};

const FAMILY_ORDER: Readonly<Record<(typeof FAMILY_SORTS)[number], string>> = {
  id: 'f.id',
  familyName: 'lower(f.family_name)',
  email: 'f.email',
  referredBy: 'f.referred_by',
  okayToContactIndicator: 'f.okay_to_contact_indicator',
  zipCode: 'f.zip_code',
  city: 'f.city',
  state: 'f.state',
  registeredDate: 'f.registered_date',
  firstEmailSentDate: 'f.first_email_sent_date',
  secondEmailSentDate: 'f.second_email_sent_date',
  createdDate: 'f.created_date',
  modifiedDate: 'f.modified_date',
};
const GUARDIAN_ORDER: Readonly<Record<(typeof GUARDIAN_SORTS)[number], string>> = {
  id: 'g.id',
  familyId: 'f.id',
  familyName: 'lower(f.family_name)',
  firstName: 'lower(g.first_name)',
  lastName: 'lower(g.last_name)',
  email: 'g.email',
  relationshipToChild: 'g.relationship_to_child',
  isPrimaryIndicator: 'g.is_primary_indicator',
  zipCode: 'g.zip_code',
  city: 'g.city',
  createdDate: 'g.created_date',
  modifiedDate: 'g.modified_date',
};
const CHILD_ORDER: Readonly<Record<(typeof CHILD_SORTS)[number], string>> = {
  id: 'c.id',
  familyId: 'f.id',
  familyName: 'lower(f.family_name)',
  firstName: 'lower(c.first_name)',
  gender: 'c.gender',
  birth: 'c.birth_month_number',
  yearOfBirth: 'c.year_of_birth',
  monthOfBirth: 'c.month_of_birth',
  whichHandId: 'c.which_hand_id',
  languageSpokenAtHome: 'c.language_spoken_at_home',
  createdDate: 'c.created_date',
  modifiedDate: 'c.modified_date',
};

/** Families without such a date come last, whichever way they are sorted. */
const MAY_BE_MISSING = ['registeredDate', 'firstEmailSentDate', 'secondEmailSentDate'];

function readList<Column extends string>(
  query: unknown,
  columns: readonly Column[],
  sql: Readonly<Record<Column, string>>,
  id: string,
): ListRequest {
  const fallback = { column: 'id' as Column, direction: 'ASC' } as const;
  const { column, direction } = readSort(query, columns, fallback);
  const nulls = MAY_BE_MISSING.includes(column) ? ' NULLS LAST' : '';
  const first = `${sql[column]} ${direction}${nulls}`;
  return {
    filter: readFilter(query),
    order: column === 'id' ? first : `${first}, ${id}`,
    range: readRange(query),
  };
}

/** Reads `sort`, `range` and `filter` of `GET families`; likewise the others. @throws 400 naming the parameter. */
export function readFamilyList(query: unknown): ListRequest {
  return readList(query, FAMILY_SORTS, FAMILY_ORDER, FAMILY_LIST.id);
}

export function readGuardianList(query: unknown): ListRequest {
  return readList(query, GUARDIAN_SORTS, GUARDIAN_ORDER, GUARDIAN_LIST.id);
}

export function readChildList(query: unknown): ListRequest {
  return readList(query, CHILD_SORTS, CHILD_ORDER, CHILD_LIST.id);
}
