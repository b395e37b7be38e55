import { type ReactNode, useState } from 'react';

import { OF_STEPS, type PageInfo } from '../pages.js';
import { isUnread } from './state.js';
import { pathAllowed, stepNumber, STEPS } from './steps.js';
import { registration, updateRegistration, useRegistration } from './store.js';
import { Link, Redirect } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { NeedsScript, PageHeading, Retry, StillLoading } from '../ui/page.js';
import type { Submission } from '../ui/submission.js';

interface StepPageProps {
  readonly page: PageInfo;
  readonly submission: Submission | null;
  readonly children: ReactNode;
}

export function StepPage({ page, submission, children }: StepPageProps): ReactNode {
  return (
    <>
      <StepIndicator active={stepNumber(page.path)} busy={submission?.busy ?? false} />
      <ErrorBanner fault={submission?.fault ?? null} />
      <PageHeading>{page.title}</PageHeading>
      {children}
    </>
  );
}

interface GuardProps {
  readonly page: PageInfo;
  readonly children: ReactNode;
}

/** Shows a step, or redirects to the first unfinished one. */
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

/** Checks only on entering: a step that ends the registration navigates itself. */
function GuardAtEntrance({ page, children }: GuardProps): ReactNode {
  const [allowed] = useState(() => pathAllowed(page.path, registration()));
  return allowed === page.path ? children : <Redirect to={allowed} />;
}

interface UnreadStepProps {
  readonly page: PageInfo;
  readonly fault: string | null;
}

/** A step without content: prerendered, still reading the draft, or unable to read it. */
function UnreadStep({ page, fault }: UnreadStepProps): ReactNode {
  return (
    <StepPage page={page} submission={null}>
      <div className="reserve">
        <NeedsScript />
        {fault === null ? (
          <StillLoading />
        ) : (
          <Retry
            reason={fault}
            onRetry={() => updateRegistration((state) => ({ ...state, readFault: null }))}
          />
        )}
      </div>
    </StepPage>
  );
}

interface StepIndicatorProps {
  /** Counted from 1. */
  readonly active: number;
  readonly busy: boolean;
}

/** Steps before the active one are ticked and link back. */
function StepIndicator({ active, busy }: StepIndicatorProps): ReactNode {
  return (
    <nav aria-label="Registration steps">
      <ol className="steps">
        {STEPS.map(({ name, path }, index) => {
          const number = index + 1;
          const isDone = number < active;
          const words = (
            <>
              <span className="step-number">
                {`Step ${String(number)} `}
                <span className="visually-hidden">
                  {`${OF_STEPS}${isDone ? ', completed' : ''}: `}
                </span>
              </span>
              <span className="step-name">{name}</span>
            </>
          );
          return (
            <li
              key={path}
              className={isDone ? 'step step-done' : 'step'}
              aria-current={number === active ? 'step' : undefined}
            >
              {isDone ? (
                <Link to={path} busy={busy}>
                  {words}
                </Link>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
