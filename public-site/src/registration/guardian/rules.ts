import {
  type CalendarMonth,
  faultOf,
  faultsOf,
  type FieldError,
  GUARDIAN_FORM,
  type GuardianField,
  parentBirthYearRule,
  type RegisterRequest,
  tidied,
} from '@kidlab/contract';

import { inOrderOf } from '../../ui/submission.js';
import type { GuardianValues } from '../state.js';

/** The year of birth is asked but no part of what is kept or sent. */
export const BIRTH_YEAR_FIELD = 'parentYearOfBirth';

const ORDER = Object.keys(GUARDIAN_FORM).flatMap((field) =>
  field === 'primaryPhone' ? [field, BIRTH_YEAR_FIELD] : [field],
);

/** All faults of step 1, in the order of the page. */
export function guardianFaults(
  values: GuardianValues,
  birthYear: string,
  today: CalendarMonth,
): FieldError[] {
  const yearFault = faultOf(parentBirthYearRule(today), birthYear);
  const faults: FieldError[] = faultsOf(GUARDIAN_FORM, values);
  if (yearFault !== null) faults.push({ field: BIRTH_YEAR_FIELD, message: yearFault });
  return inOrderOf(ORDER, faults);
}

export function trimmed(values: GuardianValues): GuardianValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, tidied(value)]),
  ) as Record<GuardianField, string>;
}

/** Step 1 on the wire. The values have passed `guardianFaults`, so the choices are among those of the contract. */
export function registerRequest(values: GuardianValues, recaptchaToken: string): RegisterRequest {
  return {
    ...(values as Pick<RegisterRequest, GuardianField>),
    recaptchaToken,
    familyName: values.guardianLastName,
    guardianEmail: values.email,
  };
}

/** Fields of the wire that the form shows under another name. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  guardianEmail: 'email',
  familyName: 'guardianLastName',
};

/** The server's faults at the fields of the form, each field once; those of no field are left out. */
export function faultsOnForm(errors: readonly FieldError[]): FieldError[] {
  const faults = new Map<string, FieldError>();
  for (const { field, message } of errors) {
    const shown = SHOWN_AS[field] ?? field;
    if (ORDER.includes(shown) && !faults.has(shown)) faults.set(shown, { field: shown, message });
  }
  return inOrderOf(ORDER, [...faults.values()]);
}
