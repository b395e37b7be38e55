import { monthName } from '@kidlab/contract';
import { Fragment, type ReactNode } from 'react';

import { type ChildValues, LANGUAGE_FIELDS } from './state.js';

/** A child's details: "Female · March 2020 · Right-handed · English". */
export function ChildLine({ values }: { readonly values: ChildValues }): ReactNode {
  const { gender, monthOfBirth, yearOfBirth, whichHandId: hand } = values;
  const languages = LANGUAGE_FIELDS.map((field) => values[field]).filter((each) => each !== '');
  const facts = [
    gender,
    `${monthName(monthOfBirth)} ${yearOfBirth}`,
    // "Don't know" alone would not say what is unknown.
    hand === "Don't know" ? `Hand: ${hand}` : hand,
  ];
  return (
    <p className="child-line">
      {facts.map((fact) => (
        <Fragment key={fact}>
          <span>{`${fact}\u00a0·`}</span>{' '}
        </Fragment>
      ))}
      {languages.join(', ')}
    </p>
  );
}
