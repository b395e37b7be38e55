import {
  type CalendarMonth,
  CHILD_FIELD_LABELS,
  CRITERIA_FORM,
  FAMILY_FIELD_LABELS,
  faultsOf,
  type FieldError,
  type FormRules,
  GUARDIAN_FIELD_LABELS,
  isAgeRangeInvalid,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  STAFF_MESSAGES,
  staffChildFaults,
  type StaleRecordBody,
  STUDY_FORM,
} from '@kidlab/contract';
import { useState } from 'react';
import { get } from 'react-hook-form';

import { formatDate, NOT_AVAILABLE, today } from '../texts/dates.js';
import { STUDY_FIELD_LABELS } from '../texts/record.js';

/** The values of record forms: text by field, empty for no value. */

/** A form has a part for each record that it writes. The part prefixes the names of its fields. */
export type Part = 'family' | 'guardian' | 'child' | 'study';
export type Values = Readonly<Record<string, string>>;
export type RecordValues = Readonly<Partial<Record<Part, Values>>>;

/** Labels of the fields, in the order of the pages. */
const PARTS = {
  family: FAMILY_FIELD_LABELS,
  guardian: GUARDIAN_FIELD_LABELS,
  child: CHILD_FIELD_LABELS,
  study: STUDY_FIELD_LABELS,
} as const;

/** Fields that hold a list as JSON; `notInStudies` lists ids. */
export const STUDY_LISTS = ['genders', 'hands', 'languages', 'areas', 'notInStudies'] as const;

/** Labels by full name (`guardian.firstName`), in the order of the pages. */
export const FIELD_LABELS: Values = Object.fromEntries(
  Object.entries(PARTS).flatMap(([part, labels]) =>
    Object.entries(labels).map(([field, label]) => [`${part}.${field}`, label]),
  ),
);

/** The values of a stored record, or the defaults of a new one. @param without fields that the form leaves out. */
export function valuesOf(part: Part, record: object, without: readonly string[] = []): Values {
  const stored = record as Readonly<Record<string, string | null | undefined>>;
  const fields = Object.keys(PARTS[part]).filter((field) => !without.includes(field));
  return Object.fromEntries(fields.map((field) => [field, stored[field] ?? '']));
}

/** The trimmed values of a part, as the server expects them. */
export function requestOf(part: Part, values: RecordValues): Values {
  const entries = Object.entries(values[part] ?? {});
  return Object.fromEntries(entries.map(([field, value]) => [field, value.trim()]));
}

function inPart(part: Part, faults: readonly FieldError[]): FieldError[] {
  return faults.map(({ field, message }) => ({ field: `${part}.${field}`, message }));
}

/** Checks only the fields of the form. */
function partFaults(part: Part, rules: FormRules, values: Values = {}): FieldError[] {
  const asked = Object.entries(rules).filter(([field]) => Object.hasOwn(values, field));
  return inPart(part, faultsOf(Object.fromEntries(asked), values));
}

/**
 * All errors of a form by the contract's rules, with the form's field names.
 * @param today the month in the lab's time zone.
 * @param storedYear a child's year of birth before editing: it stays valid, however long ago it was.
 */
export function recordFaults(
  { family, guardian, child, study }: RecordValues,
  today: CalendarMonth,
  storedYear?: string,
): FieldError[] {
  return [
    ...partFaults('family', STAFF_FAMILY_FORM, family),
    ...partFaults('guardian', STAFF_GUARDIAN_FORM, guardian),
    ...inPart('child', child === undefined ? [] : staffChildFaults(child, today, storedYear)),
    ...partFaults('study', STUDY_FORM, study),
    ...partFaults('study', CRITERIA_FORM, study),
    ...(isAgeRangeInvalid(study?.['minMonths'], study?.['maxMonths'])
      ? [{ field: 'study.minMonths', message: STAFF_MESSAGES.invalidAgeRange }]
      : []),
  ];
}

/** A field that another user has changed, and whose entry differs from theirs. */
export interface Conflict {
  readonly field: string;
  readonly yours: string;
  readonly theirs: string;
  /** An untouched field takes the stored value. */
  readonly isTouched: boolean;
}

export function conflictsOf(
  stored: StaleRecordBody['current']['fields'],
  initial: RecordValues,
  values: object,
): Conflict[] {
  const [part = ''] = Object.keys(initial);
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const theirs = field.startsWith(`${part}.`) ? stored[field.slice(part.length + 1)] : undefined;
    const before = String(get(initial, field) ?? '');
    const yours = String(get(values, field) ?? '');
    if (theirs === undefined || theirs === before || theirs === yours) return [];
    return [{ field, yours, theirs, isTouched: yours !== before }];
  });
}

export function shownText(field: string, value: string): string {
  if (field === 'family.pausedUntil') return formatDate(value, 'UTC');
  const isList = STUDY_LISTS.some((list) => field === `study.${list}`);
  const items = isList ? (JSON.parse(value || '[]') as (string | number)[]) : [value];
  const texts = items.map((item) => (typeof item === 'number' ? `Study ${String(item)}` : item));
  return texts.join(', ') || NOT_AVAILABLE;
}

function thisMonth(): CalendarMonth {
  const [year, month] = today().split('-');
  return { year: Number(year), month: Number(month) };
}

/** The month in the lab's time zone, fixed while the page is open. */
export function useToday(): CalendarMonth {
  const [today] = useState(thisMonth);
  return today;
}
