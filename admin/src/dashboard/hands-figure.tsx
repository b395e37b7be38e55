import type { ReactNode } from 'react';

import { PlainTable } from '../layout/plain-table.js';
import { portalCalls } from '../providers/portal-calls.js';
import { Bars } from './bars.js';
import { FigureCard } from './figure-card.js';
import { invitableChildren } from '../layout/links.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';

const TEXTS = FIGURE_TEXTS.hands;

export function HandsFigureCard(): ReactNode {
  return (
    <FigureCard
      name="hands"
      heading={TEXTS.heading}
      explained={TEXTS.explained}
      read={portalCalls.handsFigure}
      isEmpty={(rows) => rows.every(({ children }) => children === 0)}
      picture={(rows) => (
        <Bars
          bars={rows.map(({ hand, children }) => ({
            label: hand,
            parts: [{ name: TEXTS.children, value: children }],
            to: invitableChildren({ whichHandId: hand }),
          }))}
        />
      )}
      table={(rows) => (
        <PlainTable
          isNumeric
          label={TEXTS.heading}
          columns={[TEXTS.hand, TEXTS.children]}
          rows={rows.map(({ hand, children }) => ({
            key: hand,
            to: invitableChildren({ whichHandId: hand }),
            cells: [hand, children],
          }))}
        />
      )}
    />
  );
}
