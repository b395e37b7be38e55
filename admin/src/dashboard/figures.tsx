import { type ChildrenFigure, GENDERS, referralLabel } from '@kidlab/contract';

import type { FigureLine, FigureShape } from './bars.js';
import { REGISTRATIONS } from './registrations-figure.js';
import { families, invitableChildren, invitableOfAge } from '../layout/links.js';
import type { Figures } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { plural } from '../texts/dates.js';
import { FIGURE_TEXTS, shareText, WAITING_STAGE_NAMES, waitText } from '../texts/dashboard.js';

/** Groups rows by age and gender into one line per age. */
function byAge(rows: readonly ChildrenFigure[]): FigureLine[] {
  const ages = [...new Set(rows.map(({ ageYears }) => ageYears))].sort((a, b) => a - b);
  return ages.map((age) => {
    const ofAge = rows.filter(({ ageYears }) => ageYears === age);
    const parts = GENDERS.map((name) => ({
      name,
      value: ofAge.find(({ gender }) => gender === name)?.children ?? 0,
    }));
    const total = ofAge.reduce((sum, { children }) => sum + children, 0);
    return {
      label: plural(age, 'year'),
      parts,
      to: invitableOfAge(age),
      cells: [age, ...parts.map(({ value }) => value), total],
    };
  });
}

/** Keyed by the name of the call, in page order. */
export const FIGURES: { readonly [Name in keyof Figures]: FigureShape<Name> } = {
  /** Can we fill a session? */
  children: { linesOf: byAge },
  hands: {
    linesOf: (rows) =>
      rows.map(({ hand, children }) => ({
        label: hand,
        parts: [{ name: hand, value: children }],
        to: invitableChildren({ whichHandId: hand }),
        cells: [hand, children],
      })),
  },
  /** Who is stuck before confirmation? */
  waiting: {
    isTableLinked: false,
    linesOf: (rows) =>
      rows.map((row) => ({
        label: WAITING_STAGE_NAMES[row.stage],
        parts: [{ name: row.stage, value: row.families }],
        to: families({ waitingStage: row.stage }),
        cells: [
          WAITING_STAGE_NAMES[row.stage],
          waitText(row.medianHours),
          waitText(row.longestHours),
          ...row.byWaiting,
          row.families,
        ],
      })),
  },
  registrations: REGISTRATIONS,
  languages: {
    mostBars: 8,
    linesOf: (rows) =>
      rows.map(({ language, atHome, additional }) => ({
        label: language,
        parts: [{ name: language, value: atHome }],
        to: invitableChildren({ languageSpokenAtHome: language }),
        cells: [language, atHome, additional],
      })),
  },
  /** Which advertisements work? The most families first. */
  referrals: {
    linesOf: (rows) =>
      rows
        .toSorted((a, b) => b.families - a.families)
        .map(({ source, families: count, confirmed, confirmationRate }) => {
          const label = referralLabel(source, site.employeeReferralLabel);
          return {
            label,
            parts: [
              { name: FIGURE_TEXTS.confirmed, value: confirmed },
              { name: FIGURE_TEXTS.notConfirmed, value: count - confirmed },
            ],
            to: families({ referredBy: source }),
            cells: [label, count, confirmed, shareText(confirmationRate)],
          };
        }),
  },
};
