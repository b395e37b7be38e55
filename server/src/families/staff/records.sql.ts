import {
  AGE_UNITS,
  type CalendarMonth,
  CHILD_SORTS,
  FAMILY_ORIGINS,
  FAMILY_SORTS,
  FAMILY_STATE_FILTERS,
  GENDERS,
  GUARDIAN_SORTS,
  HANDS,
  INDICATORS,
  LANGUAGES,
  REFERRAL_SOURCES,
  SEARCH,
  SEARCH_STATES,
  STAFF_MESSAGES,
  WAITING_STAGES,
} from '@kidlab/contract';
import sql, { raw, type Sql } from 'sql-template-tag';

import { invalidInput } from '../../common/failures.js';
import type { List, ListOrder } from '../../common/list.js';
import { type NamedValues, readFilter, readSort } from '../../common/simple-rest.js';
import { beginsPattern, containsPattern } from '../../common/sql.js';
import {
  childConditions,
  confirmationExpired,
  hasChild,
  isAtStage,
  isMeantBy,
  isNamed,
  isOfOrigin,
  type Search,
  VISIBLE,
} from '../families.sql.js';
import { CHILD_COLUMNS, familyColumns, GUARDIAN_COLUMNS } from './record-json.js';

/** The grids of families, guardians and children: from a call's `filter` and `sort` to a list. @throws 400 naming the parameter. */

/** What a grid has to know of the moment, in the lab's time zone (an IANA name). */
export interface Moment {
  readonly now: Date;
  readonly today: CalendarMonth;
  readonly timeZone: string;
}

const FAMILY_KEYS: Readonly<Record<(typeof FAMILY_SORTS)[number], string>> = {
  id: 'family.id',
  familyName: 'lower(family.family_name)',
  email: 'family.email',
  referredBy: 'family.referred_by',
  okayToContactIndicator: 'family.okay_to_contact_indicator',
  zipCode: 'family.zip_code',
  city: 'family.city',
  state: 'family.state',
  registeredDate: 'family.registered_date',
  firstEmailSentDate: 'family.first_email_sent_date',
  secondEmailSentDate: 'family.second_email_sent_date',
  createdDate: 'family.created_date',
  modifiedDate: 'family.modified_date',
};
const GUARDIAN_KEYS: Readonly<Record<(typeof GUARDIAN_SORTS)[number], string>> = {
  id: 'guardian.id',
  familyId: 'family.id',
  familyName: 'lower(family.family_name)',
  firstName: 'lower(guardian.first_name)',
  lastName: 'lower(guardian.last_name)',
  email: 'guardian.email',
  relationshipToChild: 'guardian.relationship_to_child',
  isPrimaryIndicator: 'guardian.is_primary_indicator',
  zipCode: 'guardian.zip_code',
  city: 'guardian.city',
  createdDate: 'guardian.created_date',
  modifiedDate: 'guardian.modified_date',
};
const CHILD_KEYS: Readonly<Record<(typeof CHILD_SORTS)[number], string>> = {
  id: 'child.id',
  familyId: 'family.id',
  familyName: 'lower(family.family_name)',
  firstName: 'lower(child.first_name)',
  gender: 'child.gender',
  birth: 'child.birth_month_number',
  yearOfBirth: 'child.year_of_birth',
  monthOfBirth: 'child.month_of_birth',
  whichHandId: 'child.which_hand_id',
  languageSpokenAtHome: 'child.language_spoken_at_home',
  createdDate: 'child.created_date',
  modifiedDate: 'child.modified_date',
};

/** Families without such a date come last, whichever way they are sorted. */
const MAY_BE_MISSING = ['registeredDate', 'firstEmailSentDate', 'secondEmailSentDate'];

function readOrder<Column extends string>(
  query: object,
  columns: readonly Column[],
  keys: Readonly<Record<Column, string>>,
): ListOrder {
  const fallback = { column: 'id' as Column, direction: 'ASC' } as const;
  const { column, direction } = readSort(query, columns, fallback);
  const nulls = MAY_BE_MISSING.includes(column) ? { nulls: 'last' as const } : {};
  return { key: keys[column], direction, ...nulls };
}

