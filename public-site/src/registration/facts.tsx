import { monthName } from '@kidlab/contract';
import type { ReactNode } from 'react';

import type { ChildValues } from './state.js';

export type Fact = readonly [term: string, text: string];

/** What is known of somebody, line by line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

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
