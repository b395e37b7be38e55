import { type ContactReason, dayText } from '@kidlab/contract';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import type { Moment } from '../common/lab.js';
import { allOf } from '../common/sql.js';

/**
 * Why a family may not be invited: a condition for each reason, never `NULL`. `contact-rules.test.ts` compares them
 * with the same rules in JavaScript, for random families. The tables are called `family` and `child`.
 */
export type Rules<Reason extends string, At> = Readonly<Record<Reason, (at: At) => Sql>>;

export interface Day extends Pick<Moment, 'today' | 'timeZone' | 'restDays'> {
  /** Id of the invitation about to be sent. If set, other queued ones don't count, so one of two is sent. */
  readonly own?: number | undefined;
}

/** When a family was invited. A queued letter counts, or a second study would queue another one. */
export const INVITED_AT = raw('coalesce(invitation.sent_at, invitation.created_date)');
/** Letters that were withdrawn unsent don't count. */
export const WAS_INVITED = raw(
  `(invitation.state <> 'withdrawn' OR invitation.sent_at IS NOT NULL)`,
);
const INVITED = sql`FROM invitations AS invitation WHERE invitation.family_id = family.id AND ${WAS_INVITED}`;

const invitedOn = ({ timeZone }: Day): Sql => sql`(${INVITED_AT} AT TIME ZONE ${timeZone})::date`;

export const LAST_INVITED_AT = sql`(SELECT max(${INVITED_AT}) ${INVITED})`;

/** In the order in which the reasons are shown. */
export const FAMILY_RULES: Rules<ContactReason, Day> = {
  disabled: () => sql`family.disabled_indicator = 'Y'`,
  unconfirmed: () => sql`family.state <> 'registered'`,
  'opted-out': () => sql`family.okay_to_contact_indicator = 'N'`,
  undeliverable: () => sql`family.undeliverable_at IS NOT NULL`,
  paused: ({ today }) =>
    sql`family.paused_until IS NOT NULL AND family.paused_until > ${dayText(today)}::date`,
  resting: (at) => {
    const isOther = sql`AND invitation.id <> ${at.own} AND invitation.sent_at IS NOT NULL`;
    return sql`EXISTS (SELECT ${INVITED} ${at.own === undefined ? empty : isOther}
      AND ${invitedOn(at)} + ${at.restDays}::integer > ${dayText(at.today)}::date)`;
  },
};

/** The names of the rules that hold, in their order, as an array. */
export function reasonsSql<At>(rules: Rules<string, At>, at: At): Sql {
  const reasons = Object.entries(rules).map(([reason, holds]) => reasonIf(reason, holds(at)));
  return sql`array_remove(ARRAY[${join(reasons)}], NULL)`;
}

export function reasonIf(reason: string, condition: Sql): Sql {
  return sql`CASE WHEN ${condition} THEN ${raw(`'${reason}'`)} END`;
}

export function noneOf<At>(rules: Rules<string, At>, at: At): Sql {
  return allOf(Object.values(rules).map((holds) => sql`NOT (${holds(at)})`));
}

/** `ContactStatus` as JSON. */
export function contactStatusSql(at: Day): Sql {
  // Only `paused` and `resting` end on a known day. Without OFFSET, each mention would compute the reasons again.
  return sql`(SELECT json_build_object(
      'mayBeInvited', reasons = '{}',
      'reasons', reasons,
      'until', CASE WHEN reasons <@ ARRAY['paused', 'resting'] THEN greatest(
        CASE WHEN 'paused' = ANY (reasons) THEN family.paused_until END,
        CASE WHEN 'resting' = ANY (reasons) THEN last.day + ${at.restDays}::integer END) END,
      'invited', CASE WHEN last.day IS NOT NULL THEN json_build_object(
        'studyName', (SELECT name FROM studies WHERE id = last.study_id), 'on', last.day) END)
    FROM (SELECT ${reasonsSql(FAMILY_RULES, at)} AS reasons OFFSET 0) AS holding
    LEFT JOIN (SELECT study_id, ${invitedOn(at)} AS day ${INVITED}
      ORDER BY ${INVITED_AT} DESC, invitation.id DESC LIMIT 1) AS last ON true)`;
}

export function mayBeInvited(at: Day): Sql {
  return noneOf(FAMILY_RULES, at);
}

/** The one rule on the child alone. */
export const CHILD_DISABLED = sql`child.disabled_indicator = 'Y'`;

/** For the child alone; see `mayBeInvited` for its family. */
export const CHILD_MAY_BE_INVITED = sql`NOT (${CHILD_DISABLED})`;