export function familyGrid(query: object, moment: Moment): List {
  return {
    from: sql`FROM families AS family`,
    conditions: [VISIBLE, ...ofFamilies(readFilter(query), moment, 'index')],
    byRow: [VISIBLE, ...ofFamilies(readFilter(query), moment, 'row')],
    order: readOrder(query, FAMILY_SORTS, FAMILY_KEYS),
    ids: ['family.id'],
    columns: familyColumns(moment.now),
    joins: sql`JOIN families AS family ON family.id = page.id1`,
  };
}

export function guardianGrid(query: object): List {
  return {
    from: sql`FROM guardians AS guardian JOIN families AS family ON family.id = guardian.family_id`,
    conditions: [VISIBLE, ...ofGuardians(readFilter(query))],
    order: readOrder(query, GUARDIAN_SORTS, GUARDIAN_KEYS),
    ids: ['guardian.id'],
    columns: GUARDIAN_COLUMNS,
    joins: sql`JOIN guardians AS guardian ON guardian.id = page.id1
      JOIN families AS family ON family.id = guardian.family_id`,
  };
}

export function childGrid(query: object, { today }: Moment): List {
  return {
    from: sql`FROM children AS child JOIN families AS family ON family.id = child.family_id`,
    conditions: [VISIBLE, ...ofChildren(readFilter(query), today)],
    order: readOrder(query, CHILD_SORTS, CHILD_KEYS),
    ids: ['child.id'],
    columns: CHILD_COLUMNS,
    joins: sql`JOIN children AS child ON child.id = page.id1
      JOIN families AS family ON family.id = child.family_id`,
  };
}

/** The conditions of `FamilyFilter`. */
function ofFamilies(filter: NamedValues, { now, today, timeZone }: Moment, by: Search): Sql[] {
  const asked = conditionsOf(filter);
  const dayStart = (day: string, plus: number): Sql =>
    sql`(${day}::date + ${raw(String(plus))})::timestamp AT TIME ZONE ${timeZone}`;
  const since = (column: Sql) => (day: string) => sql`${column} >= ${dayStart(day, 0)}`;
  const until = (column: Sql) => (day: string) => sql`${column} < ${dayStart(day, 1)}`;
  const registered = sql`family.registered_date`;
  // Staff add families without the agreement.
  const signedUp = sql`coalesce(family.agreement_accepted_at, family.created_date)`;

  asked.ids('id', 'family.id');
  asked.add(filter.text('q'), (q) => isMeantBy(q, by));
  asked.add(filter.choice('state', FAMILY_STATE_FILTERS), (state) =>
    state === 'expired' ? confirmationExpired(now) : sql`family.state = ${state}`,
  );
  asked.add(filter.choice('origin', FAMILY_ORIGINS), isOfOrigin);
  asked.add(filter.choice('waitingStage', WAITING_STAGES), isAtStage);
  asked.choice('okayToContactIndicator', INDICATORS, 'family.okay_to_contact_indicator');
  asked.choice('disabledIndicator', INDICATORS, 'family.disabled_indicator');
  asked.choice('referredBy', REFERRAL_SOURCES, 'family.referred_by');
  asked.add(filter.text('zipCode'), (zip) => sql`family.zip_code LIKE ${beginsPattern(zip)}`);
  asked.add(
    filter.text('city'),
    (city) => sql`lower(family.city) LIKE lower(${containsPattern(city)})`,
  );
  asked.add(filter.day('registeredFrom'), since(registered));
  asked.add(filter.day('registeredTo'), until(registered));
  asked.add(filter.day('signedUpFrom'), since(signedUp));
  asked.add(filter.day('signedUpTo'), until(signedUp));
  const ofChild = readChildConditions(filter, today);
  if (ofChild.length > 0) asked.all.push(hasChild(ofChild));
  filter.refuseOthers();
  return asked.all;
}

