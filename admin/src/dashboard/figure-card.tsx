import { Box, Card, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { FIGURE_TEXTS } from '../texts/dashboard.js';
import { TryAgain } from '../layout/page.js';

interface FigureCardProps<Row> {
  readonly heading: string;
  readonly explained: string;
  /** Name of the figure's call, for the cache. */
  readonly name: string;
  readonly read: (signal: AbortSignal) => Promise<Row[]>;
  /** Whether there is anything to draw. */
  readonly isEmpty: (rows: readonly Row[]) => boolean;
  readonly picture: (rows: readonly Row[]) => ReactNode;
  readonly table: (rows: readonly Row[]) => ReactNode;
}

/** One figure of the dashboard: what it says, its picture, and the same numbers as a table on request. */
export function FigureCard<Row>(props: FigureCardProps<Row>): ReactNode {
  const { heading, explained, name } = props;
  const id = useId();
  return (
    <Card component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" id={id}>
        {heading}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {explained}
      </Typography>
      <Figure {...props} key={name} />
    </Card>
  );
}

function Figure<Row>({
  heading,
  name,
  read,
  isEmpty,
  picture,
  table,
}: FigureCardProps<Row>): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['figures', name],
    queryFn: ({ signal }) => read(signal),
  });
  if (error !== null) {
    return <TryAgain onTryAgain={refetch}>{FIGURE_TEXTS.failed}</TryAgain>;
  }
  if (data === undefined) {
    return (
      <Typography role="status" sx={{ minHeight: 200 }}>
        {FIGURE_TEXTS.loading}
      </Typography>
    );
  }
  if (isEmpty(data)) return <Typography>{FIGURE_TEXTS.nothing}</Typography>;
  return (
    <>
      {picture(data)}
      <Box
        component="details"
        sx={{ mt: 1, '& > summary': { cursor: 'pointer', py: 0.5, color: 'primary.main' } }}
      >
        <summary>
          {FIGURE_TEXTS.showTable}
          <Box component="span" sx={visuallyHidden}>{`: ${heading}`}</Box>
        </summary>
        {table(data)}
      </Box>
    </>
  );
}
