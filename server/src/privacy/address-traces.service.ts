import {
  type FormRules,
  REGISTRATION_SITE_ACTOR,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  staffChildForm,
} from '@kidlab/contract';
import type { EntityManager } from 'typeorm';

import { SAMPLE_LAB } from '../common/lab.js';
import { containsPattern } from '../common/sql.js';

/** Characters of an address: one before or behind what is looked for means that it is another address. */
const LOCAL = "a-z0-9!#$%&'*+/=?^_`{|}~.-";

/** A regular expression of PostgreSQL that finds this very address in a text, and not one that holds it. Flags: `gi`. */
export function addressPattern(email: string): string {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `(?<![${LOCAL}])${literal}(?![a-z0-9-]|\\.[a-z0-9])`;
}

/** Texts that people write as they like, by table and column: an address of anybody may stand in them. */
export const FREE_TEXTS: readonly (readonly [table: string, column: string])[] = [
  ...freeTextsOf('families', STAFF_FAMILY_FORM),
  ...freeTextsOf('guardians', STAFF_GUARDIAN_FORM),
  ...freeTextsOf('children', staffChildForm(SAMPLE_LAB.today)),
];

/** The fields of a form that have no rule but their length. */
function freeTextsOf(table: string, form: FormRules): [table: string, column: string][] {
  const fields = Object.keys(form).filter(
    (field) => form[field]?.pattern === undefined && form[field]?.oneOf === undefined,
  );
  return fields.map((field) => [
    table,
    field.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
  ]);
}

/** What takes the place of an address that is taken out of a text. */
const TAKEN_OUT = '[erased]';

/** SQL: the event's values name the address. `$1` is what finds it by the index, `$2` its pattern. */
export const NAMES_ADDRESS =
  '(audit_addresses(before, after) LIKE $1 AND audit_addresses(before, after) ~* $2)';

/** The two values of `NAMES_ADDRESS`. */
export function addressPatterns(email: string): [string, string] {
  return [containsPattern(email), addressPattern(email)];
}

/** SQL: the text names the address; `$1`, `$2` as above. The first test has an index: few texts hold an address at all. */
function namesAddress(column: string): string {
  return `strpos(${column}, '@') > 0 AND lower(${column}) LIKE $1 AND ${column} ~* $2`;
}

/** Free texts of families that name the address. */
export async function mentionsOf(
  manager: EntityManager,
  email: string,
): Promise<{ familyGuid: string; field: string }[]> {
  const parts = FREE_TEXTS.map(([table, column]) => {
    const family = table === 'families' ? 'record.id' : 'record.family_id';
    return `SELECT f.guid AS "familyGuid", '${table}.${column}' AS field
      FROM ${table} record JOIN families f ON f.id = ${family}
      WHERE ${namesAddress(`record.${column}`)}`;
  });
  return manager.query(`${parts.join(' UNION ALL ')} ORDER BY 1, 2`, addressPatterns(email));
}

/** SQL: `$1` and `$2` as above. */
export function takeOutOfText(table: string, column: string): string {
  return `
    UPDATE ${table} SET ${column} = regexp_replace(${column}, $2, '${TAKEN_OUT}', 'gi')
    WHERE ${namesAddress(column)}`;
}

/** Takes the address out of free texts. @returns out of how many. */
export async function takeOutOfTexts(manager: EntityManager, email: string): Promise<number> {
  let total = 0;
  for (const [table, column] of FREE_TEXTS) {
    const [, count]: [unknown, number] = await manager.query(
      takeOutOfText(table, column),
      addressPatterns(email),
    );
    total += count;
  }
  return total;
}

/** Columns that say which of the staff wrote a row. */
export const WRITERS = ['families', 'guardians', 'children', 'users'].flatMap((table) =>
  ['created_by', 'modified_by'].map((column) => [table, column] as const),
);

/** Rows that one statement changes at most: a colleague may have worked for years, and a statement has 15 seconds. */
const PIECE = 5_000;

/**
 * SQL: `$1` and `$2` find the events that name the address, `$3` is the address, `$4` the numbers of the guardians who were
 * erased.
 */
export const EVENTS_OF_ADDRESS = `
  SELECT id FROM audit_events
  WHERE actor = $3 OR ${NAMES_ADDRESS}
    OR (subject_type = 'guardian' AND subject_id = ANY ($4) AND (before IS NOT NULL OR after IS NOT NULL))`;

/** SQL: `$1` is the address. The public site's rows stand in no index. */
export function rowsOfWriter(table: string, column: string): string {
  return `SELECT id FROM ${table} WHERE ${column} = $1 AND ${column} <> '${REGISTRATION_SITE_ACTOR}'`;
}

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
  const events: Row[] = await manager.query(EVENTS_OF_ADDRESS, [
    ...addressPatterns(email),
    email,
    guardianIds.map(String),
  ]);
  await manager.query(`SELECT set_config('kidlab.erases_address', 'on', true)`);
  for (const ids of pieces(events)) {
    await manager.query(
      `UPDATE audit_events
       SET before = NULL, after = NULL, actor = CASE WHEN actor = $2 THEN $3 ELSE actor END
       WHERE id = ANY ($1)`,
      [ids, email, pseudonym],
    );
  }
  await manager.query(`SELECT set_config('kidlab.erases_address', 'off', true)`);
  for (const [table, column] of WRITERS) {
    const rows: Row[] = await manager.query(rowsOfWriter(table, column), [email]);
    for (const ids of pieces(rows)) {
      await manager.query(`UPDATE ${table} SET ${column} = $2 WHERE id = ANY ($1)`, [
        ids,
        pseudonym,
      ]);
    }
  }
  return events.length;
}

interface Row {
  readonly id: unknown;
}

function pieces(rows: readonly Row[]): unknown[][] {
  const count = Math.ceil(rows.length / PIECE);
  return Array.from({ length: count }, (_, place) =>
    rows.slice(place * PIECE, (place + 1) * PIECE).map(({ id }) => id),
  );
}
