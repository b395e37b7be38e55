import { monthName } from '@kidlab/contract';

import type { Fact } from '../ui/facts.js';
import type { ChildValues } from './state.js';

/** What was entered of a child, but for the name. */
export function childFacts(values: ChildValues): Fact[] {
  const more = [values.additionalLanguage1, values.additionalLanguage2].filter(
    (name) => name !== '',
  );
  const facts: Fact[] = [
    ['Gender', values.gender],
    ['Born', `${monthName(values.monthOfBirth)} ${values.yearOfBirth}`],
    ['Hand preference', values.whichHandId],
    ['Language spoken at home', values.languageSpokenAtHome],
  ];
  return more.length === 0 ? facts : [...facts, ['Additional languages', more.join(', ')]];
}
