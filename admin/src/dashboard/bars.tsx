import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Figures } from '../providers/portal-calls.js';
import { countOf } from '../texts/dates.js';

const TONES = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'];

export interface BarPart {
  readonly name: string;
  readonly value: number;
}

interface Bar {
  readonly label: string;
  readonly parts: readonly BarPart[];
  /** The list that the bar opens. */
  readonly to: string;
}

/** A bar of the chart, and its row in the table. */
export interface FigureLine extends Bar {
  /** One per column. The first one names the row. */
  readonly cells: readonly ReactNode[];
}

/** How a figure shows the rows of its call. */
export interface FigureShape<Name extends keyof Figures> {
  readonly linesOf: (rows: readonly Figures[Name][]) => FigureLine[];
  /** Maximum number of bars; all by default. */
  readonly mostBars?: number;
}

const sumOf = (parts: readonly BarPart[]): number =>
  parts.reduce((sum, { value }) => sum + value, 0);

/** Horizontal bars, each a link to the rows that it counts. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ parts }) => sumOf(parts)));
  const names = bars[0]?.parts.map(({ name }) => name) ?? [];
  return (
    <Box sx={{ minWidth: 0 }}>
      {names.length > 1 && <Key names={names} />}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          // Labels take the width they need, and the bars the rest; in large text, the numbers stay in view.
          gridTemplateColumns: 'fit-content(min(7.5rem, 50%)) minmax(0, 1fr) auto',
          columnGap: 1,
        }}
      >
        {bars.map((bar) => (
          <Box component="li" key={bar.label} sx={SAME_COLUMNS}>
            <BarLink bar={bar} most={most} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const SAME_COLUMNS = { display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' };

function BarLink({ bar, most }: { readonly bar: Bar; readonly most: number }): ReactNode {
  const { label, parts, to } = bar;
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        ...SAME_COLUMNS,
        alignItems: 'center',
        minHeight: { xs: 30, md: 24 },
        fontSize: '0.8125rem',
        lineHeight: 1.15,
        px: 0.5,
        // Apart from the next name where one needs two lines.
        py: 0.25,
        borderRadius: 1,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { backgroundColor: 'var(--brand-soft)', color: 'var(--on-brand-soft)' },
        '&:focus-visible': { outlineOffset: '-1px' },
      }}
    >
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', height: 14 }}>
        {parts.map(({ name, value }, index) => (
          <Box
            key={name}
            sx={{
              width: `${String((value / most) * 100)}%`,
              backgroundColor: TONES[index % TONES.length],
              forcedColorAdjust: 'none',
            }}
          />
        ))}
      </Box>
      <Box component="span" sx={{ textAlign: 'right' }}>
        {countOf(sumOf(parts))}
      </Box>
    </Box>
  );
}

/** The chart's legend. Hidden from screen readers, which have the table. */
function Key({ names }: { readonly names: readonly string[] }): ReactNode {
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, px: 0.5, pb: 0.5 }}>
      {names.map((name, index) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box
            sx={{
              width: 12,
              height: 12,
              borderRadius: '3px',
              backgroundColor: TONES[index % TONES.length],
              forcedColorAdjust: 'none',
            }}
          />
          <Typography sx={{ fontSize: '0.8125rem' }}>{name}</Typography>
        </Box>
      ))}
    </Box>
  );
}