/** The conditions of `GuardianFilter`. */
function ofGuardians(filter: NamedValues): Sql[] {
  const asked = conditionsOf(filter);
  asked.ids('id', 'guardian.id');
  asked.ids('familyId', 'guardian.family_id');
  asked.add(
    filter.text('q'),
    (q) => sql`guardian.id IN (
      SELECT id FROM guardians WHERE ${isNamed('folded_name', q)}
      UNION ALL SELECT id FROM guardians WHERE email LIKE lower(${containsPattern(q)})
      UNION ALL ${ofFamiliesNamed('guardians', q)})`,
  );
  filter.refuseOthers();
  return asked.all;
}

/** The conditions of `ChildFilter`. */
function ofChildren(filter: NamedValues, today: CalendarMonth): Sql[] {
  const asked = conditionsOf(filter);
  asked.ids('id', 'child.id');
  asked.ids('familyId', 'child.family_id');
  asked.all.push(...readChildConditions(filter, today));
  asked.choice('state', SEARCH_STATES, 'family.state');
  asked.choice('okayToContactIndicator', INDICATORS, 'family.okay_to_contact_indicator');
  asked.add(
    filter.choice('disabledIndicator', INDICATORS),
    (value) =>
      sql`${value} = CASE WHEN 'Y' IN (family.disabled_indicator, child.disabled_indicator) THEN 'Y' ELSE 'N' END`,
  );
  asked.choice('languageSpokenAtHome', LANGUAGES, 'child.language_spoken_at_home');
  asked.add(
    filter.choice('additionalLanguage', LANGUAGES),
    (language) => sql`${language} IN (child.additional_language_1, child.additional_language_2)`,
  );
  asked.choice('whichHandId', HANDS, 'child.which_hand_id');
  asked.add(
    filter.text('q'),
    (q) => sql`child.id IN (
      SELECT id FROM children WHERE ${isNamed('folded_name', q)} UNION ALL ${ofFamiliesNamed('children', q)})`,
  );
  filter.refuseOthers();
  return asked.all;
}

/** Members of the families that are named so: each part of a union by its own index. */
function ofFamiliesNamed(table: 'guardians' | 'children', name: string): Sql {
  return sql`SELECT member.id FROM ${raw(table)} AS member JOIN families ON families.id = member.family_id
    WHERE ${isNamed('families.folded_name', name)}`;
}

/** Collects a condition for each filter that is set. */
function conditionsOf(filter: NamedValues) {
  const all: Sql[] = [];
  const add = <Value>(value: Value | null, condition: (value: Value) => Sql): void => {
    if (value !== null) all.push(condition(value));
  };
  return {
    all,
    add,
    choice: (name: string, choices: readonly string[], column: string): void => {
      add(filter.choice(name, choices), (value) => sql`${raw(column)} = ${value}`);
    },
    /** One id, or many: what grids ask for to resolve references. As text, which an export takes as well. */
    ids: (name: string, column: string): void => {
      add(filter.ids(name), (ids) => sql`${raw(column)} = ANY (${`{${ids.join(',')}}`}::int[])`);
    },
  };
}

/** Gender and age of one and the same child. */
function readChildConditions(filter: NamedValues, today: CalendarMonth): Sql[] {
  const gender = filter.choice('gender', GENDERS);
  const unit = filter.choice('ageUOM', AGE_UNITS) ?? 'Years';
  const bounds = { min: 0, max: SEARCH.maxAge[unit] };
  const minAge = filter.integer('minAge', bounds);
  const maxAge = filter.integer('maxAge', bounds);
  if (minAge !== null && maxAge !== null && minAge > maxAge) {
    throw invalidInput([{ field: 'filter.minAge', message: STAFF_MESSAGES.invalidAgeRange }]);
  }
  return childConditions({ gender, unit, minAge, maxAge }, today);
}
