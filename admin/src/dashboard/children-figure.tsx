import { type ChildrenFigure, GENDERS } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PlainTable } from '../layout/plain-table.js';
import { portalCalls } from '../providers/portal-calls.js';
import { Bars } from './bars.js';
import { FigureCard } from './figure-card.js';
import { invitableChildren } from '../layout/links.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';

const { heading, explained, age } = FIGURE_TEXTS.children;

interface AgeGroup {
  readonly ageYears: number;
  /** In the order of `GENDERS`. */
  readonly counts: readonly number[];
}

/** The call's rows, one an age and gender, as one an age. */
export function byAge(rows: readonly ChildrenFigure[]): AgeGroup[] {
  const ages = [...new Set(rows.map(({ ageYears }) => ageYears))].sort((a, b) => a - b);
  return ages.map((ageYears) => ({
    ageYears,
    counts: GENDERS.map(
      (gender) =>
        rows.find((row) => row.ageYears === ageYears && row.gender === gender)?.children ?? 0,
    ),
  }));
}

const ofAge = (years: number): string =>
  invitableChildren({ ageUOM: 'Years', minAge: years, maxAge: years });

/** Can we fill a session? */
export function ChildrenFigureCard(): ReactNode {
  return (
    <FigureCard
      name="children"
      heading={heading}
      explained={explained}
      read={portalCalls.childrenFigure}
      isEmpty={(rows) => rows.length === 0}
      picture={(rows) => (
        <Bars
          bars={byAge(rows).map(({ ageYears, counts }) => ({
            label: ageYears === 1 ? '1 year' : `${String(ageYears)} years`,
            parts: GENDERS.map((name, index) => ({ name, value: counts[index] ?? 0 })),
            to: ofAge(ageYears),
          }))}
        />
      )}
      table={(rows) => (
        <PlainTable
          isNumeric
          label={heading}
          columns={[age, ...GENDERS, FIGURE_TEXTS.total]}
          rows={byAge(rows).map(({ ageYears, counts }) => ({
            key: String(ageYears),
            to: ofAge(ageYears),
            cells: [ageYears, ...counts, counts.reduce((sum, count) => sum + count, 0)],
          }))}
        />
      )}
    />
  );
}
