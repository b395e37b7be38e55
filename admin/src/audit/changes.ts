/** One field of a record before and after a change, as text. */
export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields that differ between two states of a record. `null` if there was no record. */
export function changesOf(before: object | null, after: object | null): Change[] {
  const old = (before ?? {}) as Record<string, unknown>;
  const current = (after ?? {}) as Record<string, unknown>;
  const fields = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return fields
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(current[field]) }))
    .filter((change) => change.before !== change.after);
}
