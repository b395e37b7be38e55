import {
  type CalendarMonth,
  type DETAIL_COLUMNS,
  HOUSEHOLD,
  type SUMMARY_COLUMNS,
} from '@kidlab/contract';

import type { Sort } from '../common/simple-rest.js';
import { moment, Values } from '../common/sql.js';
import { birthMonths, monthNumber } from '../common/ages.js';
import { type Condition, familyConditions, isFoundByPart, plainly } from './family-conditions.js';
import { type Candidates, Listing, type SortKey } from './listing.js';
import { type SearchFilter, speaksOfAge, speaksOfChildren } from './search-input.js';

type SummaryColumn = (typeof SUMMARY_COLUMNS)[number];
type DetailColumn = (typeof DETAIL_COLUMNS)[number];

const GUARDIAN_NAMES = `string_agg(first_name || ' ' || last_name, ', ' ORDER BY is_primary_indicator DESC, id)`;
const CHILD_NAMES = `string_agg(first_name, ', ' ORDER BY id)`;

/** Names of the people of each family on a page. */
const NAMES_OF_EACH = `
  LEFT JOIN LATERAL (SELECT ${GUARDIAN_NAMES} AS names FROM guardians WHERE family_id = family.id) AS guardian ON true
  LEFT JOIN LATERAL (SELECT ${CHILD_NAMES} AS names FROM children WHERE family_id = family.id) AS child ON true`;

/** The same for all families: put together once. */
const NAMES_OF_ALL = `
  LEFT JOIN (SELECT family_id, ${GUARDIAN_NAMES} AS names FROM guardians GROUP BY family_id) AS guardian
    ON guardian.family_id = family.id
  LEFT JOIN (SELECT family_id, ${CHILD_NAMES} AS names FROM children GROUP BY family_id) AS child
    ON child.family_id = family.id`;

const SUMMARY_KEYS: Readonly<Record<SummaryColumn, SortKey>> = {
  id: { expression: 'family.id' },
  guid: { expression: 'family.guid' },
  familyName: { expression: 'lower(family.family_name)' },
  email: { expression: 'family.email' },
  state: { expression: 'family.state' },
  registeredDate: { expression: 'family.registered_date', nullable: true },
  allGuardians: {
    expression: `(SELECT lower(${GUARDIAN_NAMES}) FROM guardians WHERE family_id = family.id)`,
    nullable: true,
  },
  allChildren: {
    expression: `(SELECT lower(${CHILD_NAMES}) FROM children WHERE family_id = family.id)`,
    nullable: true,
  },
};

/** The families that match, one row each. A family's other children and guardians stay in its names. */
export function summaryListing(
  filter: SearchFilter,
  sort: Sort<SummaryColumn>,
  today: CalendarMonth,
): Listing {
  const values = new Values();
  const conditions = familyConditions(filter, values);
  const byPart = isFoundByPart(filter);
  const children = speaksOfChildren(filter) ? childConditions(filter, today, values) : [];
  if (children.length > 0)
    conditions.push(hasChild(children, { byPart, byAge: speaksOfAge(filter) }));
  const isFiltered =
    speaksOfChildren(filter) || filter.familyName !== null || filter.emailAddress !== null;
  return new Listing({
    source: 'FROM families AS family',
    conditions,
    key: SUMMARY_KEYS[sort.column],
    direction: sort.direction,
    identity: ['family.id'],
    columns: `family.id, family.guid, family.family_name AS "familyName", family.email, family.state,
      family.disabled_indicator AS "disabledIndicator", ${moment('family.registered_date')} AS "registeredDate", guardian.names AS "allGuardians", child.names AS "allChildren"`,
    page: `FROM page JOIN families AS family ON family.id = page.id1 ${NAMES_OF_EACH}`,
    all: `FROM families AS family ${isFiltered ? NAMES_OF_EACH : NAMES_OF_ALL}`,
    values: values.all(),
    matchFirst: byPart || speaksOfAge(filter),
    candidates: !byPart && speaksOfAge(filter) ? candidatesOf(children) : undefined,
  });
}

/** Children that may lead to a family. */
const SOME_CHILDREN = 'some_children';

