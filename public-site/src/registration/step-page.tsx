import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';

import type { PageInfo } from '../pages.js';
import { useHydrated } from '../site/use-hydrated.js';
import { ErrorBanner, type Fault } from '../ui/error-banner.js';
import { NeedsScript, PageHeading, StillLoading } from '../ui/page.js';
import { StepIndicator } from '../ui/step-indicator.js';
import { pathAllowed, stepNumber, STEPS } from './steps.js';
import { registration } from './store.js';

/** The frame of a step: indicator, banner, heading. */
export function StepPage({
  page,
  fault,
  faultOf,
  children,
}: {
  readonly page: PageInfo;
  readonly fault: Fault | null;
  /** What is wrong with a field by now. */
  readonly faultOf?: (field: string) => string | null;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <StepIndicator steps={STEPS} active={stepNumber(page.path)} />
      <ErrorBanner fault={fault} faultOf={faultOf} />
      <PageHeading>{page.title}</PageHeading>
      <div className="reserve">{children}</div>
    </>
  );
}

interface GuardProps {
  readonly page: PageInfo;
  readonly children: ReactNode;
}

/** Shows a step to those who may be there, and leads everyone else to the first unfinished step. */
export function StepGuard({ page, children }: GuardProps): ReactNode {
  if (!useHydrated()) return <StepBeforeRestore page={page} />;
  return (
    <GuardAtEntrance key={page.path} page={page}>
      {children}
    </GuardAtEntrance>
  );
}

/** Looks once, on entering: a step that ends the registration says itself where to go then. */
function GuardAtEntrance({ page, children }: GuardProps): ReactNode {
  const [allowed] = useState(() => pathAllowed(page.path, registration()));
  return allowed === page.path ? children : <Navigate to={allowed} replace />;
}

/** What is prerendered of a step whose content only this browser knows. */
function StepBeforeRestore({ page }: { readonly page: PageInfo }): ReactNode {
  return (
    <StepPage page={page} fault={null}>
      <NeedsScript />
      <StillLoading />
    </StepPage>
  );
}
