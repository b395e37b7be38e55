import {
  type AgeMatch,
  type CalendarMonth,
  type Candidate,
  type CandidateReason,
  FUNNEL_STEPS,
  type FunnelStep,
  type Verdict,
} from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { Child } from '../../children/child.entity.js';
import type { List } from '../../common/list.js';
import { allOf, anyOf, isOneOf, isoTimestamp, when } from '../../common/sql.js';
import {
  INVITED_AT,
  LAST_INVITED_AT,
  reasonsSql,
  WAS_INVITED,
} from '../../families/contact.rules.js';
import { isChildNamed, VISIBLE } from '../../families/conditions.sql.js';
import {
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  namedColumns,
} from '../../families/record.sql.js';
import { openAfter } from '../answers/answer-rules.js';
import type { CandidateFilterDto } from './candidates.dto.js';
import { type CandidateRule, firstReasonSql, mayBeInvitedTo, RULES } from './candidate.rules.js';
import { hasAgeSql, isCertain, suitableSlotsSql, type StudyAt } from './study-at.js';

/** For each family, or only for these, the open slots that overlap a seat it has elsewhere. */
function busy({ slots, now }: StudyAt, familyIds?: readonly number[]): Sql {
  return sql`LEFT JOIN (
    SELECT seat.family_id, array_agg(slot.id) AS slot_ids
    FROM participations AS seat JOIN slots AS slot
      ON ${isOneOf(
        'slot.id',
        slots.map(({ id }) => id),
      )} AND slot.id <> seat.slot_id
      AND seat.during && tstzrange(slot.starts_at, slot.ends_at)
    WHERE seat.state = 'accepted' AND upper(seat.during) > ${now.toISOString()}::timestamptz
      AND ${allOf(when(familyIds, (ids) => isOneOf('seat.family_id', ids)))}
    GROUP BY seat.family_id) AS busy ON busy.family_id = family.id`;
}

const PEOPLE = sql`FROM children AS child JOIN families AS family ON family.id = child.family_id`;

/**
 * Children with their `rank` in the order of invitation: certain ages first, then those invited longest ago, then by a
 * hash, which is the same in the preview and at sending.
 */
function candidates(study: StudyAt, condition: Sql): Sql {
  return sql`(
    SELECT child.id, family.id AS family_id, ARRAY[
      CASE WHEN ${isCertain(study)} THEN 0 ELSE 1 END,
      coalesce(extract(epoch FROM last.invited_at)::bigint, 0),
      hashint4extended(family.id, ${study.id}::bigint)]::bigint[] AS rank
    ${PEOPLE} ${busy(study)}
    LEFT JOIN (
      SELECT family_id, max(${INVITED_AT}) AS invited_at FROM invitations AS invitation
      WHERE ${WAS_INVITED} GROUP BY family_id) AS last ON last.family_id = family.id
    WHERE ${condition}) AS candidate`;
}

/** A row before its age text is added. `slot`: the first that the child is offered; certain ages come first. */
export interface CandidateRow extends Omit<Candidate, 'ageText'>, CalendarMonth {
  readonly slot: number | null;
}

export function candidateGrid(
  study: StudyAt,
  { verdict: verdicts, step, q }: Omit<CandidateFilterDto, 'studyId'>,
): List {
  // Children who may not be invited need no rank.
  const isOrdered = verdicts?.some((each) => each !== 'not') !== false;
  const asked = allOf([
    VISIBLE,
    ...when(q, isChildNamed),
    ...when(verdicts, (some) => hasVerdict(study, some)),
    ...when(step, (at) => isAtStep(study, at)),
  ]);
  const verdict = sql`CASE WHEN NOT (${mayBeInvitedTo(study)}) THEN 'not' WHEN ${isCertain(study)} THEN 'certain' ELSE 'possible' END`;
  const fields: Fields<CandidateRow> = {
    id: 'child.id',
    ...FAMILY_OF_MEMBER,
    firstName: 'child.first_name',
    month: 'child.month_of_birth',
    year: 'child.year_of_birth',
    verdict,
    reasons: reasonsSql(RULES, study),
    slot: sql`(${suitableSlotsSql(study, 'certain')} || ${suitableSlotsSql(study, 'possible')})[1]`,
    lastInvitedAt: sql`(SELECT ${isoTimestamp('at')} FROM ${LAST_INVITED_AT} AS last (at))`,
  };
  return {
    from: sql`FROM ${candidates(study, asked)}`,
    conditions: () => [],
    order: { key: isOrdered ? 'candidate.rank' : 'candidate.id', direction: 'ASC' },
    ids: ['candidate.id'],
    columns: namedColumns(fields),
    joins: sql`JOIN children AS child ON child.id = page.id1 JOIN families AS family ON family.id = child.family_id ${busy(study)}`,
  };
}

