import { PORTAL_ROUTES } from '@kidlab/contract';
import { Box, Container } from '@mui/material';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import { ErrorBoundary } from './error-boundary.js';
import { Header } from './header.js';
import { Crashed } from './lazy-page.js';
import { CONTENT_ID } from './overlay-container.js';
import { SkipLink } from './skip-link.js';
import { useSignedInUser } from './use-signed-in-user.js';
import { InactivityGuard } from '../session/inactivity-guard.js';

/** The frame of every page behind the sign-in. */
export function Layout({ children }: { readonly children?: ReactNode }): ReactNode {
  const { pathname } = useLocation();
  const user = useSignedInUser();
  const minutes = user?.idleTimeoutMinutes ?? null;
  // The server refuses every other page's calls until then.
  const isHeldBack =
    user?.mustSetUpSecondFactor === true && pathname !== PORTAL_ROUTES.secondFactor;
  return (
    <InactivityGuard minutes={minutes}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
        <SkipLink target={CONTENT_ID} />
        <Header />
        <Container
          component="main"
          id={CONTENT_ID}
          maxWidth="xl"
          tabIndex={-1}
          sx={{ flex: 1, py: { xs: 2, sm: 3 }, px: { xs: 2, sm: 3 } }}
        >
          <ErrorBoundary key={pathname} fallback={<Crashed />}>
            {isHeldBack ? <Navigate to={PORTAL_ROUTES.secondFactor} replace /> : children}
          </ErrorBoundary>
        </Container>
      </Box>
    </InactivityGuard>
  );
}
