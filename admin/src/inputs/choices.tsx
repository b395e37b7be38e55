import { type AgeUnit, SEARCH } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { AskDialog } from '../layout/ask-dialog.js';
import { SEARCH_TEXTS } from '../texts/search.js';

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

/** Both ages are given, and the minimum exceeds the maximum. Source: admin portal, section 5. */
export function isAgeRangeInvalid({ minAge = '', maxAge = '' }: AgeRange): boolean {
  return minAge !== '' && maxAge !== '' && Number(minAge) > Number(maxAge);
}

/** The ages to choose from, and the one that is chosen, should a link have brought another one. */
export function ageOptions(unit: AgeUnit | '', chosen = ''): string[] {
  if (unit === '') return [];
  const { first, last } = SEARCH.ageChoices[unit];
  const ages = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  return chosen === '' || ages.includes(chosen) ? ages : [...ages, chosen];
}

interface InvalidAgeDialogProps {
  readonly isOpen: boolean;
  /** However it is closed, both ages are cleared. */
  readonly onClose: () => void;
}

/** Stands in the way of a search whose minimum age exceeds its maximum. */
export function InvalidAgeDialog({ isOpen, onClose }: InvalidAgeDialogProps): ReactNode {
  return (
    <AskDialog
      isOpen={isOpen}
      heading={SEARCH_TEXTS.invalidAgeHeading}
      question={SEARCH_TEXTS.invalidAge}
      confirm={SEARCH_TEXTS.invalidAgeClose}
      onClose={onClose}
    />
  );
}
