import {
  type CalendarMonth,
  type ChildRecordRequest,
  CRITERIA_FORM,
  type FamilyRequest,
  faultsOf,
  type FieldError,
  type FormRules,
  type GuardianRequest,
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

import { site } from '../site.js';
import { formatDate, NOT_AVAILABLE } from '../texts/dates.js';
import {
  CHILD_FIELD_LABELS,
  FAMILY_LABELS,
  GUARDIAN_LABELS,
  STUDY_FIELD_LABELS,
} from '../texts/record.js';

/** What the forms of families, guardians, children and studies hold: text by field; an empty one is no value. */

/** A form has one part for each record that it writes; the names of its fields begin with the part's. */
export type Part = 'family' | 'guardian' | 'child' | 'study';
export type Values = Readonly<Record<string, string>>;
export type RecordValues = Readonly<Partial<Record<Part, Values>>>;

/** The fields in the order in which they stand on the pages, with their labels. */
const PARTS = {
  family: {
    familyName: FAMILY_LABELS.familyName,
    referredBy: FAMILY_LABELS.referredBy,
    okayToContactIndicator: FAMILY_LABELS.okayToContactIndicator,
    pausedUntil: FAMILY_LABELS.pausedUntil,
    email: FAMILY_LABELS.email,
    zipCode: FAMILY_LABELS.zipCode,
  },
  guardian: {
    firstName: GUARDIAN_LABELS.firstName,
    lastName: GUARDIAN_LABELS.lastName,
    relationshipToChild: GUARDIAN_LABELS.relationshipToChild,
    email: GUARDIAN_LABELS.email,
    zipCode: GUARDIAN_LABELS.zipCode,
    primaryPhone: GUARDIAN_LABELS.primaryPhone,
    isPrimaryIndicator: GUARDIAN_LABELS.isPrimaryIndicator,
    notes: GUARDIAN_LABELS.notes,
  },
  child: CHILD_FIELD_LABELS,
  study: STUDY_FIELD_LABELS,
} as const;

/** Fields that hold a list, as its JSON; of studies, the ids. */
export const STUDY_LISTS = ['genders', 'hands', 'languages', 'areas', 'notInStudies'] as const;

/** Labels by the fields' whole names (`guardian.firstName`), in the order of the pages. */
export const FIELD_LABELS: Values = Object.fromEntries(
  Object.entries(PARTS).flatMap(([part, labels]) =>
    Object.entries(labels).map(([field, label]) => [`${part}.${field}`, label]),
  ),
);

/** The values of a record, or of a new one with its defaults. @param without fields that the form does not ask for. */
export function valuesOf(part: Part, record: object, without: readonly string[] = []): Values {
  const stored = record as Readonly<Record<string, string | null | undefined>>;
  const fields = Object.keys(PARTS[part]).filter((field) => !without.includes(field));
  return Object.fromEntries(fields.map((field) => [field, stored[field] ?? '']));
}

interface Requests {
  readonly family: FamilyRequest;
  readonly guardian: GuardianRequest;
  readonly child: ChildRecordRequest;
  readonly study: Values;
}

/** What is sent of a part: its values, trimmed. The rules have passed them: each choice is one of its list. */
export function requestOf<P extends Part>(part: P, values: RecordValues): Requests[P] {
  const own: Values = values[part] ?? {};
  const entries = Object.entries(own).map(([field, value]) => [field, value.trim()]);
  return Object.fromEntries(entries) as Requests[P];
}

/** Faults of one record, as its own call names them, at the fields of the page. */
function inPart(part: Part, faults: readonly FieldError[]): FieldError[] {
  return faults.map(({ field, message }) => ({ field: `${part}.${field}`, message }));
}

/** Only what the form asks for is checked. */
function partFaults(part: Part, rules: FormRules, values: Values = {}): FieldError[] {
  const asked = Object.entries(rules).filter(([field]) => Object.hasOwn(values, field));
  return inPart(part, faultsOf(Object.fromEntries(asked), values));
}

/**
 * All faults of a form by the contract's rules, named by its fields.
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

/** A field in which the form differs from what another person has saved in between. */
export interface Conflict {
  readonly field: string;
  readonly yours: string;
  readonly theirs: string;
  /** What the person has not touched is not theirs to defend: it follows what is stored. */
  readonly isTouched: boolean;
}

/** A form that edits has one part: that of its record. */
export function conflictsOf(
  stored: StaleRecordBody['current']['fields'],
  initial: RecordValues,
  values: object,
): Conflict[] {
  const [part = ''] = Object.keys(initial);
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const theirs = field.startsWith(`${part}.`) ? stored[field.slice(part.length + 1)] : undefined;
    if (theirs === undefined) return [];
    const yours = String(get(values, field) ?? '');
    return [{ field, yours, theirs, isTouched: yours !== get(initial, field) }];
  });
}

/** A value in words. */
export function shownText(field: string, value: string): string {
  const isList = STUDY_LISTS.some((list) => field === `study.${list}`);
  const items = isList ? (JSON.parse(value || '[]') as (string | number)[]) : [value];
  const texts = items.map((item) => (typeof item === 'number' ? `Study ${String(item)}` : item));
  return texts.join(', ') || NOT_AVAILABLE;
}

function thisMonth(): CalendarMonth {
  const [month, , year] = formatDate(new Date().toISOString(), site.labTimeZone).split('/');
  return { year: Number(year), month: Number(month) };
}

/** This month on the lab's clocks; it stays the same for as long as a page is open. */
export function useToday(): CalendarMonth {
  const [today] = useState(thisMonth);
  return today;
}
