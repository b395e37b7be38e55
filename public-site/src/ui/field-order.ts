import type { FieldError } from '@kidlab/contract';

/** Faults in the order in which their fields stand on the page. */
export function inOrderOf(fields: readonly string[], faults: readonly FieldError[]): FieldError[] {
  return [...faults].sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}
