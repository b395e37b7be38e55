import { type AgeUnit, isAgeRangeInvalid as isRangeInvalid, SEARCH } from '@kidlab/contract';

/** Choices with other words than the values on the wire. */
export function namedOptions<Value extends string>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
) {
  return values.map((value) => ({ value, label: nameOf(value) }));
}

/** The two ages of a search, as their options say them; empty or left out: any. */
interface AgeRange {
  readonly minAge?: string | undefined;
  readonly maxAge?: string | undefined;
}

export function isAgeRangeInvalid({ minAge, maxAge }: AgeRange): boolean {
  return isRangeInvalid(minAge, maxAge);
}

/** The ages to choose from, and the one that is chosen, should a link have brought another one. */
export function ageOptions(unit: AgeUnit | '', chosen = ''): string[] {
  if (unit === '') return [];
  const { first, last } = SEARCH.ageChoices[unit];
  const ages = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  return chosen === '' || ages.includes(chosen) ? ages : [...ages, chosen];
}
