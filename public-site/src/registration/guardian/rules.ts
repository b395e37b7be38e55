import {
  type CalendarMonth,
  type ErrorBody,
  faultsOf,
  type FieldError,
  GUARDIAN_FORM,
  type GuardianField,
  parentBirthYearRule,
  type RegisterRequest,
  tidied,
} from '@kidlab/contract';

import type { GuardianValues } from '../state.js';

/** Asked, but neither stored nor sent. */
export const BIRTH_YEAR_FIELD = 'parentYearOfBirth';

/** All errors of step 1, in page order. */
export function guardianFaults(
  values: GuardianValues,
  birthYear: string,
  today: CalendarMonth,
): FieldError[] {
  const { relationshipToChild, referredBy, ...above } = GUARDIAN_FORM;
  const year = { [BIRTH_YEAR_FIELD]: parentBirthYearRule(today) };
  const form = { ...above, ...year, relationshipToChild, referredBy };
  return faultsOf(form, { ...values, [BIRTH_YEAR_FIELD]: birthYear });
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

/** The server's errors by form field, one each. Errors of unknown fields are left out. */
export function faultsOnForm({ errors = [] }: Partial<ErrorBody>): FieldError[] {
  return Object.keys(GUARDIAN_FORM).flatMap((shown) => {
    const found = errors.find(({ field }) => (SHOWN_AS[field] ?? field) === shown);
    return found === undefined ? [] : [{ ...found, field: shown }];
  });
}
