import { REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import type { EntityManager } from 'typeorm';

import { containsPattern } from '../common/sql.js';

/** Characters of an address: one before or behind what is looked for means that it is another address. */
const LOCAL = "a-z0-9!#$%&'*+/=?^_`{|}~.-";

/** SQL: the event's values name the address. `$1` is what finds it by the index, `$2` its pattern. */
export const NAMES_ADDRESS =
  '(audit_addresses(before, after) LIKE $1 AND audit_addresses(before, after) ~* $2)';

/** The two values of `NAMES_ADDRESS`; the second finds this very address, and not one that holds it. */
export function addressPatterns(email: string): [string, string] {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [containsPattern(email), `(?<![${LOCAL}])${literal}(?![a-z0-9-]|\\.[a-z0-9])`];
}

/**
 * SQL: blanks events. `$3` is the address, `$4` the numbers of erased guardians, `$5` what an erased actor is called.
 */
export const BLANK_EVENTS = `
  UPDATE audit_events
  SET before = NULL, after = NULL, actor = CASE WHEN actor = $3 THEN $5 ELSE actor END
  WHERE actor = $3 OR ${NAMES_ADDRESS}
    OR (subject_type = 'guardian' AND subject_id = ANY ($4) AND (before IS NOT NULL OR after IS NOT NULL))`;

/** SQL: replaces the address of a writer, `$1`, by `$2`. The public site's rows stand in no index. */
export const RENAME_WRITER = [
  'families',
  'guardians',
  'children',
  'users',
  'studies',
  'slots',
  'invitations',
  'participations',
].flatMap((table) =>
  ['created_by', 'modified_by'].map(
    (column) => `
  UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1 AND ${column} <> '${REGISTRATION_SITE_ACTOR}'`,
  ),
);

/**
 * Blanks the values of events that name the address, or that speak of the guardians who were erased, and replaces the
 * address of the actor by `pseudonym`, in the trail and in the records.
 * @returns how many events were changed.
 */
export async function forgetInTrail(
  manager: EntityManager,
  email: string,
  { guardianIds, pseudonym }: { guardianIds: readonly number[]; pseudonym: string },
): Promise<number> {
  // A colleague may have worked for years.
  await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL kidlab.erases_address = 'on'`);
  const [, events]: [unknown, number] = await manager.query(BLANK_EVENTS, [
    ...addressPatterns(email),
    email,
    guardianIds.map(String),
    pseudonym,
  ]);
  await manager.query(`SET LOCAL kidlab.erases_address = 'off'`);
  for (const rename of RENAME_WRITER) await manager.query(rename, [email, pseudonym]);
  return events;
}
