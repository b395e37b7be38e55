import { type AgeUnit, INDICATORS } from '@kidlab/contract';

import { YES_NO } from '../texts/portal.js';

/** Choices with other words than the values on the wire. */
export function namedOptions<Value extends string>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
) {
  return values.map((value) => ({ value, label: nameOf(value) }));
}

export const YES_OR_NO = namedOptions(INDICATORS, (value) => YES_NO[value]);

/** The ages that are offered, by unit. Source: admin portal, section 9. */
const AGE_CHOICES = { Years: { first: 0, last: 9 }, Months: { first: 1, last: 36 } };

/** The ages to choose from, and the one that is chosen, should a link have brought another one. */
export function ageOptions(unit: AgeUnit | '', chosen = ''): string[] {
  if (unit === '') return [];
  const { first, last } = AGE_CHOICES[unit];
  const ages = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  return chosen === '' || ages.includes(chosen) ? ages : [...ages, chosen];
}
