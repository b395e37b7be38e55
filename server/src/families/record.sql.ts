import type { StaffChild, StaffGuardian } from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';

import { columnOf, isoTimestamp } from '../common/sql.js';

/**
 * Records in the very shape of an answer, written by PostgreSQL: one statement reads a family with everybody in it.
 * The tables are called `family`, `guardian` and `child`.
 */

/** What PostgreSQL computes each field of an answer from. */
export type Fields<Answer extends object> = Readonly<Record<keyof Answer, string | Sql>>;

/** Which family a guardian or a child belongs to. */
export const FAMILY_OF_MEMBER = {
  familyId: 'family.id',
  familyGuid: 'family.guid',
  familyName: 'family.family_name',
} satisfies Partial<Fields<StaffGuardian & StaffChild>>;

/**
 * The columns of an entity, by field, so that a new column is answered automatically.
 * @param alias what the table is called.
 * @param hidden fields that are no column, or that staff never see.
 */
export function columnsOf<Entity extends object, Hidden extends keyof Entity>(
  entity: new () => Entity,
  alias: string,
  hidden: readonly Hidden[],
): Record<Exclude<keyof Entity, Hidden>, string | Sql> {
  const columns = getMetadataArgsStorage().columns.filter(
    ({ target, propertyName }) =>
      (target === entity || entity.prototype instanceof (target as typeof Object)) &&
      !(hidden as readonly string[]).includes(propertyName),
  );
  return Object.fromEntries(
    columns.map(({ propertyName, options: { name = columnOf(propertyName), type } }) => {
      const column = `${alias}.${name}`;
      return [propertyName, type === 'timestamptz' ? isoTimestamp(column) : column];
    }),
  ) as Record<Exclude<keyof Entity, Hidden>, string | Sql>;
}

export function jsonObject(fields: Readonly<Record<string, string | Sql>>): Sql {
  const pairs = Object.entries(fields).map(
    ([field, value]) =>
      sql`${raw(`'${field}'`)}, ${typeof value === 'string' ? raw(value) : value}`,
  );
  return sql`json_build_object(${join(pairs)})`;
}

export function namedColumns(fields: Readonly<Record<string, string | Sql>>): Sql {
  return join(
    Object.entries(fields).map(
      ([field, value]) =>
        sql`${typeof value === 'string' ? raw(value) : value} AS ${raw(`"${field}"`)}`,
    ),
  );
}
