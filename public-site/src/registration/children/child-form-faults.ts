import { type CalendarMonth, childFaults, type FieldError } from '@kidlab/contract';

import type { ChildValues } from '../state.js';

const CHOSEN_TWICE = 'This language is already chosen. Please choose another one, or “None”.';

/** Two "Other" may be different languages. */
function isSameLanguage(a: string, b: string): boolean {
  return a === b && a !== '' && a !== 'Other';
}

/** All faults of the child form. Only the form refuses a language chosen twice; the specification allows it. */
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
