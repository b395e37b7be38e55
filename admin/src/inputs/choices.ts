/** Choices of lists, and the rule of the two ages. */

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options whose labels are their values. */
export function plainOptions(values: readonly (string | number)[]): Option[] {
  return values.map((value) => ({ value: String(value), label: String(value) }));
}

/** Ages as their options say them; empty or left out: any. */
interface AgeRange {
  readonly minAge?: string | undefined;
  readonly maxAge?: string | undefined;
}

/** Both ages are given, and the minimum exceeds the maximum. Source: admin portal, section 5. */
export function isAgeRangeInvalid({ minAge = '', maxAge = '' }: AgeRange): boolean {
  return minAge !== '' && maxAge !== '' && Number(minAge) > Number(maxAge);
}
