import type { ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';

import { ConfirmPage } from './confirmation/confirm-page.js';
import { RemovePage } from './confirmation/remove-page.js';
import { LandingPage } from './landing/landing-page.js';
import { CompletePage, VerifyPage } from './outcomes/almost-complete-page.js';
import { ConfirmedPage } from './outcomes/confirmed-page.js';
import { CancelledPage, SessionExpiredPage } from './outcomes/removed-pages.js';
import { PAGES } from './pages.js';
import { AgreementStep } from './registration/agreement/agreement-step.js';
import { ChildrenStep } from './registration/children/children-step.js';
import { DraftWatch } from './registration/draft-watch.js';
import { GuardianStep } from './registration/guardian/guardian-step.js';
import { StepGuard } from './registration/step-page.js';
import { Layout } from './ui/layout.js';
import { ErrorBoundary, UnexpectedError } from './ui/unexpected-error.js';

function step(page: (typeof PAGES)[keyof typeof PAGES], element: ReactNode): ReactNode {
  return <Route path={page.path} element={<StepGuard page={page}>{element}</StepGuard>} />;
}

/** The route table. */
export function App(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Layout>
      <ErrorBoundary key={pathname}>
        <Routes>
          <Route path={PAGES.landing.path} element={<LandingPage />} />
          {/* The first step is open to everyone, so that its form can be prerendered. */}
          <Route path={PAGES.registration.path} element={<GuardianStep />} />
          {step(PAGES.children, <ChildrenStep />)}
          {step(PAGES.agreement, <AgreementStep />)}
          <Route path={PAGES.verify.path} element={<VerifyPage />} />
          <Route path={PAGES.complete.path} element={<CompletePage />} />
          <Route path={PAGES.cancelled.path} element={<CancelledPage />} />
          <Route path={PAGES.sessionExpired.path} element={<SessionExpiredPage />} />
          <Route path={PAGES.confirm.path} element={<ConfirmPage />} />
          <Route path={PAGES.confirmed.path} element={<ConfirmedPage />} />
          <Route path={PAGES.removeMyData.path} element={<RemovePage />} />
          <Route path="*" element={<UnexpectedError detail="404 Not Found" />} />
        </Routes>
      </ErrorBoundary>
      <DraftWatch />
    </Layout>
  );
}
