import { Box, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { TryAgain } from '../layout/try-again.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';

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

/** One figure of the dashboard: what it says, its picture, and the same numbers as a table beside it. */
export function FigureCard<Row>(props: FigureCardProps<Row>): ReactNode {
  const { heading, explained, name } = props;
  const id = useId();
  return (
    <Card component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" id={id}>
        {heading}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {explained}
      </Typography>
      <Figure {...props} key={name} />
    </Card>
  );
}

function Figure<Row>({ name, read, isEmpty, picture, table }: FigureCardProps<Row>): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['figures', name],
    queryFn: ({ signal }) => read(signal),
  });
  if (error !== null) {
    return <TryAgain onTryAgain={refetch}>{FIGURE_TEXTS.failed}</TryAgain>;
  }
  if (data === undefined) {
    return (
      <Typography role="status" sx={{ minHeight: 160 }}>
        {FIGURE_TEXTS.loading}
      </Typography>
    );
  }
  if (isEmpty(data)) return <Typography>{FIGURE_TEXTS.nothing}</Typography>;
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      {picture(data)}
      {table(data)}
    </Box>
  );
}
