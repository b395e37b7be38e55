import {
  ageMatchOn,
  areaOf,
  CANDIDATE_REASONS,
  type CandidateReason,
  monthNumber,
} from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { allOf, anyOf, columnOf, isOneOf } from '../../common/sql.js';
import {
  CHILD_DISABLED,
  FAMILY_RULES,
  type Rule,
  WAS_INVITED,
} from '../../families/contact.rules.js';
import { isInArea } from '../../families/conditions.sql.js';
import { BY_STAFF } from '../invitation.entity.js';
import {
  BORN,
  type CandidateFacts,
  hasAge,
  hasAgeSql,
  isOfAgeSql,
  slotsFor,
  type StudyAt,
  suitsSql,
  TOOK_PART,
  youngest,
} from './study-at.js';

/**
 * Which children may be invited to a study. As in `contact.rules.ts`, a rule is one object with its reason, its test
 * and the same test in SQL; `candidate-rules.test.ts` compares the two. In SQL, the tables are called `family`,
 * `child` and `busy` (see `candidates.sql.ts`).
 */

/** The family has had its one invitation to the study. One that a rule stopped before sending does not count. */
export const BLOCKS_ANOTHER = sql`(${WAS_INVITED} OR invitation.withdrawn_reason = ${BY_STAFF})`;

type CandidateRule = Omit<Rule<CandidateFacts, StudyAt, CandidateReason>, 'until'>;

/** A criterion that lists values; an empty list means any. @param names the child’s fields, one of which must match */
function oneOf(
  reason: CandidateReason,
  criterion: 'genders' | 'hands' | 'languages',
  names: readonly (keyof CandidateFacts['child'])[],
): CandidateRule {
  return {
    reason,
    holds: ({ child }, { criteria: { [criterion]: list } }) =>
      list.length > 0 && !list.some((each) => names.some((name) => child[name] === each)),
    sql: ({ criteria: { [criterion]: list } }) => {
      if (list.length === 0) return sql`false`;
      const has = names.map((name) => sql`${raw(`child.${columnOf(name)}`)} IN (${join(list)})`);
      return sql`${anyOf(has)} IS NOT TRUE`;
    },
  };
}

const RULES: readonly CandidateRule[] = [
  ...FAMILY_RULES.map((rule) => ({
    ...rule,
    holds: ({ family }: CandidateFacts, study: StudyAt) => rule.holds(family, study),
  })),
  { ...CHILD_DISABLED, holds: ({ child }, study) => CHILD_DISABLED.holds(child, study) },
  {
    reason: 'too-young',
    holds: ({ child }, study) => monthNumber(child) > youngest(study),
    sql: (study) => sql`${BORN} > ${youngest(study)}`,
  },
  {
    reason: 'too-old',
    holds: (facts, study) => !hasAge(facts, study) && monthNumber(facts.child) <= youngest(study),
    sql: (study) => sql`NOT ${hasAgeSql(study)} AND ${BORN} <= ${youngest(study)}`,
  },
  oneOf('gender', 'genders', ['gender']),
  oneOf('hand', 'hands', ['whichHandId']),
  oneOf('language', 'languages', [
    'languageSpokenAtHome',
    'additionalLanguage1',
    'additionalLanguage2',
  ]),
  {
    reason: 'area',
    holds: ({ family }, { criteria: { areas } }) =>
      areas.length > 0 && !areas.includes(areaOf(family.zipCode)),
    sql: ({ criteria: { areas } }) =>
      areas.length === 0 ? sql`false` : sql`NOT ${anyOf(areas.map(isInArea))}`,
  },
  {
    reason: 'seen',
    holds: ({ child }, { criteria: { notInStudies } }) =>
      child.studies.some((id) => notInStudies.includes(id)),
    sql: ({ criteria: { notInStudies } }) =>
      notInStudies.length === 0
        ? sql`false`
        : sql`child.id IN (SELECT participation.child_id FROM participations AS participation
            JOIN invitations AS invitation ON invitation.id = participation.invitation_id
            WHERE participation.state IN (${join(TOOK_PART)}) AND ${isOneOf('invitation.study_id', notInStudies)})`,
  },
  {
    reason: 'busy',
    holds: (facts, study) =>
      study.slots.some(({ day }) => ageMatchOn(facts.child, study.criteria, day) !== null) &&
      slotsFor(facts, study).length === 0,
    sql: (study) => sql`${anyOf(study.slots.map((slot) => isOfAgeSql(study, slot)))}
      AND NOT ${anyOf(study.slots.map((slot) => suitsSql(study, slot)))}`,
  },
  {
    reason: 'nothing-left',
    holds: (_, { state, slots }) => state === 'closed' || slots.length === 0,
    sql: ({ state, slots }) => raw(String(state === 'closed' || slots.length === 0)),
  },
  {
    reason: 'invited',
    holds: ({ family }) => family.isInvited,
    sql: ({ id }) =>
      sql`family.id IN (SELECT family_id FROM invitations AS invitation WHERE study_id = ${id} AND ${BLOCKS_ANOTHER})`,
  },
];

const rulesFor = (reason: CandidateReason): CandidateRule[] =>
  RULES.filter((rule) => rule.reason === reason);

/** Why a child may not be invited, in order. */
export function reasonsOf(facts: CandidateFacts, study: StudyAt): CandidateReason[] {
  return CANDIDATE_REASONS.filter((reason) =>
    rulesFor(reason).some((rule) => rule.holds(facts, study)),
  );
}

/** No rule holds against the child. The age is also a positive condition, so that its index can be used. */
export function mayBeInvitedTo(study: StudyAt): Sql {
  return allOf([hasAgeSql(study), ...RULES.map((rule) => sql`NOT (${rule.sql(study)})`)]);
}

/**
 * `reasonsOf` as JSON, without `erased`: the system keeps only a keyed hash of such an address, which SQL can't
 * compute.
 */
export function reasonsSql(study: StudyAt): Sql {
  const reasons = CANDIDATE_REASONS.map((reason) => ifHeld(reason, study));
  return sql`array_to_json(array_remove(ARRAY[${join(reasons)}], NULL))`;
}

/** The first of these reasons that holds, else `NULL`. */
export function firstReasonSql(study: StudyAt, reasons: readonly CandidateReason[]): Sql {
  return sql`coalesce(${join(reasons.map((reason) => ifHeld(reason, study)))})`;
}

function ifHeld(reason: CandidateReason, study: StudyAt): Sql {
  const held = anyOf(rulesFor(reason).map((rule) => rule.sql(study)));
  return sql`CASE WHEN ${held} THEN ${raw(`'${reason}'`)} END`;
}
