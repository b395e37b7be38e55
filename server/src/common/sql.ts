import sql, { join, raw, type Sql } from 'sql-template-tag';

/** The column of an entity's field: `family_id` of `familyId`, `language_1` of `language1`. */
export function columnOf(field: string): string {
  return field.replace(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
}

/** `text` as `LIKE` takes it: what would be a wildcard stands for itself. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export function containsPattern(text: string): string {
  return `%${literally(text)}%`;
}

export function beginsPattern(text: string): string {
  return `${literally(text)}%`;
}

/** All of the conditions; with none, every row. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, ') AND (')})`;
}

/** At least one of the conditions; with none, no row. */
export function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') OR (')}))`;
}

/** A condition for a value that is asked for; none where it is left out. */
export function when<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql[] {
  return value === undefined ? [] : [condition(value)];
}

/** The column has that value. */
export function isValue(column: string): (value: string) => Sql {
  return (value) => sql`${raw(column)} = ${value}`;
}

/** One of some ids. As text, which an export takes as well. */
export function isOneOf(column: string, ids: readonly number[]): Sql {
  return sql`${raw(column)} = ANY (${`{${ids.join(',')}}`}::int[])`;
}

/** A moment as it stands in a response: ISO 8601 in UTC, with milliseconds. */
export function isoTimestamp(column: string): Sql {
  return raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}
