import {
  FIGURES,
  HANDS,
  MESSAGES,
  monthNumber,
  REFERRAL_SOURCES,
  WAITING_STAGES,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';

import { notFound } from '../common/http-error.js';
import { LabCalendar, type Moment } from '../common/lab.js';
import { namesOf } from '../common/simple-rest.js';
import { rowsOf } from '../common/statements.js';
import { CHILD_MAY_BE_INVITED, mayBeInvited } from '../families/contact.rules.js';
import { VISIBLE, WAITING_STAGE } from '../families/conditions.sql.js';

/** Children who may be invited now. */
const invitable = (at: Moment): Sql => sql`
  FROM children AS child JOIN families AS family ON family.id = child.family_id
  WHERE ${mayBeInvited(at)} AND ${CHILD_MAY_BE_INVITED}`;

const childrenSql = (at: Moment): Sql => sql`
  SELECT (${monthNumber(at.today)}::integer - child.birth_month_number) / 12 AS "ageYears", child.gender, count(*)::integer AS children
  ${invitable(at)} GROUP BY 1, 2 ORDER BY 1, 2`;

/** Adds erased families from the audit trail. Without them, older weeks would seem to have more confirmations. */
const registrationsSql = ({ now, timeZone }: Moment): Sql => sql`
  WITH week AS (
    SELECT generate_series(this_week - interval '1 week' * ${FIGURES.weeks - 1}::integer, this_week, interval '1 week') AS monday
    FROM date_trunc('week', ${now}::timestamptz AT TIME ZONE ${timeZone}) AS this_week
  ), since AS (
    SELECT min(monday) AT TIME ZONE ${timeZone} AS moment FROM week
  ), registration AS (
    SELECT agreement_accepted_at AS moment, state = 'registered' AS confirmed, false AS by_staff, false AS erased
    FROM families, since WHERE state <> 'draft' AND agreement_accepted_at >= since.moment
    UNION ALL
    SELECT created_date, false, true, false
    FROM families, since WHERE state <> 'draft' AND agreement_accepted_at IS NULL AND created_date >= since.moment
    UNION ALL
    SELECT accepted.occurred_at, EXISTS (
        SELECT 1 FROM audit_events AS confirmed
        WHERE confirmed.subject_type = 'family' AND confirmed.subject_id = accepted.subject_id
          AND confirmed.action = 'registration.confirmed'), false, true
    FROM audit_events AS accepted, since
    WHERE accepted.action = 'registration.accepted' AND accepted.occurred_at >= since.moment
      AND NOT EXISTS (SELECT 1 FROM families WHERE guid = accepted.subject_id::uuid)
  ), counted AS (
    SELECT date_trunc('week', moment AT TIME ZONE ${timeZone}) AS monday,
      count(*) FILTER (WHERE NOT by_staff) AS registrations,
      count(*) FILTER (WHERE erased) AS erased,
      count(*) FILTER (WHERE confirmed) AS confirmed,
      count(*) FILTER (WHERE by_staff) AS by_staff
    FROM registration GROUP BY 1
  )
  SELECT to_char(week.monday, 'YYYY-MM-DD') AS week, coalesce(registrations, 0)::integer AS registrations,
    coalesce(erased, 0)::integer AS erased,
    coalesce(confirmed, 0)::integer AS confirmed,
    coalesce(by_staff, 0)::integer AS "addedByStaff"
  FROM week LEFT JOIN counted USING (monday) ORDER BY week.monday`;

/** A row for each of the values, in their order; without matches, a count of 0. */
const eachOf = (values: readonly string[]): Sql =>
  sql`unnest(${values}::text[]) WITH ORDINALITY AS each (value, place)`;

const waitingSql = ({ now }: Moment): Sql => sql`
  WITH waiting AS (
    SELECT extract(epoch FROM ${now}::timestamptz - agreement_accepted_at)::float8 / 3600 AS hours,
      ${WAITING_STAGE} AS stage
    FROM families AS family WHERE state = 'awaiting'
  ), class AS (
    SELECT stage, width_bucket(hours / 24, ${FIGURES.waitingDays}::float8[]) AS class, count(*)::integer AS families
    FROM waiting GROUP BY 1, 2
  )
  SELECT each.value AS stage, count(hours)::integer AS families,
    round(percentile_cont(0.5) WITHIN GROUP (ORDER BY hours)::numeric, 1)::float8 AS "medianHours",
    round(max(hours)::numeric, 1)::float8 AS "longestHours",
    (SELECT array_agg(coalesce(class.families, 0) ORDER BY number)
     FROM generate_series(0, cardinality(${FIGURES.waitingDays}::float8[])) AS number
     LEFT JOIN class ON class.class = number AND class.stage = each.value) AS "byWaiting"
  FROM ${eachOf(WAITING_STAGES)} LEFT JOIN waiting ON waiting.stage = each.value
  GROUP BY each.value, each.place ORDER BY each.place`;

const referralsSql = (): Sql => sql`
  SELECT each.value AS source, count(family.id)::integer AS families,
    count(*) FILTER (WHERE family.state = 'registered')::integer AS confirmed
  FROM ${eachOf(REFERRAL_SOURCES)} LEFT JOIN families AS family ON family.referred_by = each.value AND ${VISIBLE}
  GROUP BY each.value, each.place ORDER BY each.place`;

const languagesSql = (at: Moment): Sql => sql`
  WITH child AS (
    SELECT language_spoken_at_home AS home, additional_language_1 AS first, additional_language_2 AS second ${invitable(at)}
  ), spoken AS (
    SELECT home AS language, true AS at_home FROM child
    UNION ALL SELECT first, false FROM child WHERE first IS NOT NULL
    UNION ALL SELECT second, false FROM child WHERE second IS NOT NULL AND second IS DISTINCT FROM first
  )
  SELECT language, count(*) FILTER (WHERE at_home)::integer AS "atHome",
    count(*) FILTER (WHERE NOT at_home)::integer AS additional
  FROM spoken GROUP BY language ORDER BY 2 DESC, 3 DESC, 1`;

const handsSql = (at: Moment): Sql => sql`
  SELECT each.value AS hand, count(invited.hand)::integer AS children
  FROM ${eachOf(HANDS)} LEFT JOIN (SELECT child.which_hand_id AS hand ${invitable(at)}) AS invited ON invited.hand = each.value
  GROUP BY each.value, each.place ORDER BY each.place`;

const FIGURE_SQL = {
  children: childrenSql,
  registrations: registrationsSql,
  waiting: waitingSql,
  referrals: referralsSql,
  languages: languagesSql,
  hands: handsSql,
};
export const FIGURE_NAMES = namesOf(FIGURE_SQL);

/** The dashboard's figures, one statement each. Drafts never count. */
@Injectable()
export class FiguresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calendar: LabCalendar,
  ) {}

  /** @throws 404 */
  async rows(name: string): Promise<object[]> {
    const figure = FIGURE_NAMES.find((each) => each === name);
    if (figure === undefined) throw notFound(MESSAGES.notFound);
    return rowsOf(this.dataSource, FIGURE_SQL[figure](this.calendar.moment()));
  }
}
