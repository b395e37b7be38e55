import { type ReactNode, useState } from 'react';

import type { PageInfo } from '../pages.js';
import { isUnread } from './state.js';
import { pathAllowed, stepNumber, STEPS } from './steps.js';
import { registration, updateRegistration, useRegistration } from './store.js';
import { Redirect } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { ErrorBanner, type Fault } from '../ui/error-banner.js';
import { MailText, NeedsScript, PageHeading, StillLoading } from '../ui/page.js';

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
  const hydrated = useHydrated();
  const state = useRegistration();
  if (!hydrated || isUnread(state)) return <UnreadStep page={page} fault={state.readFault} />;
  return (
    <GuardAtEntrance key={page.path} page={page}>
      {children}
    </GuardAtEntrance>
  );
}

/** Looks once, on entering: a step that ends the registration says itself where to go then. */
function GuardAtEntrance({ page, children }: GuardProps): ReactNode {
  const [allowed] = useState(() => pathAllowed(page.path, registration()));
  return allowed === page.path ? children : <Redirect to={allowed} />;
}

/** A step whose content is not there yet: it is prerendered, or the draft is being read, or could not be. */
function UnreadStep({
  page,
  fault,
}: {
  readonly page: PageInfo;
  readonly fault: string | null;
}): ReactNode {
  return (
    <StepPage page={page} fault={null}>
      <NeedsScript />
      {fault === null ? (
        <StillLoading />
      ) : (
        <>
          <p role="alert" className="field-error">
            <MailText>{fault}</MailText>
          </p>
          <button
            type="button"
            className="button"
            onClick={() => {
              updateRegistration((state) => ({ ...state, readFault: null }));
            }}
          >
            Try again
          </button>
        </>
      )}
    </StepPage>
  );
}

/** Step 1, 2, 3 with the active one highlighted. */
export function StepIndicator({
  steps,
  active,
}: {
  readonly steps: readonly { readonly name: string }[];
  /** Counted from 1. */
  readonly active: number;
}): ReactNode {
  return (
    <nav aria-label="Registration steps">
      <ol className="steps">
        {steps.map(({ name }, index) => (
          <li
            key={name}
            className={index + 1 < active ? 'step step-done' : 'step'}
            aria-current={index + 1 === active ? 'step' : undefined}
          >
            <span className="step-number">{`Step ${String(index + 1)}`}</span>
            <span className="step-name">{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
