import type { RegistrationsFigure } from '@kidlab/contract';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { type FigureShape, Key, TONES } from './bars.js';
import { daysFrom, families } from '../layout/links.js';
import { formatDate } from '../texts/dates.js';
import { FIGURE_TEXTS, shareText } from '../texts/dashboard.js';

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

export const REGISTRATIONS: FigureShape<'registrations'> = {
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
};
