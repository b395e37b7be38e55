import { REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import type { EntityManager } from 'typeorm';

import { containsPattern } from '../common/sql.js';
import { withoutTimeout } from '../common/timed-client.js';

/** SQL: families with the address `$1`, or with a guardian who has it. */
export const FAMILIES_OF_ADDRESS = `
  SELECT f.id, f.guid, f.state FROM families f
  WHERE f.id IN (SELECT id FROM families WHERE email = $1 UNION SELECT family_id FROM guardians WHERE email = $1)
  ORDER BY f.id`;

/** SQL: the addresses of these families' guardians. */
export const HOUSEHOLD_ADDRESSES = `
  SELECT email FROM guardians WHERE family_id IN (SELECT id FROM (${FAMILIES_OF_ADDRESS}) AS family)`;

/** Characters of a local part. One before a match means that the match is part of a longer address. */
const LOCAL = "a-z0-9!#$%&'*+/=?^_`{|}~.-";

/** SQL: the event's values name the address. `$1` uses the index, `$2` matches exactly; see `addressPatterns`. */
export const NAMES_ADDRESS =
  '(audit_addresses(before, after) LIKE $1 AND audit_addresses(before, after) ~* $2)';

/** The two values of `NAMES_ADDRESS`. The second one does not match a longer address that contains this one. */
export function addressPatterns(email: string): [string, string] {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [containsPattern(email), `(?<![${LOCAL}])${literal}(?![a-z0-9-]|\\.[a-z0-9])`];
}

/**
 * SQL: blanks events, including those of guardians who had the address, or whose family had it, when they were
 * deleted, now or earlier. `$3`: the address; `$4`: the pseudonym of the actor.
 */
export const BLANK_EVENTS = `
  UPDATE audit_events
  SET before = NULL, after = NULL, actor = CASE WHEN actor = $3 THEN $4 ELSE actor END
  WHERE actor = $3 OR ${NAMES_ADDRESS}
    OR (subject_type = 'guardian' AND (before IS NOT NULL OR after IS NOT NULL) AND subject_id = ANY (ARRAY(
      SELECT subject_id FROM audit_events
      WHERE action = 'guardian.deleted' AND $3 IN (before ->> 'email', before ->> 'familyEmail')
        AND audit_addresses(before, after) LIKE $1)))`;

/** SQL: replaces the address of a writer, `$1`, by `$2`. The index leaves out rows written by the public site. */
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
 * Blanks the values of events about the address or its guardians. Replaces the address by `pseudonym` where it
 * is the actor of an event or the writer of a record.
 * @returns the number of changed events.
 */
export async function forgetInTrail(
  manager: EntityManager,
  email: string,
  pseudonym: string,
): Promise<number> {
  // A colleague may have years of events, which takes longer than the usual time limit.
  await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL kidlab.erases_address = 'on'`);
  return withoutTimeout(manager, async () => {
    const [, events]: [unknown, number] = await manager.query(BLANK_EVENTS, [
      ...addressPatterns(email),
      email,
      pseudonym,
    ]);
    await manager.query(`SET LOCAL kidlab.erases_address = 'off'`);
    for (const rename of RENAME_WRITER) await manager.query(rename, [email, pseudonym]);
    return events;
  });
}
