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
    const pattern = values.add(anywhere(familyName));
    conditions.push(`family.folded_name LIKE folded(${pattern})`);
  }
  if (emailAddress !== null) {
    const pattern = `lower(${values.add(anywhere(emailAddress))})`;
    conditions.push(
      hasTrigram(emailAddress)
        ? `family.id IN (
             SELECT id FROM families WHERE email LIKE ${pattern}
             UNION SELECT family_id FROM guardians WHERE email LIKE ${pattern})`
        : `family.email LIKE ${pattern} OR EXISTS (
             SELECT 1 FROM guardians WHERE family_id = family.id AND guardians.email LIKE ${pattern})`,
    );
  }
  return conditions;
}

/** Whether an index finds the families that match. */
export function isFoundByPart({ familyName, emailAddress }: FamilyFilter): boolean {
  return [familyName, emailAddress].some((term) => term !== null && hasTrigram(term));
}
