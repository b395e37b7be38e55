import { type ReactNode, useLayoutEffect, useState } from 'react';

import { OF_STEPS, type PageInfo } from '../pages.js';
import { isUnread, pathAllowed, stepNumber, STEPS } from './steps.js';
import { registration, updateRegistration, useRegistration } from './store.js';
import { Link, navigate } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { ErrorBanner, NeedsScript, PageHeading, Retry, StillLoading } from '../ui/page.js';
import type { Submission } from '../ui/submission.js';

interface StepPageProps {
  readonly page: PageInfo;
  readonly submission: Submission | null;
  readonly children: ReactNode;
}

export function StepPage({ page, submission, children }: StepPageProps): ReactNode {
  return (
    <>
      <StepIndicator page={page} submission={submission} />
      <ErrorBanner fault={submission?.fault ?? null} />
      <PageHeading>{page.title}</PageHeading>
      {children}
    </>
  );
}

type GuardProps = Omit<StepPageProps, 'submission'>;

/** Shows a step, or redirects to the first unfinished one. */
export function StepGuard({ page, children }: GuardProps): ReactNode {
  const hydrated = useHydrated();
  const state = useRegistration();
  if (!hydrated || isUnread(page.path, state)) {
    // Prerendered, still reading the draft, or unable to read it.
    return (
      <StepPage page={page} submission={null}>
        <div className="reserve">
          <NeedsScript />
          {state.readFault === null ? (
            <StillLoading />
          ) : (
            <Retry
              reason={state.readFault}
              onRetry={() => updateRegistration((now) => ({ ...now, readFault: null }))}
            />
          )}
        </div>
      </StepPage>
    );
  }
  return (
    <GuardAtEntrance key={page.path} page={page}>
      {children}
    </GuardAtEntrance>
  );
}

/** Checks only on entering: a step that ends the registration navigates itself. */
function GuardAtEntrance({ page, children }: GuardProps): ReactNode {
  const [allowed] = useState(() => pathAllowed(page.path, registration()));
  const isAllowed = allowed === page.path;
  useLayoutEffect(() => {
    if (!isAllowed) navigate(allowed, { replace: true });
  }, [allowed, isAllowed]);
  return isAllowed ? children : null;
}

/** Steps before the active one are ticked and link back. */
function StepIndicator({ page, submission }: Omit<StepPageProps, 'children'>): ReactNode {
  const active = stepNumber(page.path);
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
                <Link to={path} busy={submission?.busy ?? false}>
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