function hasVerdict(study: StudyAt, verdicts: readonly Verdict[]): Sql {
  const may = mayBeInvitedTo(study);
  const conditions = {
    certain: allOf([may, isCertain(study)]),
    possible: allOf([may, sql`NOT ${isCertain(study)}`]),
    not: sql`NOT (${may})`,
  };
  const isAnyAge = verdicts.includes('certain') && verdicts.includes('possible');
  if (isAnyAge && !verdicts.includes('not')) return may;
  return anyOf(verdicts.map((verdict) => conditions[verdict]));
}

/** The first families of the list. */
export function firstFamilies(study: StudyAt, take: number, withPossible: boolean): Sql {
  const verdicts: Verdict[] = withPossible ? ['certain', 'possible'] : ['certain'];
  return sql`SELECT family_id AS id FROM ${candidates(study, hasVerdict(study, verdicts))}
    GROUP BY family_id ORDER BY min(rank) LIMIT ${take}`;
}

/** The reasons for which children leave the funnel at each step. */
export const FUNNEL_REASONS: Readonly<Record<FunnelStep, readonly CandidateRule[]>> = {
  registered: [],
  'right-age': ['too-young', 'too-old'],
  fits: ['gender', 'hand', 'language', 'area', 'seen'],
  contactable: ['disabled', 'opted-out', 'undeliverable', 'paused'],
  rested: ['resting'],
  'can-be-invited': ['busy', 'nothing-left', 'invited'],
};

/** Invited families that have not answered for any child and can still choose a slot, even a full one. */
export function unansweredSql({ id, state, now }: StudyAt): Sql {
  return sql`SELECT count(*)::integer AS unanswered FROM invitations AS invitation
    WHERE study_id = ${id} AND state <> 'withdrawn' AND (expires_at IS NULL OR expires_at > ${now.toISOString()})
      AND NOT EXISTS (SELECT FROM participations WHERE invitation_id = invitation.id AND state <> 'invited')
      AND ${state === 'open'} AND EXISTS (
        SELECT FROM slots WHERE study_id = ${id} AND cancelled_at IS NULL AND starts_at > ${openAfter(now).toISOString()})`;
}

/** The child is still in the funnel after that step. */
function isAtStep(study: StudyAt, step: FunnelStep): Sql {
  const passed = FUNNEL_STEPS.slice(0, FUNNEL_STEPS.indexOf(step) + 1);
  const reasons = passed.flatMap((each) => FUNNEL_REASONS[each]);
  return allOf([
    sql`family.state = 'registered'`,
    ...(reasons.length === 0 ? [] : [sql`${firstReasonSql(study, reasons)} IS NULL`]),
  ]);
}

/** Counts the children of registered families by the reason for which they leave the funnel. */
export function funnelSql(study: StudyAt): Sql {
  const reasons = FUNNEL_STEPS.flatMap((step) => FUNNEL_REASONS[step]);
  return sql`
    SELECT ${firstReasonSql(study, reasons)} AS reason,
      ${hasAgeSql(study)} AND NOT ${isCertain(study)} AS "isPossible", count(*)::integer AS children
    ${PEOPLE} ${busy(study)} WHERE family.state = 'registered' GROUP BY 1, 2`;
}

/** A child with the reasons against it, and the ids of the slots that it is offered. */
export interface EvaluatedChild extends Pick<Child, 'id' | 'firstName'> {
  readonly reasons: readonly CandidateReason[];
  readonly slots: readonly number[];
}

/** Families with their children. If an invitation is checked again, only its unanswered children. */
export function judgedSql(study: StudyAt, familyIds: readonly number[], match: AgeMatch): Sql {
  const child: Fields<EvaluatedChild> = {
    id: 'child.id',
    firstName: 'child.first_name',
    reasons: reasonsSql(RULES, study),
    slots: suitableSlotsSql(study, match),
  };
  const wasAsked = when(
    study.own,
    (id) =>
      sql`child.id IN (SELECT child_id FROM participations WHERE invitation_id = ${id} AND state = 'invited')`,
  );
  return sql`SELECT family.id, family.guid, family.email,
      coalesce(json_agg(${jsonObject(child)} ORDER BY child.id) FILTER (WHERE child.id IS NOT NULL), '[]') AS children
    FROM families AS family
    LEFT JOIN children AS child ON child.family_id = family.id AND ${allOf(wasAsked)}
    ${busy(study, familyIds)}
    WHERE ${isOneOf('family.id', familyIds)} AND ${VISIBLE} GROUP BY family.id`;
}
