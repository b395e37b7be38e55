import { PORTAL_ROUTES } from '@kidlab/contract';
import { Box, Container } from '@mui/material';
import { styled } from '@mui/material/styles';
import { type ReactNode, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router';

import { Header } from './header.js';
import { Crashed } from './lazy-page.js';
import { CONTENT_ID, FocusedPath, RESULTS_ID } from './page.js';
import { SideBar } from './side-bar.js';
import { useSignedInUser } from './signed-in-user.js';
import { InactivityGuard } from './inactivity-guard.js';
import { HEADER_TEXTS } from '../texts/portal.js';

/** Focusing one shows all of them. The one to the results exists only on pages with results. */
const SkipLinks = styled('div')({
  position: 'absolute',
  zIndex: 2000,
  insetInlineStart: 8,
  insetBlockStart: -100,
  display: 'flex',
  gap: 8,
  '&:focus-within': { insetBlockStart: 8 },
  '& > a': {
    padding: '8px 16px',
    borderRadius: 8,
    background: 'var(--card)',
    color: 'var(--brand)',
  },
  [`body:not(:has(#${RESULTS_ID})) & > [href="#${RESULTS_ID}"]`]: { display: 'none' },
});

const SKIPPED_TO = [
  [CONTENT_ID, HEADER_TEXTS.added.skip],
  [RESULTS_ID, HEADER_TEXTS.added.skipToResults],
] as const;

interface LayoutProps {
  readonly children?: ReactNode;
}

/** The frame of every page behind the sign-in. */
export function Layout({ children }: LayoutProps): ReactNode {
  return (
    <InactivityGuard>
      <Frame>{children}</Frame>
    </InactivityGuard>
  );
}

function Frame({ children }: LayoutProps): ReactNode {
  const { pathname } = useLocation();
  // The first page takes the focus only after a sign-in. That is a navigation inside the portal, a page load is not.
  const isPageLoad = useNavigationType() === NavigationType.Pop;
  const focused = useRef<string | null>(isPageLoad ? null : '');
  const user = useSignedInUser();
  // Until the second factor is set up, the server rejects the calls of all other pages.
  const mustSetUp = user?.mustSetUpSecondFactor === true && pathname !== PORTAL_ROUTES.secondFactor;
  return (
    <FocusedPath value={focused}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
        <SkipLinks>
          {SKIPPED_TO.map(([target, text]) => (
            <a
              key={target}
              href={`#${target}`}
              onClick={(event) => {
                // Following the link would add a hash to the address, which is a navigation.
                event.preventDefault();
                document.getElementById(target)?.focus();
              }}
            >
              {text}
            </a>
          ))}
        </SkipLinks>
        <Header />
        <Box sx={{ display: 'flex', flex: 1 }}>
          <SideBar />
          <Container
            component="main"
            id={CONTENT_ID}
            maxWidth="xl"
            tabIndex={-1}
            sx={{ flex: 1, minWidth: 0, py: { xs: 2, sm: 3 }, px: { xs: 2, sm: 3 } }}
          >
            <ErrorBoundary key={pathname} fallback={<Crashed />}>
              {mustSetUp ? <Navigate to={PORTAL_ROUTES.secondFactor} replace /> : children}
            </ErrorBoundary>
          </Container>
        </Box>
      </Box>
    </FocusedPath>
  );
}
