import type { SearchState } from '@kidlab/contract';

import { anywhere, type Values } from '../common/sql.js';
import { hasTrigram } from './trigram.js';

/** What is asked of a family itself; `null`: any. */
export interface FamilyFilter {
  readonly familyName: string | null;
  readonly emailAddress: string | null;
  readonly state: SearchState | null;
}

/** One condition in forms that mean the same, with the same values. */
export interface Condition {
  /** For finding the few rows that match: an index may serve it. */
  readonly found: string;
  /** The same among the list's candidates. */
  readonly bounded?: string;
  /** For looking at each row on the way through a list: no index serves it, and no planner thinks that one would. */
  readonly walked: string;
}

/** A condition that has one form only. */
export function plainly(condition: string): Condition {
  return { found: condition, walked: condition };
}

/** The conditions on `family`; drafts are nobody's business but the registrant's. */
export function familyConditions(filter: FamilyFilter, values: Values): Condition[] {
  const { familyName, emailAddress, state } = filter;
  const conditions = [
    plainly(state === null ? `family.state <> 'draft'` : `family.state = ${values.add(state)}`),
  ];
  if (familyName !== null) {
    // The database folds both sides, so that they can't differ for a letter that has several ways.
    conditions.push(holds('family.folded_name', termOf('folded', familyName, values)));
  }
  if (emailAddress !== null) conditions.push(hasEmail(emailAddress, familyName, values));
  return conditions;
}

/** That the family, or one of its guardians, has an address with `term` in it. */
function hasEmail(term: string, familyName: string | null, values: Values): Condition {
  // The name's families are looked through: `example.org` may find everybody.
  const isKey = hasTrigram(term) && !(familyName !== null && hasTrigram(familyName));
  const mailbox = isKey ? mailboxOf(term) : null;
  // Both in both forms, which have to have the same values.
  const terms = [...(mailbox === null ? [] : [mailbox]), term].map((each) =>
    termOf('lower', each, values),
  );
  const is = (column: string, form: 'found' | 'walked'): string =>
    terms.map((each, index) => holds(column, each)[index === 0 ? form : 'walked']).join(' AND ');
  // As a value, because the planner would collect all such guardians for an EXISTS.
  const walked = `(${is('family.email', 'walked')}) OR coalesce((
     SELECT bool_or(${is('guardians.email', 'walked')}) FROM guardians WHERE family_id = family.id), false)`;
  if (!isKey) return plainly(walked);
  return {
    walked,
    found: `family.id IN (
       SELECT id FROM families WHERE ${is('email', 'found')}
       UNION SELECT family_id FROM guardians WHERE ${is('email', 'found')})`,
  };
}

/**
 * The mailbox with its `@`, where the term goes on behind it: everybody's address has the same few endings, and an index would
 * go through all of them.
 */
function mailboxOf(term: string): string | null {
  const mailbox = term.slice(0, term.indexOf('@') + 1);
  return hasTrigram(mailbox) && mailbox !== term ? mailbox : null;
}

/** What is looked for in a column, as SQL. */
interface Term {
  /** A pattern for `LIKE`. */
  readonly pattern: string;
  /** Whether the trigram indexes know it. A shorter one would find every row there. */
  readonly isLong: boolean;
}

/**
 * The term is made alike in a query of its own, once; in the condition, a prepared statement would do it again for each row.
 * Nor does the planner see it there, so that there is one plan for all terms.
 */
function termOf(alike: 'folded' | 'lower', term: string, values: Values): Term {
  return {
    pattern: `(SELECT ${alike}(${values.add(anywhere(term))}))`,
    isLong: hasTrigram(term),
  };
}

/** That `column` holds the term somewhere. */
function holds(column: string, { pattern, isLong }: Term): Condition {
  const walked = `(${column} || '') LIKE ${pattern}`;
  return { walked, found: isLong ? `${column} LIKE ${pattern}` : walked };
}

/** Whether an index finds the families that match. */
export function isFoundByPart({ familyName, emailAddress }: FamilyFilter): boolean {
  return [familyName, emailAddress].some((term) => term !== null && hasTrigram(term));
}
