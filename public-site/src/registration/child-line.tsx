import { monthName } from '@kidlab/contract';
import type { ReactNode } from 'react';

import type { ChildValues } from './state.js';

/** A child's details: "Female · March 2020 · Right-handed · English". */
export function ChildLine({ values }: { readonly values: ChildValues }): ReactNode {
  const { gender, monthOfBirth, yearOfBirth, whichHandId: hand } = values;
  const languages = [
    values.languageSpokenAtHome,
    values.additionalLanguage1,
    values.additionalLanguage2,
  ].filter((language) => language !== '');
  const parts = [
    gender,
    `${monthName(monthOfBirth)} ${yearOfBirth}`,
    // "Don't know" alone would not say what is unknown.
    hand === "Don't know" ? `Hand: ${hand}` : hand,
    languages.join(', '),
  ];
  return (
    <p className="child-line">
      {parts.map((text, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <span>{text}</span>
        </span>
      ))}
    </p>
  );
}
