import type { AgeUnit } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { AskDialog } from '../layout/ask-dialog.js';
import { SEARCH_TEXTS } from '../texts/search.js';

/** Source: admin portal, section 9. */
const AGE_CHOICES = { Years: { first: 0, last: 9 }, Months: { first: 1, last: 36 } };

/** The ages of a unit. @param chosen is added: a link may hold another age. */
export function ageOptions(unit: AgeUnit | '', chosen = ''): string[] {
  if (unit === '') return [];
  const { first, last } = AGE_CHOICES[unit];
  const ages = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  return chosen === '' || ages.includes(chosen) ? ages : [...ages, chosen];
}

interface InvalidAgeDialogProps {
  readonly isOpen: boolean;
  /** Must clear both ages. */
  readonly onClose: () => void;
}

/** Rejects a minimum age above the maximum. */
export function InvalidAgeDialog(props: InvalidAgeDialogProps): ReactNode {
  return (
    <AskDialog
      {...props}
      heading={SEARCH_TEXTS.invalidAgeHeading}
      question={SEARCH_TEXTS.invalidAge}
      confirm={SEARCH_TEXTS.invalidAgeClose}
    />
  );
}
