import type { ReactNode, Ref } from 'react';

import { childFacts, Facts } from '../facts.js';
import type { ListedChild } from '../state.js';

interface ChildListProps {
  readonly rows: readonly ListedChild[];
  /** Takes the focus after a change of the list. */
  readonly heading: Ref<HTMLHeadingElement>;
  /** Blocks the buttons without taking the focus from them. */
  readonly busy: boolean;
  readonly onEdit: (child: ListedChild) => void;
  readonly onDelete: (child: ListedChild) => void;
}

/** One card a child, with its own Edit and Delete. */
export function ChildList({ rows, heading, busy, onEdit, onDelete }: ChildListProps): ReactNode {
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
            <Facts facts={childFacts(child.values)} />
            <div className="actions">
              <button
                type="button"
                className="button button-quiet"
                aria-disabled={busy}
                onClick={() => {
                  onEdit(child);
                }}
              >
                Edit <span className="visually-hidden">{child.values.firstName}</span>
              </button>
              <button
                type="button"
                className="button button-quiet"
                aria-disabled={busy}
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
