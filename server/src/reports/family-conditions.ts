import type { SearchState } from '@kidlab/contract';

import { anywhere, type Values } from '../common/sql.js';
import { hasTrigram } from './trigram.js';

/** What is asked of a family itself; `null`: any. */
export interface FamilyFilter {
  readonly familyName: string | null;
  readonly emailAddress: string | null;
  readonly state: SearchState | null;
}

/** The conditions on `family`; drafts are nobody's business but the registrant's. */
export function familyConditions(filter: FamilyFilter, values: Values): string[] {
  const { familyName, emailAddress, state } = filter;
  const conditions = [
    state === null ? `family.state <> 'draft'` : `family.state = ${values.add(state)}`,
  ];
  if (familyName !== null) {
    // The database folds both sides, so that they can't differ for a letter that has several ways.
    conditions.push(holds('family.folded_name', 'folded', familyName, values));
  }
  if (emailAddress !== null) conditions.push(hasEmail(emailAddress, familyName, values));
  return conditions;
}

/** That the family, or one of its guardians, has an address with `term` in it. */
function hasEmail(term: string, familyName: string | null, values: Values): string {
  if (hasTrigram(term) && familyName !== null && hasTrigram(familyName)) {
    // The name's families are looked through: `example.org` may find everybody. As a value, because the planner would collect
    // all such guardians for an EXISTS.
    return `${holds('family.email', 'lower', term, values)} OR coalesce((
       SELECT bool_or(${holds('email', 'lower', term, values)}) FROM guardians WHERE family_id = family.id), false)`;
  }
  if (hasTrigram(term)) {
    return `family.id IN (
       SELECT id FROM families WHERE ${holds('email', 'lower', term, values)}
       UNION SELECT family_id FROM guardians WHERE ${holds('email', 'lower', term, values)})`;
  }
  return `${holds('family.email', 'lower', term, values)} OR EXISTS (
     SELECT 1 FROM guardians WHERE family_id = family.id AND ${holds('guardians.email', 'lower', term, values)})`;
}

/**
 * That `column` holds `term` somewhere. The term is made alike in a query of its own, once; in the condition, a prepared statement
 * would do it again for each row. Nor does the planner see it there, so that there is one plan for all terms: a term that the
 * trigram indexes know goes by them, a shorter one would find every row there and is compared in the order of the list.
 */
function holds(column: string, alike: 'folded' | 'lower', term: string, values: Values): string {
  return hasTrigram(term)
    ? `${column} LIKE (SELECT ${alike}(${values.add(anywhere(term))}))`
    : `strpos(${column}, (SELECT ${alike}(${values.add(term)}))) > 0`;
}

/** Whether an index finds the families that match. */
export function isFoundByPart({ familyName, emailAddress }: FamilyFilter): boolean {
  return [familyName, emailAddress].some((term) => term !== null && hasTrigram(term));
}
