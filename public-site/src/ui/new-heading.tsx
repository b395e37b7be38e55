import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { documentTitle } from '../pages.js';
import { useSite } from '../site/site.js';
import { ErrorBanner, Status, SupportLink } from './page.js';
import type { Submission } from './submission.js';

/** The h1 of a page that changed while its address did not: sets the title, takes the focus, scrolls into view. */
export function NewHeading({ children }: { readonly children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { labName } = useSite();
  // Before the banner's effect: if both change, the banner gets the focus.
  useLayoutEffect(() => {
    document.title = documentTitle(children, labName);
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [children, labName]);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}

interface PageHeadProps {
  readonly submission: Submission;
  readonly children: string;
}

/** Banner and heading of a page that changes without a change of address. */
export function PageHead({ submission, children }: PageHeadProps): ReactNode {
  return (
    <>
      <ErrorBanner fault={submission.fault} />
      <NewHeading>{children}</NewHeading>
      <Status busy={submission.busy} />
    </>
  );
}

interface EndProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** A page with nothing left to do. */
export function End({ heading, children }: EndProps): ReactNode {
  return (
    <>
      <NewHeading>{heading}</NewHeading>
      <p>{children}</p>
      <Questions />
    </>
  );
}

export function Questions(): ReactNode {
  return (
    <p>
      Questions? Please write to <SupportLink />.
    </p>
  );
}
