/** Collects the values of a statement while its text is put together: nothing a person sent ever becomes text of it. */
export class Values {
  private readonly list: unknown[] = [];

  /** @returns what stands for the value in the text: `$1`, `$2`, … */
  add(value: unknown): string {
    this.list.push(value);
    return `$${String(this.list.length)}`;
  }

  /** The values so far. */
  all(): unknown[] {
    return [...this.list];
  }
}

/** `text` as `LIKE` takes it: what would be a wildcard stands for itself. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A pattern for `LIKE` that finds `text` anywhere. */
export function anywhere(text: string): string {
  return `%${literally(text)}%`;
}

/** A pattern for `LIKE` that finds `text` at the beginning. */
export function atTheBeginning(text: string): string {
  return `${literally(text)}%`;
}

/** A moment as it stands in an answer: ISO 8601 in UTC, with milliseconds. */
export function moment(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
