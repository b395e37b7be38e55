import { Box, Card, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { type Bar, Bars } from './bars.js';
import { TryAgain } from '../layout/page.js';
import { PlainTable } from '../layout/plain-table.js';
import { type Figures, portalCalls } from '../providers/portal-calls.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';

/** A bar of the picture, and the same as a row of the table. */
export interface FigureLine extends Bar {
  /** By column; the first one names the row. */
  readonly cells: readonly (string | number)[];
}

interface FigureCardProps<Name extends keyof Figures> {
  readonly name: Name;
  /** Of the table. */
  readonly columns: readonly string[];
  readonly linesOf: (rows: readonly Figures[Name][]) => FigureLine[];
  /** Bars of the picture; left out, all of them. */
  readonly mostBars?: number;
  /** Whether rows of the table lead where their bars do. */
  readonly isTableLinked?: boolean;
  /** Instead of bars. */
  readonly picture?: (rows: readonly Figures[Name][]) => ReactNode;
}

/** One figure of the dashboard: what it says, its picture, and the same numbers as a table on request. */
export function FigureCard<Name extends keyof Figures>(props: FigureCardProps<Name>): ReactNode {
  const { heading, explained } = FIGURE_TEXTS[props.name];
  const id = useId();
  return (
    <Card component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" id={id}>
        {heading}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {explained}
      </Typography>
      <Figure {...props} heading={heading} />
    </Card>
  );
}

/** How a figure is read; one that is shown twice is read once. */
export function figureQuery<Name extends keyof Figures>(name: Name) {
  return {
    queryKey: ['figures', name],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => portalCalls.figure(name, signal),
  };
}

type FigureProps<Name extends keyof Figures> = FigureCardProps<Name> & { readonly heading: string };

function Figure<Name extends keyof Figures>(props: FigureProps<Name>): ReactNode {
  const { name, heading, columns, linesOf, mostBars, isTableLinked = true, picture } = props;
  const { data, error, refetch } = useQuery(figureQuery(name));
  if (error !== null) return <TryAgain onTryAgain={refetch}>{FIGURE_TEXTS.failed}</TryAgain>;
  if (data === undefined) {
    return (
      <Typography role="status" sx={{ minHeight: 200 }}>
        {FIGURE_TEXTS.loading}
      </Typography>
    );
  }
  const lines = linesOf(data);
  const counts = lines.flatMap(({ cells: [, ...values] }) => values);
  if (!counts.some((value) => typeof value === 'number' && value > 0)) {
    return <Typography>{FIGURE_TEXTS.nothing}</Typography>;
  }
  return (
    <>
      {picture === undefined ? <Bars bars={lines.slice(0, mostBars)} /> : picture(data)}
      <Box
        component="details"
        sx={{ mt: 1, '& > summary': { cursor: 'pointer', py: 0.5, color: 'primary.main' } }}
      >
        <summary>
          {FIGURE_TEXTS.showTable}
          <Box component="span" sx={visuallyHidden}>{`: ${heading}`}</Box>
        </summary>
        <PlainTable
          isNumeric
          label={heading}
          columns={columns}
          rows={lines.map(({ label, to, cells }) => ({
            key: label,
            cells,
            ...(isTableLinked ? { to } : {}),
          }))}
        />
      </Box>
    </>
  );
}
