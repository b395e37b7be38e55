import {
  ageMatchOn,
  areaOf,
  CANDIDATE_REASONS,
  type CandidateReason,
  monthNumber,
  type Verdict,
} from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { allOf, anyOf, columnOf, isOneOf } from '../../common/sql.js';
import { CHILD_RULES, FAMILY_RULES, type Rule, WAS_INVITED } from '../../families/contact.rules.js';
import { isInArea } from '../../families/families.sql.js';
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
  youngest,
} from './study-at.js';

/**
 * Which children may be invited to a study. As in `contact.rules.ts`, a rule is one object with its reason, its test
 * and the same test in SQL; `candidate-rules.test.ts` asks both. In SQL, the tables are called `family`, `child` and
 * `busy` (see `candidates.sql.ts`).
 */

/**
 * Whether an invitation is the study's only one to its family. One that a rule stopped before its letter left is
 * none.
 */
export const IS_ONLY_ONE = sql`(${WAS_INVITED} OR invitation.withdrawn_reason = ${BY_STAFF})`;

type CandidateRule = Omit<Rule<CandidateFacts, StudyAt, CandidateReason>, 'until'>;

/** A criterion of a list: an empty one asks for nothing. @param names of the child’s fields: one is in the list */
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

const OWN_RULES: readonly CandidateRule[] = [
  {
    reason: 'too-young',
    holds: (facts, study) => !hasAge(facts, study) && monthNumber(facts.child) > youngest(study),
    sql: (study) => sql`NOT ${hasAgeSql(study)} AND ${BORN} > ${youngest(study)}`,
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
        : sql`child.id IN (${childrenWithSeat(isOneOf('invitation.study_id', notInStudies))})`,
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
      sql`family.id IN (SELECT family_id FROM invitations AS invitation WHERE study_id = ${id} AND ${IS_ONLY_ONE})`,
  },
];

/** Children with a seat, or who sat: a seat that was given back does not count. */
function childrenWithSeat(where: Sql): Sql {
  return sql`SELECT participation.child_id FROM participations AS participation
    JOIN invitations AS invitation ON invitation.id = participation.invitation_id
    WHERE participation.state IN ('accepted', 'attended') AND ${where}`;
}

/** Each reason in its order, but `erased`: of such an address only a keyed hash is known, which SQL can't ask for. */
const RULES: readonly CandidateRule[] = CANDIDATE_REASONS.flatMap((reason) => {
  const rules: CandidateRule[] = [
    ...FAMILY_RULES.map((rule) => ({
      ...rule,
      holds: ({ family }: CandidateFacts, study: StudyAt) => rule.holds(family, study),
    })),
    ...CHILD_RULES.map((rule) => ({
      ...rule,
      holds: ({ child }: CandidateFacts, study: StudyAt) => rule.holds(child, study),
    })),
    ...OWN_RULES,
  ].filter((rule) => rule.reason === reason);
  return rules.length === 0
    ? []
    : {
        reason,
        holds: (facts, study) => rules.some((rule) => rule.holds(facts, study)),
        sql: (study) => anyOf(rules.map((rule) => rule.sql(study))),
      };
});

export function reasonsOf(facts: CandidateFacts, study: StudyAt): CandidateReason[] {
  return RULES.filter((rule) => rule.holds(facts, study)).map(({ reason }) => reason);
}

export function verdictOf(facts: CandidateFacts, study: StudyAt): Verdict {
  if (reasonsOf(facts, study).length > 0) return 'not';
  const { child } = facts;
  const matches = slotsFor(facts, study).map(({ day }) => ageMatchOn(child, study.criteria, day));
  return matches.includes('certain') ? 'certain' : (matches[0] ?? 'not');
}

/** No rule stands against the child. */
export function mayBeInvitedTo(study: StudyAt): Sql {
  const against = RULES.map((rule) => sql`NOT (${rule.sql(study)})`);
  return allOf([hasAgeSql(study), ...against]);
}

/** `reasonsOf` as JSON. */
export function reasonsSql(study: StudyAt): Sql {
  return sql`array_to_json(array_remove(ARRAY[${join(RULES.map((rule) => whenHeld(rule, study)))}], NULL))`;
}

/** The first of these reasons that holds, else `NULL`. */
export function firstReasonSql(study: StudyAt, reasons: readonly CandidateReason[]): Sql {
  const rules = reasons.flatMap((reason) => RULES.filter((rule) => rule.reason === reason));
  return sql`coalesce(${join(rules.map((rule) => whenHeld(rule, study)))})`;
}

function whenHeld(rule: CandidateRule, study: StudyAt): Sql {
  return sql`CASE WHEN ${rule.sql(study)} THEN ${raw(`'${rule.reason}'`)} END`;
}
