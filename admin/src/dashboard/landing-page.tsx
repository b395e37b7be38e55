import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { Page } from '../layout/page.js';
import { ChildrenFigureCard } from './children-figure.js';
import { HandsFigureCard } from './hands-figure.js';
import { LanguagesFigureCard } from './languages-figure.js';
import { ReferralsFigureCard } from './referrals-figure.js';
import { RegistrationsFigureCard } from './registrations-figure.js';
import { WaitingFigureCard } from './waiting-figure.js';
import { DASHBOARD_TEXTS } from '../texts/portal.js';

/** The dashboard: each figure loads by itself, and leads to the list of what it counts. */
export function LandingPage(): ReactNode {
  return (
    <Page title={DASHBOARD_TEXTS.added.heading}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <ChildrenFigureCard />
        <WaitingFigureCard />
        <RegistrationsFigureCard />
        <ReferralsFigureCard />
        <LanguagesFigureCard />
        <HandsFigureCard />
      </Box>
    </Page>
  );
}
