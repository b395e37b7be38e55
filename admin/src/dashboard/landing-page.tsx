import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { Page } from '../layout/page.js';
import {
  ChildrenFigureCard,
  HandsFigureCard,
  LanguagesFigureCard,
  ReferralsFigureCard,
  WaitingFigureCard,
} from './figures.js';
import { KeyFigures } from './key-figures.js';
import { RegistrationsFigureCard } from './registrations-figure.js';
import { DASHBOARD_TEXTS } from '../texts/portal.js';

/** A card stays in one column. */
const UNBROKEN = { breakInside: 'avoid', mb: 2 };

/** The dashboard: four numbers, then charts. Each loads by itself, and leads to the list of what it counts. */
export default function LandingPage(): ReactNode {
  return (
    <Page title={DASHBOARD_TEXTS.added.heading}>
      <KeyFigures />
      <Box sx={{ columnCount: { xs: 1, md: 2, lg: 3 }, columnGap: 2, '& > *': UNBROKEN }}>
        <ChildrenFigureCard />
        <HandsFigureCard />
        <WaitingFigureCard />
        <RegistrationsFigureCard />
        <LanguagesFigureCard />
        <ReferralsFigureCard />
      </Box>
    </Page>
  );
}
