function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields that differ between two states of a record, as text. `null` if there was no record. */
export function changesOf(before: object | null, after: object | null) {
  const old = (before ?? {}) as Record<string, unknown>;
  const current = (after ?? {}) as Record<string, unknown>;
  const fields = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return fields
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(current[field]) }))
    .filter((change) => change.before !== change.after);
}
