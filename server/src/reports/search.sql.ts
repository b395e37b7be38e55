import { monthNumber } from '@kidlab/contract';
import sql, { empty, raw, type Sql } from 'sql-template-tag';

import type { Moment } from '../common/lab.js';
import { boundedCountSql, type List, type SearchMethod } from '../common/list.js';
import { allOf, isoTimestamp, when } from '../common/sql.js';
import { mayBeInvited } from '../families/contact.rules.js';
import {
  childConditions,
  dayOfAges,
  hasAddress,
  hasChild,
  hasTrigram,
  isInArea,
  childMatchesText,
  matchesText,
  isNamed,
  VISIBLE,
} from '../families/conditions.sql.js';
import { CHILD_NAMES, FIRST_NAMES, GUARDIAN_NAMES } from '../families/record.sql.js';
import {
  REPORT_SORTS,
  type ReportListDto,
  SEARCH_SORTS,
  type SearchListDto,
  type SearchQueryDto,
} from './reports.dto.js';

export type Search = Omit<SearchListDto, 'range'>;
type FamilyQuery = Partial<Record<'familyName' | 'emailAddress' | 'q', string | undefined>> &
  Pick<SearchQueryDto, 'state'>;

function familyConditions(query: FamilyQuery, by: SearchMethod): Sql[] {
  // Few families have that name, so compare their addresses row by row.
  const isByName = query.familyName !== undefined && hasTrigram(query.familyName);
  return [
    query.state === undefined ? VISIBLE : sql`family.state = ${query.state}`,
    ...when(query.familyName, (name) => isNamed('family.folded_name', name)),
    ...when(query.emailAddress, (part) => hasAddress(part, isByName ? 'row' : by)),
    ...when(query.q, (q) => matchesText(q, by)),
  ];
}

/** Where a family lives, and whether it may be invited. */
function invitationConditions(
  { area, contactable }: Pick<SearchQueryDto, 'area' | 'contactable'>,
  at: Moment,
): Sql[] {
  return [...when(area, isInArea), ...when(contactable, () => mayBeInvited(at))];
}

/** Matching families, one row each. Shows the names of all guardians and children, even of those that do not match. */
export function familySearch({ sort, ...query }: Search, at: Moment): List {
  const ofChild = childConditions(query, at.today);
  const more = [
    ...invitationConditions(query, at),
    ...(ofChild.length > 0 ? [hasChild(ofChild)] : []),
  ];
  const asked = ofChild.length > 0 ? [allOf(ofChild)] : when(query.q, childMatchesText);
  const matches = asked.length > 0 ? sql`json_agg((${allOf(asked)}) ORDER BY id)` : sql`NULL`;
  return {
    from: sql`FROM families AS family`,
    conditions: (by) => [...familyConditions(query, by), ...more],
    order: { ...SEARCH_SORTS[sort.column], direction: sort.direction },
    ids: ['family.id'],
    columns: sql`family.id, family.guid, family.family_name AS "familyName", family.email, family.state,
      family.disabled_indicator AS "disabledIndicator", ${isoTimestamp('family.registered_date')} AS "registeredDate",
      guardian.names AS "allGuardians", child.names AS "allChildren", child.matches AS "childMatches"`,
    joins: sql`JOIN families AS family ON family.id = page.id1
      LEFT JOIN LATERAL (SELECT ${raw(GUARDIAN_NAMES)} AS names FROM guardians WHERE family_id = family.id) AS guardian ON true
      LEFT JOIN LATERAL (SELECT ${raw(CHILD_NAMES)} AS names, ${matches} AS matches
        FROM children AS child WHERE family_id = family.id) AS child ON true`,
  };
}

/** In the requested unit: `24`, or with `ageOn` `"24–25"` if it depends on the day of birth. */
function childAge(query: Pick<Search, 'ageOn' | 'ageUOM'>, { today }: Moment): Sql {
  const day = dayOfAges(query, today);
  const born = raw('child.birth_month_number');
  const unit = raw(query.ageUOM === 'Months' ? '1' : '12');
  const months = sql`(${monthNumber(day)}::integer - ${born})`;
  if (query.ageOn === undefined) return sql`${months} / ${unit}`;
  const daysOfMonth = sql`extract(day FROM make_date(${born} / 12, ${born} % 12 + 1, 1) + interval '1 month - 1 day')`;
  return sql`(SELECT CASE least WHEN most THEN to_json(most) ELSE to_json(least || '–' || most) END
    FROM (SELECT greatest(0, ${months} - (${day.day}::integer < ${daysOfMonth})::integer) / ${unit} AS least,
      ${months} / ${unit} AS most) AS age)`;
}

/**
 * Matching children, one row each, with the primary guardian. Families without children are included if the search has
 * no condition on children.
 */
export function childSearch({ sort, ...query }: Search, at: Moment): List {
  const ofChild = childConditions(query, at.today);
  const more = [...invitationConditions(query, at), ...ofChild];
  const join = ofChild.length > 0 ? empty : raw('LEFT');
  return {
    from: sql`FROM families AS family ${join} JOIN children AS child ON child.family_id = family.id`,
    conditions: (by) => [...familyConditions(query, by), ...more],
    order: { ...SEARCH_SORTS[sort.column], direction: sort.direction },
    ids: ['family.id', 'child.id'],
    columns: sql`family.guid, family.family_name AS "familyName", family.email,
      guardian.primary_phone AS "primaryPhone", guardian.first_name AS "guardianFirstName",
      guardian.last_name AS "guardianLastName", child.first_name AS "childFirstName",
      ${childAge(query, at)} AS "childAge", child.gender AS "childGender",
      child.which_hand_id AS "whichHandId", child.language_spoken_at_home AS "languageSpokenAtHome",
      family.zip_code AS "zipCode", family.city, family.referred_by AS "referredBy"`,
    joins: sql`JOIN families AS family ON family.id = page.id1
      LEFT JOIN children AS child ON child.id = page.id2
      LEFT JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'`,
  };
}

/** Families by part of their name and by state, with the dates of their confirmation mails. */
export function registrationReport(query: Omit<ReportListDto, 'range'>): List {
  const { sort, familyName = query.name ?? query.lastName } = query;
  return {
    from: sql`FROM families AS family`,
    conditions: (by) => familyConditions({ ...query, familyName }, by),
    order: { ...REPORT_SORTS[sort.column], direction: sort.direction },
    ids: ['family.id'],
    columns: sql`family.id, family.guid, family.email, family.family_name AS "familyName", guardian.names AS "firstName",
      ${isoTimestamp('family.registered_date')} AS "registeredDate",
      ${isoTimestamp('family.first_email_sent_date')} AS "firstEmailSentDate",
      ${isoTimestamp('family.second_email_sent_date')} AS "secondEmailSentDate",
      family.okay_to_contact_indicator AS "okayToContactIndicator"`,
    joins: sql`JOIN families AS family ON family.id = page.id1
      LEFT JOIN LATERAL (SELECT ${raw(FIRST_NAMES)} AS names FROM guardians WHERE family_id = family.id) AS guardian ON true`,
  };
}

export function searchCountsSql(query: Omit<Search, 'sort'>, at: Moment, limit: number): Sql {
  const search = { ...query, sort: { column: 'id', direction: 'ASC' } } as const;
  const families = familySearch(search, at);
  const children = {
    ...childSearch(search, at),
    from: sql`FROM families AS family JOIN children AS child ON child.family_id = family.id`,
  };
  return sql`SELECT (${boundedCountSql(families, limit)}) AS families, (${boundedCountSql(children, limit)}) AS children`;
}
