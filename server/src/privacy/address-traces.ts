import type { EntityManager } from 'typeorm';

import { addressPattern } from './address-pattern.js';

/** Texts that people write as they like, by table: an address of anybody may stand in them. */
const FREE_TEXTS = [
  ['families', 'eml'],
  ['guardians', 'notes'],
  ['guardians', 'eml'],
  ['children', 'special_needs'],
  ['children', 'eml'],
] as const;

/** What takes the place of an address that is taken out of a text. */
const TAKEN_OUT = '[erased]';

/** SQL: the event's values name the address. `$1` is the address, `$2` its pattern; the first test is the fast one. */
export const NAMES_ADDRESS = `(
  (strpos(lower(before::text), $1) > 0 AND before::text ~* $2)
  OR (strpos(lower(after::text), $1) > 0 AND after::text ~* $2))`;

/** Free texts of families that name the address. */
export async function mentionsOf(
  manager: EntityManager,
  email: string,
): Promise<{ familyGuid: string; field: string }[]> {
  const parts = FREE_TEXTS.map(([table, column]) => {
    const family = table === 'families' ? 'record.id' : 'record.family_id';
    return `SELECT f.guid AS "familyGuid", '${table}.${column}' AS field
      FROM ${table} record JOIN families f ON f.id = ${family}
      WHERE strpos(lower(record.${column}), $1) > 0 AND record.${column} ~* $2`;
  });
  return manager.query(`${parts.join(' UNION ALL ')} ORDER BY 1, 2`, [
    email,
    addressPattern(email),
  ]);
}

/** Takes the address out of free texts. @returns out of how many. */
export async function takeOutOfTexts(manager: EntityManager, email: string): Promise<number> {
  let total = 0;
  for (const [table, column] of FREE_TEXTS) {
    const [, count]: [unknown, number] = await manager.query(
      `UPDATE ${table} SET ${column} = regexp_replace(${column}, $2, '${TAKEN_OUT}', 'gi')
       WHERE strpos(lower(${column}), $1) > 0 AND ${column} ~* $2`,
      [email, addressPattern(email)],
    );
    total += count;
  }
  return total;
}

/** Columns that say which of the staff wrote a row. */
const WRITERS = ['families', 'guardians', 'children', 'users'].flatMap((table) =>
  ['created_by', 'modified_by'].map((column) => [table, column] as const),
);

/**
 * Blanks the values of events that name the address, or that speak of the guardians who were erased, and calls whoever
 * acted under the address by `pseudonym`, in the trail and in the records.
 * @returns how many events were changed.
 */
export async function forgetInTrail(
  manager: EntityManager,
  email: string,
  { guardianIds, pseudonym }: { guardianIds: readonly number[]; pseudonym: string },
): Promise<number> {
  await manager.query(`SELECT set_config('kidlab.erases_address', 'on', true)`);
  const [, count]: [unknown, number] = await manager.query(
    `UPDATE audit_events
     SET before = NULL, after = NULL, actor = CASE WHEN actor = $1 THEN $4 ELSE actor END
     WHERE actor = $1 OR ${NAMES_ADDRESS}
       OR (subject_type = 'guardian' AND subject_id = ANY ($3) AND (before IS NOT NULL OR after IS NOT NULL))`,
    [email, addressPattern(email), guardianIds.map(String), pseudonym],
  );
  await manager.query(`SELECT set_config('kidlab.erases_address', 'off', true)`);
  for (const [table, column] of WRITERS) {
    await manager.query(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, [
      email,
      pseudonym,
    ]);
  }
  return count;
}
