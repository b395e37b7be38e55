import type { WaitingFigure } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PlainTable } from '../layout/plain-table.js';
import { portalCalls } from '../providers/portal-calls.js';
import { Bars } from './bars.js';
import { FigureCard } from './figure-card.js';
import { families } from '../layout/links.js';
import {
  FIGURE_TEXTS,
  WAITING_STAGE_NAMES,
  waitingClassNames,
  waitText,
} from '../texts/dashboard.js';

const TEXTS = FIGURE_TEXTS.waiting;
const CLASSES = waitingClassNames();

const partsOf = ({ byWaiting }: WaitingFigure) =>
  CLASSES.map((name, index) => ({ name, value: byWaiting[index] ?? 0 }));

/** Who is stuck before confirmation? */
export function WaitingFigureCard(): ReactNode {
  return (
    <FigureCard
      name="waiting"
      heading={TEXTS.heading}
      explained={TEXTS.explained}
      read={portalCalls.waitingFigure}
      isEmpty={(rows) => rows.every(({ families: count }) => count === 0)}
      picture={(rows) => (
        <Bars
          bars={rows.map((row) => ({
            label: WAITING_STAGE_NAMES[row.stage],
            parts: [{ name: TEXTS.families, value: row.families }],
            to: families({ waitingStage: row.stage }),
          }))}
        />
      )}
      table={(rows) => (
        <PlainTable
          isNumeric
          label={TEXTS.heading}
          columns={[TEXTS.stage, TEXTS.median, TEXTS.longest, ...CLASSES, FIGURE_TEXTS.total]}
          rows={rows.map((row) => ({
            key: row.stage,
            cells: [
              WAITING_STAGE_NAMES[row.stage],
              waitText(row.medianHours),
              waitText(row.longestHours),
              ...partsOf(row).map(({ value }) => value),
              row.families,
            ],
          }))}
        />
      )}
    />
  );
}