/** That one child of the family has all of it. */
function hasChild(
  conditions: readonly string[],
  { byPart, byAge }: { byPart: boolean; byAge: boolean },
): Condition {
  const children = `FROM children AS child WHERE ${['child.family_id = family.id', ...conditions].join(' AND ')}`;
  const exists = `EXISTS (SELECT 1 ${children})`;
  // How many children are girls is known to the planner.
  if (!byPart && !byAge) return plainly(exists);
  // As a value, because it would collect all such children for an EXISTS: it takes an age that it does not see for a rare one.
  const walked = `coalesce((SELECT true ${children} LIMIT 1), false)`;
  if (byPart) return plainly(walked);
  return {
    walked,
    found: exists,
    bounded: `family.id IN (SELECT family_id FROM ${SOME_CHILDREN})`,
  };
}

function candidatesOf(conditions: readonly string[]): Candidates {
  return {
    name: SOME_CHILDREN,
    select: `SELECT family_id FROM children AS child WHERE ${conditions.join(' AND ')}`,
    perRow: HOUSEHOLD.maxChildren,
  };
}

const PRIMARY_GUARDIAN = `LEFT JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'`;

const DETAIL_KEYS: Readonly<Record<DetailColumn, SortKey & { ofGuardian?: true }>> = {
  id: { expression: 'family.id' },
  guid: { expression: 'family.guid' },
  familyName: { expression: 'lower(family.family_name)' },
  email: { expression: 'family.email' },
  primaryPhone: { expression: 'guardian.primary_phone', nullable: true, ofGuardian: true },
  guardianFirstName: {
    expression: 'lower(guardian.first_name)',
    nullable: true,
    ofGuardian: true,
  },
  guardianLastName: { expression: 'lower(guardian.last_name)', nullable: true, ofGuardian: true },
  childFirstName: { expression: 'lower(child.first_name)', nullable: true },
  childAge: { expression: '-child.birth_month_number', nullable: true },
  childGender: { expression: 'child.gender', nullable: true },
  whichHandId: { expression: 'child.which_hand_id', nullable: true },
  languageSpokenAtHome: { expression: 'child.language_spoken_at_home', nullable: true },
  zipCode: { expression: 'family.zip_code' },
  city: { expression: 'lower(family.city)' },
  referredBy: { expression: 'family.referred_by' },
};

/** The children that match, one row each with the family's primary guardian; families without children where none are asked for. */
export function detailListing(
  filter: SearchFilter,
  sort: Sort<DetailColumn>,
  today: CalendarMonth,
): Listing {
  const values = new Values();
  const conditions = familyConditions(filter, values);
  conditions.push(...childConditions(filter, today, values).map(plainly));
  const join = speaksOfChildren(filter) ? 'JOIN' : 'LEFT JOIN';
  const children = `${join} children AS child ON child.family_id = family.id`;
  const key = DETAIL_KEYS[sort.column];
  // A value: next month's statement is this one.
  const now = monthNumber(today);
  const ofConditions = values.all();
  const months = `${values.add(now)}::integer - child.birth_month_number`;
  const age = filter.unit === 'Years' ? `(${months}) / 12` : months;
  return new Listing({
    source: `FROM families AS family ${children} ${key.ofGuardian === true ? PRIMARY_GUARDIAN : ''}`,
    conditions,
    key,
    direction: sort.direction,
    identity: ['family.id', 'child.id'],
    columns: `family.guid, family.family_name AS "familyName", family.email,
      guardian.primary_phone AS "primaryPhone", guardian.first_name AS "guardianFirstName",
      guardian.last_name AS "guardianLastName", child.first_name AS "childFirstName", ${age} AS "childAge",
      child.gender AS "childGender", child.which_hand_id AS "whichHandId",
      child.language_spoken_at_home AS "languageSpokenAtHome", family.zip_code AS "zipCode", family.city,
      family.referred_by AS "referredBy"`,
    page: `FROM page JOIN families AS family ON family.id = page.id1
      LEFT JOIN children AS child ON child.id = page.id2 ${PRIMARY_GUARDIAN}`,
    all: `FROM families AS family ${children} ${PRIMARY_GUARDIAN}`,
    values: ofConditions,
    columnValues: [now],
    matchFirst: isFoundByPart(filter),
  });
}

/** What is asked of `child`. */
function childConditions(filter: SearchFilter, today: CalendarMonth, values: Values): string[] {
  const { first, last } = birthMonths(
    { unit: filter.unit, min: filter.minAge, max: filter.maxAge },
    today,
  );
  return [
    ...(filter.gender === null ? [] : [`child.gender = ${values.add(filter.gender)}`]),
    ...(first === null ? [] : [`child.birth_month_number >= ${values.add(first)}`]),
    ...(last === null ? [] : [`child.birth_month_number <= ${values.add(last)}`]),
  ];
}
