import sql, { join, raw, type Sql } from 'sql-template-tag';

/** The column of an entity's field: `family_id` for `familyId`, `language_1` for `language1`. */
export function columnOf(field: string): string {
  return field.replace(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
}

/** Escapes the wildcards of `LIKE`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function beginsPattern(text: string): string {
  return `${escapeLike(text)}%`;
}

/** All of the conditions. An empty list matches every row. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, ') AND (')})`;
}

/** At least one of the conditions. An empty list matches no row. */
export function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') OR (')}))`;
}

/** The condition for a filter value, if one was given. */
export function when<Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql[] {
  return value === undefined ? [] : [condition(value)];
}

export function isValue(column: string): (value: string) => Sql {
  return (value) => sql`${raw(column)} = ${value}`;
}

/** Days on the calendar of a time zone, both included. */
export function isWithin(column: string, timeZone: string, from?: string, to?: string): Sql[] {
  return [
    ...when(from, (day) => sql`${raw(column)} >= ${day}::timestamp AT TIME ZONE ${timeZone}`),
    ...when(
      to,
      (day) => sql`${raw(column)} < (${day}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
    ),
  ];
}

/** The ids are one text value, because an export can't bind arrays. */
export function isOneOf(column: string, ids: readonly number[]): Sql {
  return sql`${raw(column)} = ANY (${`{${ids.join(',')}}`}::int[])`;
}

/** ISO 8601 in UTC, with milliseconds, as in a response. */
export function isoTimestamp(column: string): Sql {
  return raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}
