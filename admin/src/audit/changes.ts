import { codeText, type ReferralSource } from '@kidlab/contract';

import { timeText } from '../texts/dates.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { referralText } from '../texts/record.js';

/** Database counters, and fields that repeat another field. */
const LEFT_OUT = [
  'taken',
  'waiting',
  'sequence',
  'startsAt',
  'endsAt',
  'mob',
  'guid',
  'familyGuid',
];

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields that differ between two states of a record, as text. A `null` state means that there was no record. */
export function changesOf(before: object | null, after: object | null) {
  const old = (before ?? {}) as Record<string, unknown>;
  const current = (after ?? {}) as Record<string, unknown>;
  const fields = Object.keys({ ...old, ...current }).filter((field) => !LEFT_OUT.includes(field));
  return fields
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(current[field]) }))
    .filter((change) => change.before !== change.after);
}

/** A value as readable text. Times are in the lab's time zone. */
export function valueText(field: string, value: string | null): string {
  if (value === null) return OPERATIONS_TEXTS.auditNothing;
  if (/(?:At|Date)$/.test(field)) return timeText(value);
  if (field === 'referredBy') return referralText(value as ReferralSource);
  return codeText(field, value);
}
