import type { ReactNode } from 'react';

import { Pages, startApp } from './app.js';
import { AlmostCompletePage } from './outcomes/almost-complete-page.js';
import { RemovedPage, SessionExpiredPage } from './outcomes/removed-pages.js';
import { type PageInfo, PAGES } from './pages.js';
import { AgreementStep } from './registration/agreement/agreement-step.js';
import { ChildrenStep } from './registration/children/children-step.js';
import { DraftWatch } from './registration/draft-watch.js';
import { adoptPrerenderedInput } from './registration/guardian/adopt-input.js';
import { GuardianStep } from './registration/guardian/guardian-step.js';
import { StepGuard } from './registration/step-page.js';

function step(page: PageInfo, element: ReactNode): Record<string, ReactNode> {
  return { [page.path]: <StepGuard page={page}>{element}</StepGuard> };
}

const ROUTES = {
  // Open to everyone, so that its form can be prerendered.
  [PAGES.registration.path]: <GuardianStep />,
  ...step(PAGES.children, <ChildrenStep />),
  ...step(PAGES.agreement, <AgreementStep />),
  [PAGES.verify.path]: <AlmostCompletePage />,
  [PAGES.complete.path]: <AlmostCompletePage />,
  [PAGES.cancelled.path]: <RemovedPage page={PAGES.cancelled} />,
  [PAGES.sessionExpired.path]: <SessionExpiredPage />,
};

export function RegistrationApp(): ReactNode {
  return (
    <>
      <Pages routes={ROUTES} />
      <DraftWatch />
    </>
  );
}

export async function start(root: HTMLElement, isPrerendered: boolean): Promise<void> {
  if (isPrerendered) adoptPrerenderedInput(root);
  await startApp(<RegistrationApp />, root, isPrerendered);
}
