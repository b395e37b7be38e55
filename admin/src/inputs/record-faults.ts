import {
  type CalendarMonth,
  type FieldError,
  faultsOf,
  type FormRules,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  staffChildFaults,
} from '@kidlab/contract';

import type { RecordValues } from './record-values.js';

/** What is wrong with a form's values, by the contract's rules, and whose field a fault of the server is. */

type Part = keyof RecordValues;

function inPart(part: Part, faults: readonly FieldError[]): FieldError[] {
  return faults.map(({ field, message }) => ({ field: `${part}.${field}`, message }));
}

/** Only what the form asks for is checked. */
function partFaults(
  part: Part,
  rules: FormRules,
  values: Readonly<Record<string, string>> | undefined,
): FieldError[] {
  if (values === undefined) return [];
  const asked = Object.entries(rules).filter(([field]) => Object.hasOwn(values, field));
  return inPart(part, faultsOf(Object.fromEntries(asked), values));
}

/**
 * All faults of a form, named by its fields (`guardian.firstName`).
 * @param today the month on the lab's clocks.
 * @param storedYear the year of birth that an edited child has already.
 */
export function recordFaults(
  { family, guardian, child }: RecordValues,
  today: CalendarMonth,
  storedYear?: string,
): FieldError[] {
  return [
    ...partFaults('family', STAFF_FAMILY_FORM, family),
    ...partFaults('guardian', STAFF_GUARDIAN_FORM, guardian),
    ...inPart('child', child === undefined ? [] : staffChildFaults(child, today, storedYear)),
  ];
}

/** Faults of one record, as its own call names them. */
export function faultsOfPart(part: Part, faults: readonly FieldError[]): FieldError[] {
  return inPart(part, faults);
}

/** What the names of a guardian's and a child's fields begin with: there, and here. */
const NESTED = [
  ['guardians[0].', 'guardian.'],
  ['children[0].', 'child.'],
] as const;
/** Asked once, with the guardian. */
const LENT_BY_GUARDIAN: ReadonlySet<string> = new Set(['email', 'zipCode']);

/** Faults of `POST families` with a guardian and a child, at the fields of the page. */
export function faultsOfWholeFamily(faults: readonly FieldError[]): FieldError[] {
  return faults.map(({ field, message }) => ({ field: fieldOfPage(field), message }));
}

function fieldOfPage(field: string): string {
  for (const [theirs, ours] of NESTED) {
    if (field.startsWith(theirs)) return ours + field.slice(theirs.length);
  }
  return `${LENT_BY_GUARDIAN.has(field) ? 'guardian' : 'family'}.${field}`;
}
