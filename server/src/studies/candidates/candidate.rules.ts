import type { CandidateReason } from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { allOf, anyOf, isOneOf } from '../../common/sql.js';
import {
  CHILD_DISABLED,
  FAMILY_RULES,
  noneOf,
  reasonIf,
  type Rules,
  WAS_INVITED,
} from '../../families/contact.rules.js';
import { isInArea } from '../../families/conditions.sql.js';
import { BY_STAFF } from '../invitation.entity.js';
import { BORN, hasAgeSql, isOfAgeSql, type StudyAt, suitsSql, youngest } from './study-at.js';

/** The family has had its one invitation to the study. One that a rule stopped before sending does not count. */
export const BLOCKS_ANOTHER = sql`(${WAS_INVITED} OR invitation.withdrawn_reason = ${BY_STAFF})`;

/** SQL can't check the other two: an unknown family has no row, and an erased address is only kept as a keyed hash. */
export type CandidateRule = Exclude<CandidateReason, 'unknown' | 'erased'>;

/**
 * Which children may not be invited to a study. As in `contact.rules.ts`, each reason has one condition, in the order
 * of `CANDIDATE_REASONS`; `candidate-rules.test.ts` compares them with the same rules in JavaScript. Table
 * aliases: `family`, `child` and `busy` (see `candidates.sql.ts`).
 */
export const RULES: Rules<CandidateRule, StudyAt> = {
  ...FAMILY_RULES,
  disabled: (study) => anyOf([FAMILY_RULES.disabled(study), CHILD_DISABLED]),
  'too-young': (study) => sql`${BORN} > ${youngest(study)}`,
  'too-old': (study) => sql`NOT ${hasAgeSql(study)} AND ${BORN} <= ${youngest(study)}`,
  gender: ({ criteria }) => isNoneOf(criteria.genders, ['gender']),
  hand: ({ criteria }) => isNoneOf(criteria.hands, ['which_hand_id']),
  language: ({ criteria }) =>
    isNoneOf(criteria.languages, [
      'language_spoken_at_home',
      'additional_language_1',
      'additional_language_2',
    ]),
  area: ({ criteria: { areas } }) =>
    areas.length === 0 ? sql`false` : sql`NOT ${anyOf(areas.map(isInArea))}`,
  // A seat that was given back does not count.
  seen: ({ criteria: { notInStudies } }) =>
    notInStudies.length === 0
      ? sql`false`
      : sql`child.id IN (SELECT participation.child_id FROM participations AS participation
          JOIN invitations AS invitation ON invitation.id = participation.invitation_id
          WHERE participation.state IN ('accepted', 'attended') AND ${isOneOf('invitation.study_id', notInStudies)})`,
  busy: (study) =>
    sql`${anyOf(study.slots.map((slot) => isOfAgeSql(study, slot)))}
      AND NOT ${anyOf(study.slots.map((slot) => suitsSql(study, slot)))}`,
  'nothing-left': ({ state, slots }) => raw(String(state === 'closed' || slots.length === 0)),
  invited: ({ id, own = 0 }) =>
    sql`family.id IN (SELECT family_id FROM invitations AS invitation
      WHERE study_id = ${id} AND id <> ${own} AND ${BLOCKS_ANOTHER})`,
};

/** A criterion that lists values; an empty list means any. @param columns of the child, one of which must match */
function isNoneOf(values: readonly string[], columns: readonly string[]): Sql {
  if (values.length === 0) return sql`false`;
  const has = columns.map((column) => sql`${raw(`child.${column}`)} IN (${join(values)})`);
  return sql`${anyOf(has)} IS NOT TRUE`;
}

/** No rule holds against the child. The age is also a positive condition, so that its index can be used. */
export function mayBeInvitedTo(study: StudyAt): Sql {
  return allOf([hasAgeSql(study), noneOf(RULES, study)]);
}

/** The first of these reasons that holds, else `NULL`. */
export function firstReasonSql(study: StudyAt, reasons: readonly CandidateRule[]): Sql {
  return sql`coalesce(${join(reasons.map((reason) => reasonIf(reason, RULES[reason](study))))})`;
}
