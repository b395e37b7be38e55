import { type ContactReason, type ContactStatus, dayText } from '@kidlab/contract';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import type { Child } from '../children/child.entity.js';
import type { Moment } from '../common/lab.js';
import { allOf } from '../common/sql.js';
import type { Family } from './family.entity.js';

/**
 * One reason against an invitation, tested in JavaScript and in SQL. `contact-rules.test.ts` compares both for random
 * families. The SQL calls the tables `family` and `child`.
 */
export interface Rule<Subject, At = Day, Reason extends string = ContactReason> {
  readonly reason: Reason;
  holds(subject: Subject, at: At): boolean;
  /** Never `NULL`. */
  sql(at: At): Sql;
  /** Only for a rule that ends by itself: the first day on which it no longer holds. */
  readonly until?: (at: At) => Sql;
}

export type Day = Pick<Moment, 'today' | 'timeZone' | 'restDays'>;
export type FamilyFacts = Pick<
  Family,
  'state' | 'okayToContactIndicator' | 'disabledIndicator' | 'undeliverableAt' | 'pausedUntil'
> &
  Pick<ContactStatus, 'invited'>;

/** When a family was invited. A queued letter counts, or a second study would queue another one. */
export const INVITED_AT = raw('coalesce(invitation.sent_at, invitation.created_date)');
/** Letters that were withdrawn unsent don't count. */
export const WAS_INVITED = raw(
  `(invitation.state <> 'withdrawn' OR invitation.sent_at IS NOT NULL)`,
);
const INVITED = sql`FROM invitations AS invitation WHERE invitation.family_id = family.id AND ${WAS_INVITED}`;

const invitedOn = ({ timeZone }: Day): Sql => sql`(${INVITED_AT} AT TIME ZONE ${timeZone})::date`;

export const LAST_INVITED_AT = sql`(SELECT max(${INVITED_AT}) ${INVITED})`;

/**
 * `ContactStatus.invited` as JSON.
 * @param own an invitation that is about to be sent. Other queued ones don't count then: of two, one is sent.
 * @param name of the study: staff read its own name, families only the public one
 */
export function lastInvited(at: Day, own?: number, name: 'name' | 'public_name' = 'name'): Sql {
  const others =
    own === undefined ? empty : sql`AND invitation.id <> ${own} AND invitation.sent_at IS NOT NULL`;
  return sql`(SELECT json_build_object(
      'studyName', (SELECT ${raw(name)} FROM studies WHERE id = invitation.study_id), 'on', ${invitedOn(at)})
    ${INVITED} ${others}
    ORDER BY ${INVITED_AT} DESC, invitation.id DESC LIMIT 1)`;
}

/** In the order in which the reasons are shown. */
export const FAMILY_RULES: readonly Rule<FamilyFacts>[] = [
  {
    reason: 'disabled',
    holds: ({ disabledIndicator }) => disabledIndicator === 'Y',
    sql: () => sql`family.disabled_indicator = 'Y'`,
  },
  {
    reason: 'unconfirmed',
    holds: ({ state }) => state !== 'registered',
    sql: () => sql`family.state <> 'registered'`,
  },
  {
    reason: 'opted-out',
    holds: ({ okayToContactIndicator }) => okayToContactIndicator === 'N',
    sql: () => sql`family.okay_to_contact_indicator = 'N'`,
  },
  {
    reason: 'undeliverable',
    holds: ({ undeliverableAt }) => undeliverableAt !== null,
    sql: () => sql`family.undeliverable_at IS NOT NULL`,
  },
  {
    reason: 'paused',
    holds: ({ pausedUntil }, { today }) => pausedUntil !== null && pausedUntil > dayText(today),
    sql: ({ today }) =>
      sql`family.paused_until IS NOT NULL AND family.paused_until > ${dayText(today)}::date`,
    until: () => sql`family.paused_until`,
  },
  {
    reason: 'resting',
    holds: (family, at) => (restedOn(family, at) ?? '') > dayText(at.today),
    sql: (at) =>
      sql`EXISTS (SELECT ${INVITED} AND ${invitedOn(at)} + ${at.restDays}::integer > ${dayText(at.today)}::date)`,
    until: (at) => sql`(SELECT max(${invitedOn(at)}) + ${at.restDays}::integer ${INVITED})`,
  },
];

/** The first day on which a family may be invited again. */
export function restedOn({ invited }: FamilyFacts, { restDays }: Day): string | null {
  if (invited === null) return null;
  const day = new Date(invited.on);
  day.setUTCDate(day.getUTCDate() + restDays);
  return day.toISOString().slice(0, 10);
}

/** `ContactStatus` as JSON. */
export function contactStatusSql(at: Day): Sql {
  const lasting = FAMILY_RULES.filter((rule) => rule.until === undefined);
  const reasons = FAMILY_RULES.map(
    (rule) => sql`CASE WHEN ${rule.sql(at)} THEN ${raw(`'${rule.reason}'`)} END`,
  );
  const ends = FAMILY_RULES.flatMap((rule) =>
    rule.until === undefined ? [] : [sql`CASE WHEN ${rule.sql(at)} THEN ${rule.until(at)} END`],
  );
  return sql`json_build_object(
    'mayBeInvited', ${noneOf(FAMILY_RULES, at)},
    'reasons', array_to_json(array_remove(ARRAY[${join(reasons)}], NULL)),
    'until', CASE WHEN ${noneOf(lasting, at)} THEN greatest(${join(ends)}) END,
    'invited', ${lastInvited(at)})`;
}

export function mayBeInvited(at: Day): Sql {
  return noneOf(FAMILY_RULES, at);
}

/** The one rule on the child alone. */
export const CHILD_DISABLED: Rule<Pick<Child, 'disabledIndicator'>, unknown> = {
  reason: 'disabled',
  holds: ({ disabledIndicator }) => disabledIndicator === 'Y',
  sql: () => sql`child.disabled_indicator = 'Y'`,
};

/** For the child alone; see `mayBeInvited` for its family. */
export const CHILD_MAY_BE_INVITED = sql`NOT (${CHILD_DISABLED.sql(undefined)})`;

function noneOf(rules: readonly Rule<FamilyFacts>[], at: Day): Sql {
  return allOf(rules.map((rule) => sql`NOT (${rule.sql(at)})`));
}
