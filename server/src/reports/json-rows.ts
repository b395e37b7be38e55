import type { FieldDef } from 'pg';

/** What PostgreSQL writes as JSON does: `smallint`, `integer`. */
const NUMBERS: ReadonlySet<number> = new Set([21, 23]);
/** Text that JSON holds as it is. */
const PLAIN = /^[^"\\\p{Cc}\p{Cs}]*$/u;

/** A row as PostgreSQL sends it: the text of each column. */
export type TextRow = readonly (string | null)[];

/**
 * Writes rows as JSON objects, a line each, straight from what PostgreSQL has sent: an object made of each row, only to be taken
 * apart again, is most of what an export costs.
 */
export function jsonWriter(fields: readonly FieldDef[]): (rows: readonly TextRow[]) => string {
  const keys = fields.map(
    ({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  );
  const areNumbers = fields.map(({ dataTypeID }) => NUMBERS.has(dataTypeID));
  const objectOf = (row: TextRow): string => {
    let text = '';
    // Counted: an iterator for each row costs as much as all the rest.
    for (let index = 0; index < keys.length; index += 1) {
      const value = row[index] ?? null;
      text += keys[index] ?? '';
      text += value === null ? 'null' : areNumbers[index] === true ? value : quoted(value);
    }
    return `${text}}`;
  };
  return (rows) => rows.map(objectOf).join(',\n');
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
