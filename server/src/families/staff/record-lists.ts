import {
  AGE_UNITS,
  type CalendarMonth,
  CHILD_SORTS,
  FAMILY_SORTS,
  FAMILY_STATE_FILTERS,
  GENDERS,
  GUARDIAN_SORTS,
  INDICATORS,
  REFERRAL_SOURCES,
  SEARCH,
  STAFF_MESSAGES,
} from '@kidlab/contract';

import { birthMonths } from '../../common/ages.js';
import { invalidInput } from '../../common/failures.js';
import {
  type NamedValues,
  type Page,
  readFilter,
  readRange,
  readSort,
} from '../../common/simple-rest.js';
import { anywhere, atTheBeginning, type Values } from '../../common/sql.js';

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

/** What the families' filter has to know of the moment. */
interface FamilyListSetting {
  /** In the lab's time zone, whose IANA name is `timeZone`. */
  readonly today: CalendarMonth;
  readonly timeZone: string;
  /** SQL: the last confirmation link has expired. */
  readonly expired: () => string;
}

/** The conditions of `FamilyFilter`, in SQL. @throws 400 naming what is of the wrong kind. */
export function familyConditions(
  filter: NamedValues,
  values: Values,
  setting: FamilyListSetting,
): string[] {
  const conditions = memberOf(filter, 'id', 'f.id', values);
  const add = (condition: string): void => void conditions.push(condition);

  const q = filter.text('q');
  if (q !== null) add(familyText(values.add(anywhere(q))));
  const state = filter.choice('state', FAMILY_STATE_FILTERS);
  if (state === 'expired') add(setting.expired());
  else if (state !== null) add(`f.state = ${values.add(state)}`);
  const okayToContact = filter.choice('okayToContactIndicator', INDICATORS);
  if (okayToContact !== null) add(`f.okay_to_contact_indicator = ${values.add(okayToContact)}`);
  const referredBy = filter.choice('referredBy', REFERRAL_SOURCES);
  if (referredBy !== null) add(`f.referred_by = ${values.add(referredBy)}`);
  const zipCode = filter.text('zipCode');
  if (zipCode !== null) add(`f.zip_code LIKE ${values.add(atTheBeginning(zipCode))}`);
  const city = filter.text('city');
  if (city !== null) add(`lower(f.city) LIKE lower(${values.add(anywhere(city))})`);

  const from = filter.day('registeredFrom');
  const to = filter.day('registeredTo');
  const dayStart = (day: string, plus: number): string =>
    `(${values.add(day)}::date + ${String(plus)})::timestamp AT TIME ZONE ${values.add(setting.timeZone)}`;
  if (from !== null) add(`f.registered_date >= ${dayStart(from, 0)}`);
  if (to !== null) add(`f.registered_date < ${dayStart(to, 1)}`);

  const ofChild = childConditionsOf(filter, values, setting.today);
  if (ofChild.length > 0) {
    add(`EXISTS (SELECT FROM children c WHERE c.family_id = f.id AND ${ofChild.join(' AND ')})`);
  }
  return conditions;
}

/** The conditions of `GuardianFilter`, in SQL. @throws 400 */
export function guardianConditions(filter: NamedValues, values: Values): string[] {
  const conditions = [
    ...memberOf(filter, 'id', 'g.id', values),
    ...memberOf(filter, 'familyId', 'g.family_id', values),
  ];
  const q = filter.text('q');
  if (q !== null) {
    const pattern = `lower(${values.add(anywhere(q))})`;
    conditions.push(
      `(lower(g.first_name || ' ' || g.last_name) LIKE ${pattern} OR g.email LIKE ${pattern} OR lower(f.family_name) LIKE ${pattern})`,
    );
  }
  return conditions;
}

/** The conditions of `ChildFilter`, in SQL. @throws 400 */
export function childConditions(
  filter: NamedValues,
  values: Values,
  today: CalendarMonth,
): string[] {
  const conditions = [
    ...memberOf(filter, 'id', 'c.id', values),
    ...memberOf(filter, 'familyId', 'c.family_id', values),
    ...childConditionsOf(filter, values, today),
  ];
  const q = filter.text('q');
  if (q !== null) {
    const pattern = `lower(${values.add(anywhere(q))})`;
    conditions.push(
      `(lower(c.first_name) LIKE ${pattern} OR lower(f.family_name) LIKE ${pattern})`,
    );
  }
  return conditions;
}

/** One id, or many: what grids ask for to resolve references. */
function memberOf(filter: NamedValues, name: string, column: string, values: Values): string[] {
  const ids = filter.ids(name);
  return ids === null ? [] : [`${column} = ANY (${values.add(ids)}::int[])`];
}

/** A union, so that each part finds its own index. */
function familyText(pattern: string): string {
  return `f.id IN (
    SELECT id FROM families WHERE lower(family_name) LIKE lower(${pattern})
    UNION SELECT id FROM families WHERE email LIKE lower(${pattern})
    UNION SELECT family_id FROM guardians WHERE email LIKE lower(${pattern}))`;
}

/** Gender and age of one and the same child. */
function childConditionsOf(filter: NamedValues, values: Values, today: CalendarMonth): string[] {
  const conditions: string[] = [];
  const gender = filter.choice('gender', GENDERS);
  if (gender !== null) conditions.push(`c.gender = ${values.add(gender)}`);
  const unit = filter.choice('ageUOM', AGE_UNITS) ?? 'Years';
  const bounds = { min: 0, max: SEARCH.maxAge[unit] };
  const min = filter.integer('minAge', bounds);
  const max = filter.integer('maxAge', bounds);
  if (min !== null && max !== null && min > max) {
    throw invalidInput([{ field: 'filter.minAge', message: STAFF_MESSAGES.invalidAgeRange }]);
  }
  const { first, last } = birthMonths({ unit, min, max }, today);
  if (first !== null) conditions.push(`c.birth_month_number >= ${values.add(first)}`);
  if (last !== null) conditions.push(`c.birth_month_number <= ${values.add(last)}`);
  return conditions;
}
