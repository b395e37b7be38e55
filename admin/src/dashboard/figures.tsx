import { type ChildrenFigure, GENDERS, type RegistrationsFigure } from '@kidlab/contract';
import { Box, Link as MuiLink, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { type FigureLine, type FigureShape, Key, TONES } from './bars.js';
import { families, invitableChildren, invitableOfAge } from '../layout/links.js';
import type { Figures } from '../providers/portal-calls.js';
import { daysFrom, formatDate, plural } from '../texts/dates.js';
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
            {value}
          </MuiLink>
        )),
        total,
      ],
    };
  });
}

/** Height of the highest column, in pixels. */
const HEIGHT = 130;

/** `2026-11-16` as `11/16/2026`. */
const dayText = (day: string): string => formatDate(day, 'UTC');

/** A column chart. The table below has the same numbers, with links. */
function Columns({ rows }: { readonly rows: readonly RegistrationsFigure[] }): ReactNode {
  const most = Math.max(1, ...rows.map(({ registrations }) => registrations));
  const [from = '', to = ''] = [rows[0], rows.at(-1)].map((row) => dayText(row?.week ?? ''));
  const total = rows.reduce((sum, { registrations }) => sum + registrations, 0);
  const heightOf = (count: number): string => `${String((count / most) * HEIGHT)}px`;
  return (
    <Box
      role="img"
      aria-label={`${FIGURE_TEXTS.registrations.heading}: ${String(total)} from ${from} on, at most ${String(most)}.`}
    >
      <Key names={[FIGURE_TEXTS.confirmed, FIGURE_TEXTS.notConfirmed]} />
      <Box
        sx={{
          display: 'flex',
          alignItems: 'end',
          gap: '2px',
          height: HEIGHT + 2,
          forcedColorAdjust: 'none',
        }}
      >
        {rows.map(({ week, registrations, confirmed }) => (
          <Box
            key={week}
            title={`${dayText(week)}: ${String(registrations)}, ${String(confirmed)} confirmed`}
            sx={{ flex: 1, borderBottom: '2px solid var(--line)' }}
          >
            <Box sx={{ height: heightOf(registrations - confirmed), backgroundColor: TONES[1] }} />
            <Box sx={{ height: heightOf(confirmed), backgroundColor: TONES[0] }} />
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Typography variant="body2">{from}</Typography>
        <Typography variant="body2">{to}</Typography>
      </Box>
    </Box>
  );
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
  registrations: {
    picture: (rows) => <Columns rows={rows} />,
    linesOf: (rows) =>
      rows.toReversed().map((row) => ({
        label: row.week,
        parts: [],
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
          shareText(row.confirmedShare),
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
        .map(({ source, families: count, confirmed, confirmationRate }) => {
          const label = referralText(source);
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
