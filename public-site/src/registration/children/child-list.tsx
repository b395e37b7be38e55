import { monthName } from '@kidlab/contract';
import type { ReactNode, Ref } from 'react';

import type { ChildValues, ListedChild } from '../state.js';

function details(values: ChildValues): [string, string][] {
  const more = [values.additionalLanguage1, values.additionalLanguage2].filter(
    (name) => name !== '',
  );
  return [
    ['Gender', values.gender],
    ['Born', `${monthName(values.monthOfBirth)} ${values.yearOfBirth}`],
    ['Hand preference', values.whichHandId],
    ['Language spoken at home', values.languageSpokenAtHome],
    ...(more.length === 0 ? [] : [['Additional languages', more.join(', ')] as [string, string]]),
  ];
}

interface ChildListProps {
  readonly rows: readonly ListedChild[];
  /** Takes the focus after a change of the list. */
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onEdit: (child: ListedChild) => void;
  readonly onDelete: (child: ListedChild) => void;
}

/** One card a child, with its own Edit and Delete. */
export function ChildList({ rows, heading, onEdit, onDelete }: ChildListProps): ReactNode {
  return (
    <>
      <h2 tabIndex={-1} ref={heading}>
        Your children
      </h2>
      {rows.length === 0 && <p>You have not added a child yet.</p>}
      <ul className="cards">
        {rows.map((child) => (
          <li key={child.key} className="card">
            <h3>{child.values.firstName}</h3>
            <dl className="facts">
              {details(child.values).map(([term, text]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <div className="actions">
              <button
                type="button"
                className="button button-quiet"
                onClick={() => {
                  onEdit(child);
                }}
              >
                Edit <span className="visually-hidden">{child.values.firstName}</span>
              </button>
              <button
                type="button"
                className="button button-quiet"
                onClick={() => {
                  onDelete(child);
                }}
              >
                Delete <span className="visually-hidden">{child.values.firstName}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
