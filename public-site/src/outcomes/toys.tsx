import type { ReactNode } from 'react';

import ball from '../../../brand/toy-ball.svg';
import blocks from '../../../brand/toy-blocks.svg';

/** Decoration at the foot of an end page. */
export function Toys(): ReactNode {
  return (
    <div className="toys toys-row" aria-hidden="true">
      <img
        className="toy-blocks"
        src={blocks}
        width="150"
        height="120"
        alt=""
        fetchPriority="low"
      />
      <img className="toy-ball" src={ball} width="90" height="90" alt="" fetchPriority="low" />
    </div>
  );
}
