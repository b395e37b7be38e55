import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { FigureCard } from './figure-card.js';
import { FIGURES } from './figures.js';
import { KeyFigures } from './key-figures.js';
import { Page } from '../layout/page.js';
import type { Figures } from '../providers/portal-calls.js';
import { HEADER_TEXTS } from '../texts/portal.js';

const UNBROKEN = { breakInside: 'avoid', mb: 2 };

/** The dashboard. Each figure loads by itself. */
export default function LandingPage(): ReactNode {
  return (
    <Page title={HEADER_TEXTS.added.dashboard}>
      <KeyFigures />
      <Box sx={{ columnCount: { xs: 1, md: 2, lg: 3 }, columnGap: 2, '& > *': UNBROKEN }}>
        {Object.keys(FIGURES).map((name) => (
          <FigureCard key={name} name={name as keyof Figures} />
        ))}
      </Box>
    </Page>
  );
}
