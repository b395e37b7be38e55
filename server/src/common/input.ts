import {
  type FieldError,
  type FieldRule,
  type FormRules,
  faultOf,
  faultsOf,
} from '@kidlab/contract';

import { invalidInput } from './failures.js';
import { cleanText } from './text.js';

/**
 * The named fields of a body or query as trimmed text in Unicode's composed form. Numbers are taken as their digits;
 * absent and `null` count as empty; unknown fields are ignored.
 * @throws 400 naming each field that holds anything else (a list, an object, a truth value).
 */
export function textFields<Field extends string>(
  source: unknown,
  fields: readonly Field[],
): Record<Field, string> {
  const faults: FieldError[] = [];
  const entries = fields.map((field) => {
    const value = ownValue(source, field);
    if (value === undefined || value === null) return [field, ''];
    if (typeof value === 'number') return [field, String(value)];
    // A NUL character is no text to PostgreSQL.
    if (typeof value === 'string' && !value.includes('\0')) {
      return [field, cleanText(value)];
    }
    faults.push({ field, message: `${field} must be text.` });
    return [field, ''];
  });
  if (faults.length > 0) throw invalidInput(faults);
  return Object.fromEntries(entries) as Record<Field, string>;
}

/** The fields of a form, checked by its rules. @throws 400 with every fault. */
export function readForm<Field extends string>(
  source: unknown,
  form: FormRules<Field>,
): Record<Field, string> {
  const values = textFields(source, Object.keys(form) as Field[]);
  const faults = faultsOf(form, values);
  if (faults.length > 0) throw invalidInput(faults);
  return values;
}

/** One field, checked by its rule. @throws 400 naming it. */
export function readField(source: unknown, field: string, rule: FieldRule): string {
  const value = textFields(source, [field])[field] ?? '';
  const message = faultOf(rule, value);
  if (message !== null) throw invalidInput([{ field, message }]);
  return value;
}

/** Whether a body names a field at all; `null` and empty text are a value. */
export function isSent(source: unknown, field: string): boolean {
  return ownValue(source, field) !== undefined;
}

function ownValue(source: unknown, field: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, field)) {
    return undefined;
  }
  return (source as Record<string, unknown>)[field];
}
