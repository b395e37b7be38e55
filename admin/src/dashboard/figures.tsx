import { type ChildrenFigure, GENDERS } from '@kidlab/contract';
import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router';

import type { BarPart, FigureLine, FigureShape } from './bars.js';
import { families, invitableChildren, invitableOfAge } from '../layout/links.js';
import type { Figures } from '../providers/portal-calls.js';
import { countOf, daysFrom, formatDate, plural } from '../texts/dates.js';
import { FIGURE_TEXTS, shareText, WAITING_STAGE_NAMES, waitText } from '../texts/dashboard.js';
import { referralText } from '../texts/record.js';

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
      cells: [
        age,
        ...parts.map(({ name, value }) => (
          <MuiLink component={Link} to={invitableOfAge(age, name)}>
            {countOf(value)}
          </MuiLink>
        )),
        total,
      ],
    };
  });
}

function confirmedParts(families: number, confirmed: number): BarPart[] {
  return [
    { name: FIGURE_TEXTS.confirmed, value: confirmed },
    { name: FIGURE_TEXTS.notConfirmed, value: families - confirmed },
  ];
}

/** `2026-11-16` as `11/16/2026`. */
const dayText = (day: string): string => formatDate(day, 'UTC');

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
  registrations: {
    mostBars: 8,
    linesOf: (rows) =>
      rows.toReversed().map((row) => ({
        label: dayText(row.week),
        parts: confirmedParts(row.registrations, row.confirmed),
        to: families({
          origin: 'registration',
          signedUpFrom: row.week,
          signedUpTo: daysFrom(row.week, 6),
        }),
        cells: [
          dayText(row.week),
          row.registrations,
          row.erased,
          row.confirmed,
          shareText(row.confirmed, row.registrations),
          row.addedByStaff,
        ],
      })),
  },
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
        .map(({ source, families: count, confirmed }) => {
          const label = referralText(source);
          return {
            label,
            parts: confirmedParts(count, confirmed),
            to: families({ referredBy: source }),
            cells: [label, count, confirmed, shareText(confirmed, count)],
          };
        }),
  },
};
