import { type CalendarMonth, childFaults, type FieldError } from '@kidlab/contract';

import type { ChildValues } from '../state.js';

const CHOSEN_TWICE = 'This language is chosen already. Please choose another one, or “None”.';

/** Two languages that are not on the list may be different ones. */
function isSameLanguage(a: string, b: string): boolean {
  return a === b && a !== '' && a !== 'Other';
}

/**
 * All faults of the child form. A language that is chosen twice is one of the form alone: the server takes what the
 * specification takes.
 */
export function childFormFaults(values: ChildValues, today: CalendarMonth): FieldError[] {
  const faults = childFaults(values, today);
  const { languageSpokenAtHome: home, additionalLanguage1, additionalLanguage2 } = values;
  if (isSameLanguage(additionalLanguage1, home)) {
    faults.push({ field: 'additionalLanguage1', message: CHOSEN_TWICE });
  }
  if ([home, additionalLanguage1].some((other) => isSameLanguage(additionalLanguage2, other))) {
    faults.push({ field: 'additionalLanguage2', message: CHOSEN_TWICE });
  }
  return faults;
}
