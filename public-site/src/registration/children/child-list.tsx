import { HOUSEHOLD } from '@kidlab/contract';
import type { ReactNode, Ref } from 'react';

import ball from '../../../../brand/toy-ball.svg';
import bear from '../../../../brand/toy-bear.svg';
import blocks from '../../../../brand/toy-blocks.svg';
import kite from '../../../../brand/toy-kite.svg';
import train from '../../../../brand/toy-train.svg';
import { Button } from '../../ui/button.js';
import { ChildLine } from '../child-line.js';
import type { Child } from '../state.js';

const TOYS = [bear, train, ball, kite, blocks];

interface ChildListProps {
  readonly rows: readonly Child[];
  /** Focused after a change of the list. */
  readonly heading: Ref<HTMLHeadingElement>;
  readonly busy: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (child: Child) => void;
  readonly onDelete: (child: Child) => void;
}

export function ChildList(props: ChildListProps): ReactNode {
  const { rows, heading, busy, onAdd, onEdit, onDelete } = props;
  return (
    <>
      <h2 tabIndex={-1} ref={heading}>
        Your children
      </h2>
      {rows.length === 0 && <p>You have not added a child yet.</p>}
      {/* A new key remounts the list when its length changes: see the style of `cards`. */}
      <ul className="cards" key={rows.length}>
        {rows.map((child, index) => (
          <li key={child.key} className="card child">
            <img src={TOYS[index]} width="48" height="48" alt="" />
            <div>
              <h3 translate="no">{child.values.firstName}</h3>
              <ChildLine values={child.values} />
            </div>
            <div className="child-actions">
              {Object.entries({ Edit: onEdit, Delete: onDelete }).map(([verb, act]) => (
                <Button key={verb} look="link" busy={busy} onClick={() => act(child)}>
                  {verb} <span className="visually-hidden">{child.values.firstName}</span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {rows.length >= HOUSEHOLD.maxChildren ? (
        <p className="notice">
          {`You have added ${String(HOUSEHOLD.maxChildren)} children, the maximum for one registration.`}
        </p>
      ) : (
        <Button look="quiet" busy={busy} onClick={onAdd}>
          {rows.length === 0 ? '+ Add child' : '+ Add another child'}
        </Button>
      )}
    </>
  );
}
