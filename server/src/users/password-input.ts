import { invalidInput } from '../common/failures.js';

/** A password as it was typed: never trimmed. Absent: empty. @throws 400 when it is anything but text. */
export function passwordIn(body: unknown, field: string): string {
  const value =
    typeof body === 'object' && body !== null && Object.hasOwn(body, field)
      ? (body as Record<string, unknown>)[field]
      : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw invalidInput([{ field, message: `${field} must be text.` }]);
}
