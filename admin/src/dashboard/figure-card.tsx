import { Box, Card, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { Bars, type FigureShape } from './bars.js';
import { FIGURES } from './figures.js';
import { Loaded } from '../layout/page.js';
import { PlainTable } from '../layout/plain-table.js';
import { type Figures, portalCalls } from '../providers/portal-calls.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';

/** The query of a figure. Cards with the same figure share one request. */
export function figureQuery<Name extends keyof Figures>(name: Name) {
  return {
    queryKey: ['figures', name],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => portalCalls.figure(name, signal),
  };
}

interface FigureCardProps<Name> {
  readonly name: Name;
}

/** A figure as a chart, with the same numbers in a table. */
export function FigureCard<Name extends keyof Figures>({ name }: FigureCardProps<Name>): ReactNode {
  const { heading, explained, columns } = FIGURE_TEXTS[name];
  const figure: FigureShape<Name> = FIGURES[name];
  const { linesOf, mostBars } = figure;
  const id = useId();
  const query = useQuery(figureQuery(name));
  const show = (rows: readonly Figures[Name][]): ReactNode => {
    const lines = linesOf(rows);
    const counts = lines.flatMap(({ cells: [, ...values] }) => values);
    if (!counts.some((count) => typeof count === 'number' && count > 0)) {
      return <Typography>{FIGURE_TEXTS.nothing}</Typography>;
    }
    return (
      <>
        <Bars bars={lines.slice(0, mostBars)} />
        <Box
          component="details"
          sx={{
            '& > summary': {
              cursor: 'pointer',
              py: 0.5,
              color: 'primary.main',
              fontSize: '0.875rem',
            },
          }}
        >
          <summary>
            {FIGURE_TEXTS.showTable}
            <Box component="span" sx={visuallyHidden}>{`: ${heading}`}</Box>
          </summary>
          <PlainTable
            isNumeric
            label={heading}
            columns={columns}
            rows={lines.map(({ label, to, cells }) => ({ key: label, to, cells }))}
          />
        </Box>
      </>
    );
  };
  return (
    <Card
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ px: 1.5, py: 1, minWidth: 0, minHeight: 180 }}
    >
      <Typography variant="h2" id={id} sx={{ fontSize: '1rem' }}>
        {heading}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 1, fontSize: '0.8125rem', lineHeight: 1.25 }}>
        {explained}
      </Typography>
      <Loaded query={query} failed={FIGURE_TEXTS.failed}>
        {show}
      </Loaded>
    </Card>
  );
}
