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

/** Asked, but neither stored nor sent. */
export const BIRTH_YEAR_FIELD = 'parentYearOfBirth';

const ORDER = Object.keys(GUARDIAN_FORM).flatMap((field) =>
  field === 'primaryPhone' ? [field, BIRTH_YEAR_FIELD] : [field],
);

/** All faults of step 1, in page order. */
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

/** The request of step 1. @param values checked by `guardianFaults`, so each choice is one of the contract's */
export function registerRequest(values: GuardianValues, recaptchaToken: string): RegisterRequest {
  return {
    ...(values as Pick<RegisterRequest, GuardianField>),
    recaptchaToken,
    familyName: values.guardianLastName,
    guardianEmail: values.email,
  };
}

/** Request fields that the form shows under another name. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  guardianEmail: 'email',
  familyName: 'guardianLastName',
};

/** The server's faults by form field, one each; faults of unknown fields are left out. */
export function faultsOnForm(errors: readonly FieldError[]): FieldError[] {
  const faults = new Map<string, FieldError>();
  for (const { field, message } of errors) {
    const shown = SHOWN_AS[field] ?? field;
    if (ORDER.includes(shown) && !faults.has(shown)) faults.set(shown, { field: shown, message });
  }
  return inOrderOf(ORDER, [...faults.values()]);
}
